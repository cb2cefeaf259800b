/**
 * `npm run bench -- source [--at v1.0] [--counted]`: how often the source says each thing, and how large it is, beside
 * an earlier commit: by default the last release, or the first commit of this month. Nothing binds these figures; what
 * is bound stands in workshop/house/rules. --counted lists what was counted. The earlier tree is read from an archive:
 * nothing is checked out.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Figure, measure } from './house/measure.ts'

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

function lastRelease(): string {
  try {
    return git('describe', '--tags', '--abbrev=0')
  } catch {
    const month = new Date().toISOString().slice(0, 7)
    return (
      git('rev-list', '--max-count=1', `--before=${month}-01T00:00:00Z`, 'HEAD') ||
      git('rev-list', '--max-parents=0', 'HEAD')
    )
  }
}

/** Measures with this program what a commit holds. */
function measureAt(commit: string): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-source-'))
  try {
    const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    const { stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--json'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    })
    if (stderr) throw new Error(stderr)
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function print(now: readonly Figure[], before: readonly Figure[], commit: string, isCounted: boolean): void {
  const width = Math.max(...now.map(({ name }) => name.length))
  console.log(`${''.padEnd(width)}  ${commit.slice(0, 12).padStart(12)}  ${'now'.padStart(7)}`)
  for (const { name, value, counted } of now) {
    const earlier = before.find((figure) => figure.name === name)
    console.log(`${name.padEnd(width)}  ${String(earlier?.value ?? '–').padStart(12)}  ${String(value).padStart(7)}`)
    if (!isCounted) continue
    for (const line of earlier?.counted ?? []) console.log(`    then  ${line}`)
    for (const line of counted) console.log(`    now   ${line}`)
  }
  console.log(`
Places, facts and lists are those of workshop/house/probes.ts: an example of each kind, found by regular expressions in
files that no command writes. Circles, sizes and what a handler loads come from the imports as they are parsed, without
tests; types count for circles, and not for what is loaded.`)
}

const { values } = parseArgs({
  options: { at: { type: 'string' }, counted: { type: 'boolean', default: false }, json: { type: 'boolean' } },
})
if (values.json) console.log(JSON.stringify(measure()))
else {
  const commit = values.at ?? lastRelease()
  print(measure(), measureAt(commit), commit, values.counted)
}
