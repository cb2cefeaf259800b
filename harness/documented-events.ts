import { readFileSync } from 'node:fs'

/** The events listed in docs/events.md, each with its sorted property names. */
export function documentedEvents(): Map<string, string[]> {
  const rows = readFileSync('docs/events.md', 'utf8').matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$/gm)
  return new Map(
    [...rows].map(([, name, properties]) => {
      // Parentheses describe a property's values.
      const named = (properties as string).replace(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)
      return [name as string, [...named].map((match) => match[1] as string).sort()]
    }),
  )
}
