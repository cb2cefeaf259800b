import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'

/** The commit of a checkout, the same on every machine, unlike its folder. */
export const commitIn = (folder: string): string =>
  execFileSync('git', ['-C', folder, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()

/** Commit, machine, and Node version of a measurement. */
export function measuredOn(): string {
  const isChanged = execFileSync('git', ['status', '--porcelain', 'src', 'data'], { encoding: 'utf8' }) !== ''
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, commit ${commitIn('.')}${isChanged ? ' with changes' : ''}, ${cpus().length} cores, Node ${process.versions.node}`
}

/** Writes lines into `file`, between the markers of its generated section, or at the end if it has no such section. */
function writeSection(file: string, section: string, lines: readonly string[]): void {
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

/** Prints the figures and writes them into `file`, between the markers of its generated section. */
export function writeFigures(file: string, section: string, lines: string[]): void {
  console.log(lines.join('\n'))
  writeSection(file, section, lines)
}
