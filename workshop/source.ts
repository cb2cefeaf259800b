/**
 * `npm run bench -- source [--at COMMIT]`: lines of code by capability, and the totals, now and at an earlier commit
 * (default: the last release, or the first commit of this month). These figures are for people; no test counts them.
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** Each source file belongs to the first capability that matches its path below src. */
const CAPABILITIES: readonly [name: string, paths: RegExp][] = [
  [
    'validity study and level claims',
    /validity|certificates|level-claim|level-verdict|known-level|import-verdicts|read-verdicts/,
  ],
  [
    'calibration, item analysis, estimate, advice',
    /quiz\/(analysis|advice|estimate|subscores)|operators\/(items|export|write-section)|calibration|attempts\/estimates/,
  ],
  [
    'sharing and pictures',
    /(web|contract)\/(share|sharing|report)|pages\/(picture|report)|api\/reports|tables\/reports/,
  ],
  ['review, notes, practice, listening, flags', /review|flags?\.ts|banks\/(notes|ruby)|item-flags|item-reports/],
  ['embedding', /embed|handover|operators\/.*frame/],
  ['brand', /brand/],
  ['consent and events', /consent|(api|contract|settings|tables|schema|browser)\/(events|analytics)|event/],
  [
    'results for other servers, outbox',
    /results-webhook|(api|contract|settings)\/results|outbox|ping-webhook|jobs\/loop/,
  ],
  ['WeChat and mini-program', /wechat|messaging-app|mini-program/],
  ['linked marketplace', /linked|check-marketplace|deep-links|guarded-fetch|nesting|server\/cache/],
  [
    'built-in marketplace and demo',
    /demo|built-in-marketplace|community|teacher|vocabulary|card-sets|import|creators|posts|slots/,
  ],
  ['sign-in', /sign-in|oidc|oauth|codes|names\/email|identities|app-token|app-sessions|safe-next|secret-cookie/],
  ['accounts, sessions, profile', /account|profile|purpose|who\/|api\/(me|users)|sessions|users|former|names\//],
  ['result and recommendations', /result|recommendations/],
  ['interface languages', /locale|texts|format\.ts|language-tags|interface-language/],
  ['database', /server\/db\/(connection|schema\.ts)|operators\/move|operators\/migrate/],
  ['retention', /retention|loop/],
  ['metrics', /metrics/],
  ['settings', /settings/],
  ['HTTP server', /server\/(http|start|app\.ts)|redis|limits|contract\/(endpoint|errors|readiness|schema)/],
  ['quiz: rules, banks, attempts, six screens', /quiz|flow|attempt|answers|banks|landing|levels/],
  ['pages and interface kit', /web|pages|contract/],
  ['the rest', /./],
]

type Count = { lines: number; files: number; tests: number; css: number }

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 30 })

function lastRelease(): string {
  try {
    return git('describe', '--tags', '--abbrev=0').trim()
  } catch {
    const month = new Date().toISOString().slice(0, 7)
    return git('rev-list', '--max-count=1', `--before=${month}-01T00:00:00Z`, 'HEAD').trim() || 'HEAD'
  }
}

/** The text of every file of a commit in these folders, by path. */
function textsAt(commit: string, ...folders: string[]): Map<string, string> {
  const paths = git('ls-tree', '-r', '--name-only', commit, ...folders)
    .split('\n')
    .filter((path) => /\.(tsx?|css|sql|example)$|^package\.json$|^docs\/.*\.md$/.test(path))
  const input = paths.map((path) => `${commit}:${path}`).join('\n')
  const output = execFileSync('git', ['cat-file', '--batch'], { input, maxBuffer: 2 ** 30 })
  const texts = new Map<string, string>()
  let at = 0
  for (const path of paths) {
    const end = output.indexOf('\n', at)
    const size = Number(output.toString('utf8', at, end).split(' ')[2])
    texts.set(path, output.toString('utf8', end + 1, end + 1 + size))
    at = end + size + 2
  }
  return texts
}

const isTest = (path: string) => /\.(test|e2e)\.tsx?$|^test\//.test(path)
const linesOf = (text: string) => text.split('\n').length - 1

function countsAt(commit: string): { capabilities: Map<string, Count>; totals: Map<string, number> } {
  const texts = textsAt(commit, 'src', 'workshop', 'harness', 'test', 'db', 'docs', '.env.example', 'package.json')
  const capabilities = new Map<string, Count>()
  for (const [path, text] of texts) {
    const inside = /^src\/(.+\.(tsx?|css))$/.exec(path)?.[1]
    if (!inside) continue
    const [name = ''] = CAPABILITIES.find(([, paths]) => paths.test(inside)) ?? []
    const count = capabilities.get(name) ?? { lines: 0, files: 0, tests: 0, css: 0 }
    const kind = inside.endsWith('.css') ? 'css' : isTest(path) ? 'tests' : 'lines'
    count[kind] += linesOf(text)
    if (kind === 'lines') count.files += 1
    capabilities.set(name, count)
  }
  const sum = (isCounted: (path: string) => boolean, count = linesOf) =>
    [...texts].reduce((total, [path, text]) => total + (isCounted(path) ? count(text) : 0), 0)
  const isCode = (path: string) => /\.tsx?$/.test(path)
  const matches = (pattern: RegExp) => (text: string) => text.match(pattern)?.length ?? 0
  const totals = new Map([
    ['lines of src', sum((path) => isCode(path) && path.startsWith('src/') && !isTest(path))],
    [
      'files of src',
      sum(
        (path) => isCode(path) && path.startsWith('src/') && !isTest(path),
        () => 1,
      ),
    ],
    [
      'lines of workshop and harness',
      sum((path) => isCode(path) && /^(workshop|harness)\//.test(path) && !isTest(path)),
    ],
    ['lines of tests', sum((path) => isCode(path) && isTest(path))],
    ['settings', sum((path) => path === '.env.example', matches(/^#? ?[A-Z][A-Z0-9_]+=/gm))],
    ['tables', sum((path) => path.startsWith('db/'), matches(/^\s*create table/gim))],
    ['runtime dependencies', Object.keys(JSON.parse(texts.get('package.json') ?? '{}').dependencies ?? {}).length],
    [
      'words of docs',
      sum(
        (path) => path.startsWith('docs/'),
        (text) => text.split(/\s+/).length,
      ),
    ],
  ])
  return { capabilities, totals }
}

const { values } = parseArgs({ options: { at: { type: 'string' } } })
const commit = values.at ?? lastRelease()
const [before, now] = [countsAt(commit), countsAt('HEAD')]
const row = (name: string, ...cells: (string | number)[]) =>
  console.log(name.padEnd(46) + cells.map((cell) => String(cell).padStart(8)).join(''))

row(`lines at ${commit.slice(0, 12)} and HEAD`, 'src', 'now', 'files', 'now', 'tests', 'now', 'css', 'now')
for (const [name] of CAPABILITIES) {
  const [old, today] = [before, now].map(({ capabilities }) => capabilities.get(name))
  const cells = (['lines', 'files', 'tests', 'css'] as const).flatMap((kind) => [old?.[kind] ?? 0, today?.[kind] ?? 0])
  if (old ?? today) row(name, ...cells)
}
console.log()
for (const [name, value] of now.totals) row(name, before.totals.get(name) ?? 0, value)
