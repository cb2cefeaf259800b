/** The width of every picture. */
export const SVG_WIDTH = 640

const LEFT = 48

/** A picture on white with its title. */
export function svg(title: string, height: number, body: readonly string[]): string {
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SVG_WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#23272f" role="img">`,
    `<title>${title}</title>`,
    `<rect width="${SVG_WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="${LEFT}" y="20" font-size="15" font-weight="600">${title}</text>`,
    ...body,
    '</svg>',
  ].join('\n')}\n`
}

/** Words in a picture. */
export function svgText(x: number, y: number, words: string, anchor = 'middle'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`
}
