import type { Module } from './modules.ts'

type Graph = ReadonlyMap<string, readonly string[]>

/** The strongly connected components of more than one node (Tarjan 1972). */
function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []

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
      const circle = stack.splice(stack.indexOf(node))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return lowest.get(node) as number
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return circles
}

/** Files that import each other. */
export function fileCircles(modules: readonly Module[]): string[][] {
  return circlesOf(new Map(modules.map(({ path, imports }) => [path, imports])))
}

/** The folders above a file, the root first, each with its slash. */
const foldersAbove = (path: string): string[] =>
  path.split('/').map((_, depth, parts) =>
    parts
      .slice(0, depth)
      .map((part) => `${part}/`)
      .join(''),
  )

/** Files and folders in the same folder that import each other. A folder counts as one, with everything in it. */
export function folderCircles(modules: readonly Module[]): string[][] {
  const folders = new Set(modules.flatMap(({ path }) => foldersAbove(path)))
  return [...folders].flatMap((folder) => {
    const entryOf = (path: string) => folder + path.slice(folder.length).replace(/\/.*/, '/')
    const inside = modules.filter(({ path }) => path.startsWith(folder))
    const graph = new Map<string, string[]>()
    for (const { path, imports } of inside) {
      const targets = imports.filter((target) => target.startsWith(folder)).map(entryOf)
      graph.set(entryOf(path), [...(graph.get(entryOf(path)) ?? []), ...targets])
    }
    // fileCircles reports circles of files alone.
    return circlesOf(graph).filter((circle) => circle.some((entry) => entry.endsWith('/')))
  })
}
