import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

const FILE = 'docs/performance.md'

/** Commit, machine and Node of a measurement. */
export function measuredOn(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const isChanged = execFileSync('git', ['status', '--porcelain', 'src', 'data'], { encoding: 'utf8' }) !== ''
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, commit ${commit}${isChanged ? ' with changes' : ''}, ${cpus().length} cores, Node ${process.versions.node}`
}

/** Prints the figures and puts them in their place in docs/performance.md, which no hand writes. */
export function writeFigures(section: string, lines: string[]): void {
  console.log(lines.join('\n'))
  const start = `<!-- ${section} -->`
  const end = `<!-- /${section} -->`
  const text = existsSync(FILE)
    ? readFileSync(FILE, 'utf8')
    : '# Performance\n\nWritten by the commands that measured it.\n'
  const block = [start, ...lines, end].join('\n')
  const from = text.indexOf(start)
  const next =
    from === -1 ? `${text}\n${block}\n` : text.slice(0, from) + block + text.slice(text.indexOf(end) + end.length)
  writeFileSync(FILE, next)
}
