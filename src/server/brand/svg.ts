import { isUtf8 } from 'node:buffer'

const REFERENCES = [
  /\b(?:href|src|srcset|poster|data|base)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/gi,
  /\b(?:url|src|image|image-set)\(\s*["']?(?<css>[^)"']*)/gi,
  // What it becomes later, and what spells `url` with escapes.
  /\battributeName\s*=\s*["']\s*(?<animated>(?:\w+:)?href)/gi,
  /\\(?<escaped>[^"'<>]*)/g,
  /@import\s+(?<sheet>[^;]*)/gi,
  /<!ENTITY\s+(?<entity>[^>]*)/gi,
]

/** Its own parts, and pictures that refer to nothing themselves. */
const INSIDE = /^(#|data:image\/(?:png|jpeg|gif|webp|avif);)/i

/** Characters that a document writes by their numbers, spelled out: `&#117;rl(` is `url(`. */
function withoutReferences(text: string): string {
  return text.replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
    const point = Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

/**
 * What is wrong with an SVG, if anything: that it takes something from elsewhere. Browsers load nothing for a picture,
 * and what draws our public icons from it must read no other file of this machine.
 */
export function svgFault(content: Buffer): string | undefined {
  if (!isUtf8(content) || content.includes(0)) return 'is not in UTF-8'
  const svg = withoutReferences(content.toString('utf8'))
  const named = REFERENCES.flatMap((pattern) => [...svg.matchAll(pattern)]).map(({ groups = {} }) =>
    Object.values(groups).join('').trim(),
  )
  const foreign = named.find((reference) => !INSIDE.test(reference))
  return foreign === undefined ? undefined : `refers to ${foreign.slice(0, 60)}; it must hold all that it shows`
}
