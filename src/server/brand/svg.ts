import { isUtf8 } from 'node:buffer'

const REFERENCES = [
  /\b(?:href|src)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/gi,
  /\burl\(\s*["']?(?<css>[^)"']*)/gi,
  /@import\s+(?<sheet>[^;]*)/gi,
  /<!ENTITY\s+(?<entity>[^>]*)/gi,
]

/**
 * What is wrong with an SVG, if anything: that it takes something from elsewhere. Browsers load nothing for a picture,
 * and what draws our public icons from it must read no other file of this machine.
 */
export function svgFault(content: Buffer): string | undefined {
  if (!isUtf8(content) || content.includes(0)) return 'is not in UTF-8'
  const svg = content.toString('utf8')
  const named = REFERENCES.flatMap((pattern) => [...svg.matchAll(pattern)]).map(({ groups = {} }) =>
    Object.values(groups).join('').trim(),
  )
  const foreign = named.find((reference) => !/^(#|data:)/i.test(reference))
  return foreign === undefined ? undefined : `refers to ${foreign.slice(0, 60)}; it must hold all that it shows`
}
