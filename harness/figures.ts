import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { writeSection } from '#operators/write-section.ts'

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
  writeSection(file, section, lines)
}
