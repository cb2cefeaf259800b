/** The shape of the source: sizes, imports, and the walls between its rooms. Read by src/rules.test.ts and scripts/source.ts. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A source file other than a test: its lines, and the files of src and the packages it imports, type-only imports included. */
export type SourceFile = { path: string; lines: number; imports: string[]; packages: string[] }

/** Which folders of src may import which, and which packages they must not (docs/decisions/001). */
const WALLS: { folder: string; mayImport: string[]; packages: RegExp }[] = [
  { folder: 'src/quiz/', mayImport: ['src/quiz/'], packages: /^$/ },
  { folder: 'src/contract/', mayImport: ['src/quiz/', 'src/contract/'], packages: /^typebox/ },
  {
    folder: 'src/web/',
    mayImport: ['src/quiz/', 'src/contract/', 'src/web/'],
    packages: /^(react|d3-|@lingui\/|typebox$)/,
  },
  { folder: 'src/server/pages/', mayImport: ['src/'], packages: /(?:)/ },
  { folder: 'src/server/', mayImport: ['src/quiz/', 'src/contract/', 'src/server/'], packages: /(?:)/ },
]

/** The rooms and loose files of src/server, bottom first: each imports only from those above it in this list. */
const SERVER_ORDER = [
  'setting-faults.ts',
  'sign-in-settings.ts',
  'marketplace-settings.ts',
  'settings.ts',
  'brand',
  'cache.ts',
  'guarded-fetch.ts',
  'banks',
  'db',
  'edge',
  'metrics',
  'visitor',
  'attempts',
  'wechat',
  'auth',
  'marketplace',
  'insights',
  'api',
  'pages',
  'app.ts',
  'process',
  'demo',
]

const IMPORT = /\b(?:from|import)\s*\(?\s*'([^'\s]+)'/g

function resolve(importer: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.replace(/^#(\w+)\//, 'src/$1/')
  return posix.join(posix.dirname(importer), specifier)
}

/** Reads every .ts and .tsx file of src that is not a test. */
export function readSources(): SourceFile[] {
  const paths = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const known = new Set(paths)
  return paths.map((path) => {
    const text = readFileSync(path, 'utf8')
    const specifiers = [...new Set([...text.matchAll(IMPORT)].map(([, specifier = '']) => specifier))]
    const imports = specifiers.map((specifier) => resolve(path, specifier)).filter((target) => known.has(target))
    const packages = specifiers.filter((specifier) => !/^[.#]/.test(specifier))
    return { path, lines: text.split('\n').length - 1, imports: [...new Set(imports)], packages }
  })
}

/** Groups of files that import each other: the strongly connected components (Tarjan 1972) of more than one file. */
export function findCircles(files: readonly SourceFile[]): string[][] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []

  const visit = (path: string): number => {
    const own = order.size
    order.set(path, own)
    lowest.set(path, own)
    stack.push(path)
    for (const target of importsOf.get(path) ?? []) {
      const reached = order.has(target) ? (stack.includes(target) ? (order.get(target) as number) : own) : visit(target)
      lowest.set(path, Math.min(lowest.get(path) as number, reached))
    }
    if (lowest.get(path) === own) {
      const circle = stack.splice(stack.indexOf(path))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return lowest.get(path) as number
  }
  for (const { path } of files) if (!order.has(path)) visit(path)
  return circles
}

/** The room of a server file, or its own name if it is loose; undefined outside src/server. */
function roomOf(path: string): string | undefined {
  return /^src\/server\/([^/]+)/.exec(path)?.[1]
}

/** Imports in src/server that lead to a higher room, and rooms that SERVER_ORDER does not list. */
export function findUpwardImports(files: readonly SourceFile[]): string[] {
  const rank = (path: string) => SERVER_ORDER.indexOf(roomOf(path) ?? '')
  const inServer = files.filter(({ path }) => roomOf(path))
  const unlisted = inServer.filter(({ path }) => rank(path) < 0).map(({ path }) => `${path}: not in SERVER_ORDER`)
  const upward = inServer.flatMap(({ path, imports }) =>
    imports.filter((target) => roomOf(target) && rank(target) > rank(path)).map((target) => `${path} -> ${target}`),
  )
  return [...unlisted, ...upward]
}

/** Imports through the walls between the folders of src. */
export function findWallBreaches(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, imports, packages }) => {
    const wall = WALLS.find(({ folder }) => path.startsWith(folder))
    if (!wall) return [`${path}: outside the folders of src`]
    const forbidden = [
      ...imports.filter((target) => !wall.mayImport.some((folder) => target.startsWith(folder))),
      ...packages.filter((name) => !wall.packages.test(name)),
    ]
    return forbidden.map((target) => `${path} -> ${target}`)
  })
}

const quantile = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0

/** The figures that the rules bound. */
export function measureSources(files: readonly SourceFile[]) {
  const sizes = files.map(({ lines }) => lines).sort((one, other) => one - other)
  const importers = new Map<string, number>()
  for (const target of files.flatMap(({ imports }) => imports)) importers.set(target, (importers.get(target) ?? 0) + 1)
  return {
    files: files.length,
    lines: sizes.reduce((sum, size) => sum + size, 0),
    medianLines: quantile(sizes, 0.5),
    p95Lines: quantile(sizes, 0.95),
    longestLines: sizes.at(-1) ?? 0,
    upTo15Lines: sizes.filter((size) => size <= 15).length,
    withOneImporter: [...importers.values()].filter((count) => count === 1).length,
    circles: findCircles(files).length,
    upwardImports: findUpwardImports(files).length,
    looseInServer: files.filter(({ path }) => /^src\/server\/[^/]+$/.test(path)).length,
  }
}

/** A page that a command writes, at least its tables, or that is one table. */
const isTable = (text: string) =>
  /[Ww]ritten by (`npm run|the commands)|^# (Specification matrix|What the test measures)/.test(text)

/** Words of the decision records, and of the pages in docs that people wrote. */
export function measureProse(): { decisionWords: number; docsWords: number } {
  const count = (folder: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((text) => !isTable(text))
      .reduce((sum, text) => sum + text.split(/\s+/).filter(Boolean).length, 0)
  return { decisionWords: count('docs/decisions'), docsWords: count('docs') }
}
