import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Commit, machine and Node of a measurement. */
export function measuredOn(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const isChanged = execFileSync('git', ['status', '--porcelain', 'src', 'data'], { encoding: 'utf8' }) !== ''
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, commit ${commit}${isChanged ? ' with changes' : ''}, ${cpus().length} cores, Node ${process.versions.node}`
}

/** Prints the figures and writes them into `file`, between the markers of its generated section. */
export function writeFigures(file: string, section: string, lines: string[]): void {
  console.log(lines.join('\n'))
  const start = `<!-- ${section} -->`
  const end = `<!-- /${section} -->`
  const text = readFileSync(file, 'utf8')
  const block = [start, ...lines, end].join('\n')
  const from = text.indexOf(start)
  const next =
    from === -1 ? `${text}\n${block}\n` : text.slice(0, from) + block + text.slice(text.indexOf(end) + end.length)
  writeFileSync(file, next)
}
