import type { Module } from './modules.ts'

type Graph = ReadonlyMap<string, readonly string[]>

/** The strongly connected components of more than one node (Tarjan 1972). */
function cyclesOf(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []

  const visit = (node: string): number => {
    const own = order.size
    order.set(node, own)
    lowest.set(node, own)
    stack.push(node)
    for (const target of graph.get(node) ?? []) {
      const reached = order.has(target) ? (stack.includes(target) ? (order.get(target) as number) : own) : visit(target)
      lowest.set(node, Math.min(lowest.get(node) as number, reached))
    }
    if (lowest.get(node) === own) {
      const cycle = stack.splice(stack.indexOf(node))
      if (cycle.length > 1) cycles.push(cycle.sort())
    }
    return lowest.get(node) as number
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return cycles
}

/** Files that import each other. */
export function fileCycles(modules: readonly Module[]): string[][] {
  return cyclesOf(new Map(modules.map(({ path, imports }) => [path, imports])))
}

/** The folders above a file, the root first, each with a trailing slash. */
const foldersAbove = (path: string): string[] =>
  path.split('/').map((_, depth, parts) =>
    parts
      .slice(0, depth)
      .map((part) => `${part}/`)
      .join(''),
  )

/** Files and folders in the same folder that import each other. A folder and everything in it count as one. */
export function folderCycles(modules: readonly Module[]): string[][] {
  const folders = new Set(modules.flatMap(({ path }) => foldersAbove(path)))
  return [...folders].flatMap((folder) => {
    const entryOf = (path: string) => folder + path.slice(folder.length).replace(/\/.*/, '/')
    const inside = modules.filter(({ path }) => path.startsWith(folder))
    const graph = new Map<string, string[]>()
    for (const { path, imports } of inside) {
      const targets = imports.filter((target) => target.startsWith(folder)).map(entryOf)
      graph.set(entryOf(path), [...(graph.get(entryOf(path)) ?? []), ...targets])
    }
    // fileCycles reports cycles that have only files.
    return cyclesOf(graph).filter((cycle) => cycle.some((entry) => entry.endsWith('/')))
  })
}
