import { relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { lateGraph, staticGraph } from './import-graph.ts'

const below = (graph: Set<string>) => [...graph].map((file) => relative('src/web', file))

it('finds the style sheets of a page and its components, but not those loaded later', () => {
  const files = below(staticGraph(resolve('src/web/flow/quiz-app.tsx')))
  expect(files).toEqual(expect.arrayContaining(['flow/guide-screen.module.css', 'ui/button.module.css']))
  expect(files).not.toContain('flow/test-screen.module.css')
  expect(files).not.toContain('result/result-screen.module.css')
})

it('follows aliases, and skips types and packages', () => {
  const files = below(staticGraph(resolve('src/web/info/legal-pages.tsx')))
  expect(files).toContain('../contract/urls.ts')
  expect(files).not.toContain('../contract/consent.ts')
  expect(files.filter((file) => file.includes('react'))).toEqual([])
})

it('finds modules loaded later, at any depth', () => {
  const files = below(lateGraph(resolve('src/web/flow/start.tsx')))
  expect(files).toEqual(expect.arrayContaining(['result/result-screen.tsx', 'share/share-sheet.tsx']))
})
