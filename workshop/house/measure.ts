import { existsSync, globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { staticGraph } from '../build/import-graph.ts'
import { fileCircles, folderCircles } from './circles.ts'
import { isTest, type Module, readModules } from './modules.ts'
import { LISTS, OWNERS, PLACES, type Probe } from './probes.ts'
import { sizesOf, wordsOf } from './sizes.ts'

type Text = Pick<Module, 'path' | 'text'>

/** What a figure says of a tree, and what was counted. */
export type Figure = { name: string; value: number; counted: string[] }

const OTHERS = ['.env.example', 'docs/**/*.md', 'data/texts/**/en.json', 'src/**/*.json']

/** Names that say what was done to something, and not what it is. */
const PARTICIPLES = /\b(?:const|let) (?:known|found|kept|told|said|given)\b/g

const isCode = ({ path }: Text) => /\.tsx?$/.test(path) && !isTest(path)

/** Documents that a command writes are nobody's to keep. */
function isWritten(path: string, code: readonly Text[]): boolean {
  return (
    !path.endsWith('.ts') && code.some(({ text }) => /writeFileSync\(|writeFigures\(/.test(text) && text.includes(path))
  )
}

function holders({ pattern, in: where, typed }: Probe, texts: readonly Text[], code: readonly Text[]): string[] {
  if (typed && code.some(({ path, text }) => path.startsWith('src/') && typed.test(text))) return []
  return (
    texts
      .filter((text) => (where ? where.test(text.path) : isCode(text)) && pattern.test(text.text))
      .filter(({ path }) => !isTest(path) || path.startsWith('test/'))
      .filter(({ path }) => !isWritten(path, code))
      // The probes hold what they look for.
      .map(({ path }) => path)
      .filter((path) => path !== 'workshop/house/probes.ts')
  )
}

/** The files of src that loading the handler of an answer loads, at any depth, types apart. */
function filesOfAnswer(code: readonly Text[]): string[] {
  const handler = code.find(({ text }) => /\.\.\.putAnswer\b/.test(text))
  return handler ? [...staticGraph(resolve(handler.path))].map((file) => relative('.', file)) : []
}

/** Measures the tree in the working directory. */
export function measure(): Figure[] {
  const modules = readModules()
  const code = modules.filter(isCode)
  const others = globSync(OTHERS).filter((path) => existsSync(path))
  const texts: Text[] = [...modules, ...others.map((path) => ({ path, text: readFileSync(path, 'utf8') }))]
  const figure = (name: string, counted: string[], value = counted.length): Figure => ({ name, value, counted })
  const probed = (probes: readonly Probe[]) =>
    probes.map((probe) => ({ ...probe, files: holders(probe, texts, code) })).filter(({ files }) => files.length > 0)
  const isOf = (folder: string) => (module: Module) => module.path.startsWith(folder)

  const places = Object.entries(PLACES).map(([kind, probes]) =>
    figure(
      `places to say ${kind}`,
      probed(probes).map(({ what, files }) => `${what}: ${files.join(', ')}`),
    ),
  )
  const owned = probed(OWNERS).filter(({ files }) => files.length > 1)
  const src = sizesOf(code.filter(isOf('src/')))
  const sizes = Object.entries(src).map(([name, value]) => figure(`src: ${name}`, [], value))
  const rest = sizesOf(code.filter((module) => !isOf('src/')(module)))
  return [
    ...places,
    figure(
      'facts with two owners or more',
      owned.map(({ what, files }) => `${what}: ${files.join(', ')}`),
    ),
    figure(
      'lists apart from what they list',
      probed(LISTS).map(({ what, files }) => `${what}: ${files.join(', ')}`),
    ),
    figure(
      'circles of files',
      fileCircles(code).map((circle) => circle.join(', ')),
    ),
    figure(
      'circles of folders',
      folderCircles(code).map((circle) => circle.join(', ')),
    ),
    figure('files that the handler of an answer loads', filesOfAnswer(code)),
    figure(
      'variables named by a participle (known, found, …)',
      code.flatMap(({ path, text }) => (text.match(PARTICIPLES) ?? []).map((name) => `${path}: ${name}`)),
    ),
    ...sizes,
    figure('lines of tools (workshop, harness, test, settings)', [], rest.lines),
    figure('words of docs/decisions', [], wordsOf('docs/decisions')),
    figure('words of docs', [], wordsOf('docs')),
  ]
}
