import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Identifier } from '@mdn/browser-compat-data'
import { parseSync } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import { data, featuresOf, isOld, newBuiltIns } from '#harness/newer-than-floor.ts'
import { filesBelow } from './files-below.ts'

/** Newer than the minimum but optional: without them, screens change abruptly and people copy links by hand. */
const GUARDED = new Set(['startViewTransition', 'share', 'ClipboardItem', 'navigate', 'replaceSync', 'skipTransition'])

/** Members with the same name as a new one: React's and WeChat's. */
const NAMESAKES = new Set(['use', 'config'])

/** Newer than the minimum, but without it, a page only looks plainer. */
const PLAINER = new Set([
  ...['accent-color', 'box-decoration-break', 'forced-color-adjust', 'hyphens', 'hyphenate-limit-chars', 'outline'],
  ...['overscroll-behavior', 'overscroll-behavior-x', 'print-color-adjust', 'resize', 'text-size-adjust', 'text-wrap'],
  ...['user-select', 'view-transition-name', 'view-transition-class', '::view-transition', '::view-transition-group'],
  ...['::view-transition-old', '::view-transition-new', 'color-mix', ':popover-open', ':dir'],
])

type Node = { type: string; [member: string]: unknown }
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

function* nodesBelow(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node).flat()) if (isNode(value)) yield* nodesBelow(value)
}

/** The new built-ins that a script uses. */
function usedOf({ globals, statics, members }: ReturnType<typeof newBuiltIns>, code: string): string[] {
  return [...nodesBelow(parseSync('script.js', code).program as unknown as Node)].flatMap((node) => {
    if (node.type === 'NewExpression' || node.type === 'CallExpression') {
      const { name, object, property } = node.callee as Record<'object' | 'property', { name?: string }> & {
        name?: string
      }
      const path = `${object?.name}.${property?.name}`
      if (name && globals.has(name) && !GUARDED.has(name)) return [name]
      if (statics.has(path)) return [path]
      const member = property?.name ?? ''
      return members.has(member) && !GUARDED.has(member) && !NAMESAKES.has(member) ? [member] : []
    }
    const { pattern = '', flags = '' } = (node.regex ?? {}) as { pattern?: string; flags?: string }
    if (/\(\?<[=!]/.test(pattern) || flags.includes('v')) return [`/${pattern}/${flags}`]
    return []
  })
}

let scripts: string[]
beforeAll(() => {
  execFileSync(process.execPath, ['workshop/build/build.ts', '--if-needed'])
  scripts = filesBelow('dist/web').filter((file) => file.endsWith('.js'))
})

it('uses no built-in that the oldest browsers lack in scripts', () => {
  const newer = newBuiltIns()
  const used = new Set(
    scripts.flatMap((file) => usedOf(newer, readFileSync(file, 'utf8')).map((name) => `${name} in ${file}`)),
  )
  expect([...used]).toEqual([])
})

/** The properties, functions, and selectors in a style sheet that are newer than the minimum. */
function newerInStyles(css: string): string[] {
  const { properties, selectors, types } = data.css as Record<string, Identifier>
  const functions = new Map(featuresOf(types).flatMap(([name, type]) => [[name, type] as const, ...featuresOf(type)]))
  const isNew = (feature: Identifier | undefined) => feature?.__compat !== undefined && !isOld(feature)
  const names = (pattern: RegExp) => [...css.matchAll(pattern)].map(([, name = '']) => name)
  return [
    ...names(/[{;]\s*([a-z-]+)\s*:/g).filter((name) => isNew(properties?.[name] as Identifier)),
    ...names(/([a-z-]+)\(/g).filter((name) => isNew(functions.get(name))),
    ...names(/(::?[a-z-]+)/g).filter((name) => isNew(selectors?.[name.replace(/^::?/, '')] as Identifier)),
    ...(/[{;]\s*&/.test(css) ? ['nesting'] : []),
  ].filter((name) => !PLAINER.has(name) && !/^:*-/.test(name))
}

it('uses nothing in style sheets that pages in the oldest browsers depend on', () => {
  const sheets = filesBelow('src/web').filter((file) => file.endsWith('.css'))
  const used = sheets.flatMap((file) => newerInStyles(readFileSync(file, 'utf8')).map((name) => `${name} in ${file}`))
  expect(used).toEqual([])
})

it.each(['a { & b { color: red } }', 'a { color: light-dark(red, blue) }', 'a { field-sizing: content }'])(
  'detects %s',
  (css) => expect(newerInStyles(css)).toHaveLength(1),
)

it.each([
  'Object.groupBy([], String)',
  'AbortSignal.timeout(1)',
  'Array.fromAsync([])',
  'Promise.withResolvers()',
  'new Set().union(new Set())',
  '[].toSorted()',
  'URL.canParse("")',
  '"".isWellFormed()',
  'document.body.togglePopover()',
  '/(?<=a)b/',
  '/[a--b]/v',
])('detects %s', (code) => {
  expect(usedOf(newBuiltIns(), code)).toHaveLength(1)
})
