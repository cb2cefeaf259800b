import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { readBrand } from './read-brand.ts'

describe('an SVG of a brand', () => {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-brand-'))
  const brand = { name: 'A', mark: 'mark.svg', icon: 'mark.svg', signInIcons: { line: 'mark.svg' } }
  writeFileSync(join(folder, 'brand.json'), JSON.stringify(brand))
  const beside = join(folder, 'beside.png')
  const drawOn = (size: number) => {
    const context = createCanvas(size, size).getContext('2d')
    context.fillStyle = '#ff0000'
    return context
  }
  const red = drawOn(8)
  red.fillRect(0, 0, 8, 8)
  writeFileSync(beside, red.canvas.toBuffer('image/png'))
  const svg = (inner: string, before = '') =>
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8">${inner}</svg>`
  /** A picture within the picture, which may refer to something again. */
  const data = `data:image/svg+xml;base64,${Buffer.from(svg(`<image href="file://${beside}"/>`)).toString('base64')}`
  const image = (reference: string) => svg(`<image ${reference} width="8" height="8"/>`)
  const foreign: [string, string][] = [
    [`file://${beside}`, image(`href="file://${beside}"`)],
    [beside, image(`xlink:href = '${beside}'`)],
    ['beside.png', image('xlink:href="beside.png"')],
    ['beside.png', image('xlink:href="&#98;eside.png"')],
    ['https://example.com/a.png', image('href="https://example.com/a.png"')],
    ['a.svg#b', svg('<use href="a.svg#b"/>')],
    ['beside.png', svg('<filter id="f"><feImage href="beside.png"/></filter>')],
    ['beside.png', svg('<rect width="8" height="8" style="fill:url( beside.png )"/>')],
    ['"a.css"', svg('<style>@import "a.css";</style>')],
    [`x SYSTEM "${beside}"`, svg('&x;', `<!DOCTYPE svg [<!ENTITY x SYSTEM "${beside}">]>`)],
    ['beside.png', svg('<rect width="8" height="8" style="fill:&#x75;rl(beside.png)"/>')],
    ['72l(beside.png)}', svg('<style>rect{fill:u\\72l(beside.png)}</style><rect width="8" height="8"/>')],
    ['beside.png', svg('<rect width="8" height="8" style="fill:image-set(\'beside.png\' 1x)"/>')],
    [`file://${folder}/`, svg('<use href="#b"/>').replace(' ', ` xml:base="file://${folder}/" `)],
    ['xlink:href', svg('<image width="8" height="8"><set attributeName="xlink:href" to="beside.png"/></image>')],
    [data, image(`href="${data}"`)],
    ['data:text/css,', svg('<style>rect{fill:red}</style>', '<?xml-stylesheet href="data:text/css,"?>')],
    ['a.css', svg('', '<?xml-stylesheet href="a.css"?>')],
  ]

  it.each(foreign)('is refused when it refers to %s', async (reference, content) => {
    writeFileSync(join(folder, 'mark.svg'), content)
    const fault = `mark.svg refers to ${reference.slice(0, 60)}; it must hold all that it shows`
    for (const field of ['mark', 'icon', 'signInIcons/line'])
      await expect(readBrand(folder)).rejects.toThrow(`  ${field}: ${fault}`)
  })

  it.each(foreign)('would be drawn without %s too', async (_, content) => {
    const picture = await loadImage(Buffer.from(content)).catch(() => undefined)
    const context = drawOn(8)
    if (picture) context.drawImage(picture, 0, 0, 8, 8)
    const { data } = context.getImageData(0, 0, 8, 8)
    expect(Array.from({ length: 64 }, (_, at) => data[4 * at]).filter((red) => red !== 0)).toEqual([])
  })

  it('may refer to its own parts, and name namespaces and its type', async () => {
    const type = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    const pixel = `<image href="data:image/png;base64,${red.canvas.toBuffer('image/png').toString('base64')}"/>`
    const parts = '<linearGradient id="a"/><rect id="b" width="4" height="4" fill="url(#a)"/><use xlink:href="#b"/>'
    const own = `${pixel}${parts}`
    writeFileSync(join(folder, 'mark.svg'), svg(own, type))
    expect((await readBrand(folder))?.mark).toBe('/static/brand/mark.svg')
    writeFileSync(join(folder, 'mark.svg'), Buffer.from(svg(own), 'utf16le'))
    await expect(readBrand(folder)).rejects.toThrow('mark.svg is not in UTF-8')
  })
})
