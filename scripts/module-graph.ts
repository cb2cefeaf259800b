import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseSync } from 'vite'

type Imports = { static: string[]; dynamic: string[] }

const NONE: Imports = { static: [], dynamic: [] }

/** The files of src that a module imports, without types and packages. */
function importsOf(file: string): Imports {
  if (!/\.tsx?$/.test(file)) return NONE
  const code = readFileSync(file, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module
  const pathOf = (from: string) =>
    from.startsWith('#') ? resolve(from.replace('#', 'src/')) : resolve(dirname(file), from)
  const isOurs = (from: string) => /^[.#]/.test(from)
  const imports = staticImports.map(({ moduleRequest, entries }) => ({ from: moduleRequest.value, entries }))
  const exports = staticExports.flatMap(({ entries }) =>
    entries.map((entry) => ({ from: entry.moduleRequest?.value ?? '', entries: [entry] })),
  )
  return {
    static: [...imports, ...exports]
      .filter(({ from, entries }) => isOurs(from) && (entries.length === 0 || entries.some((entry) => !entry.isType)))
      .map(({ from }) => pathOf(from)),
    dynamic: dynamicImports
      .map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1))
      .filter(isOurs)
      .map(pathOf),
  }
}

/** A module and everything it imports statically, at any depth, as absolute paths. */
export function staticGraph(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const imported of importsOf(file).static) staticGraph(imported, found)
  return found
}

/** Everything a module may load later: all dynamic imports below it, with the static graph of each. */
export function lateGraph(file: string, found = new Set<string>()): Set<string> {
  for (const late of [...staticGraph(file)].flatMap((imported) => importsOf(imported).dynamic)) {
    if (found.has(late)) continue
    staticGraph(late, found)
    lateGraph(late, found)
  }
  return found
}
