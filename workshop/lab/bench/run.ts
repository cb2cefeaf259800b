/**
 * `npm run bench`: every figure of docs/performance.md that needs no browser, as ratios against a peer or a limit in
 * one run.
 */

import { measuredOn, writeFigures } from '#harness/figures.ts'
import { engineFigures } from './engine.ts'
import { javascriptFigures } from './javascript.ts'
import { pageFigures } from './pages.ts'
import { quizFigures } from './quizzes.ts'
import { startFigures } from './start.ts'

const rows: string[] = []
for (const measure of [javascriptFigures, startFigures, pageFigures, quizFigures, engineFigures]) {
  const row = await measure()
  console.log(row)
  rows.push(row)
}
writeFigures('docs/performance.md', 'bench', [
  `Server and engine (\`npm run bench\`, ${measuredOn()}).`,
  '',
  '| what | ours | peer or limit | ratio | aim |',
  '|---|--:|--:|--:|--:|',
  ...rows,
])
