/**
 * `npm run security -- audit`: lists known vulnerabilities in runtime and development dependencies, according to the
 * registry. Exits with 1 if there are any, or with 2 if it can't reach the registry.
 */
import { spawnSync } from 'node:child_process'

type Report = { metadata?: { vulnerabilities: Record<string, number> }; message?: string }

function ask(what: string, args: string[]): Record<string, number> {
  const { stdout } = spawnSync('npm', ['audit', '--json', ...args], { encoding: 'utf8' })
  let report: Report = {}
  try {
    report = JSON.parse(stdout)
  } catch {
    // Reported below.
  }
  const counts = report.metadata?.vulnerabilities
  if (!counts) {
    console.error(
      `Not checked: the registry provides no advisories (${report.message ?? 'no reply'}). Run this where one that does is reachable.`,
    )
    process.exit(2)
  }
  console.log(
    `${what}: ${Object.entries(counts)
      .map(([severity, count]) => `${count} ${severity}`)
      .join(', ')}`,
  )
  return counts
}

const runtime = ask('At runtime', ['--omit=dev'])
const all = ask('Altogether', [])
process.exit((runtime.total ?? 0) + (all.total ?? 0) > 0 ? 1 : 0)
