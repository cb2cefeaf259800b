import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseSync } from 'vite'

/** The target of an import: one of our files by its absolute path, or a package by its name. */
type Import = { of: string; isPackage: boolean; kind: 'static' | 'type' | 'late' }

type Alias = [prefix: string, folder: string]
const aliases: Alias[] = Object.entries<string>(JSON.parse(readFileSync('package.json', 'utf8')).imports).map(
  ([prefix, folder]) => [prefix.replace('*', ''), folder.replace('*', '')],
)

function toImport(file: string, from: string, kind: Import['kind']): Import {
  const [prefix, folder] = aliases.find(([start]) => from.startsWith(start)) ?? ['.', '']
  if (folder) return { of: resolve(folder, from.slice(prefix.length)), isPackage: false, kind }
  if (from.startsWith('.')) return { of: resolve(dirname(file), from), isPackage: false, kind }
  return { of: from, isPackage: true, kind }
}

/** All imports and re-exports of a module; a style sheet has none. */
export function importsOf(file: string): Import[] {
  if (!/\.tsx?$/.test(file)) return []
  const code = readFileSync(file, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module
  const exported = staticExports
    .flatMap(({ entries }) => entries)
    .map((entry) => ({ from: entry.moduleRequest?.value, entries: [entry] }))
  const statics = [
    ...staticImports.map(({ moduleRequest, entries }) => ({ from: moduleRequest.value, entries })),
    ...exported,
  ].flatMap(({ from, entries }) => {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType)
    return from ? [toImport(file, from, isType ? 'type' : 'static')] : []
  })
  const late = dynamicImports
    .map(({ moduleRequest: { start, end } }) => /^(['"])(.+)\1$/.exec(code.slice(start, end))?.[2])
    .flatMap((from) => (from ? [toImport(file, from, 'late')] : []))
  return [...statics, ...late]
}

const filesOf = (file: string, kind: Import['kind']) =>
  importsOf(file)
    .filter((each) => each.kind === kind && !each.isPackage)
    .map(({ of }) => of)

/** A module and everything it imports statically at any depth, as absolute paths. Type imports don't count. */
export function staticGraph(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  for (const imported of filesOf(file, 'static')) staticGraph(imported, reached)
  return reached
}

/** Everything that a module may load later: all dynamic imports in its graph, each with its own static graph. */
export function lateGraph(file: string, reached = new Set<string>()): Set<string> {
  for (const late of [...staticGraph(file)].flatMap((imported) => filesOf(imported, 'late'))) {
    if (reached.has(late)) continue
    staticGraph(late, reached)
    lateGraph(late, reached)
  }
  return reached
}
