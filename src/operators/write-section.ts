import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes lines into `file`, between the markers of its generated section; at the end, if it has no such section. */
export function writeSection(file: string, section: string, lines: readonly string[]): void {
  const start = `<!-- ${section} -->`
  const end = `<!-- /${section} -->`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const block = [start, ...lines, end].join('\n')
  const from = text.indexOf(start)
  const next =
    from === -1 ? `${text}\n${block}\n` : text.slice(0, from) + block + text.slice(text.indexOf(end) + end.length)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, next)
}
