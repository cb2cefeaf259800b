/**
 * `npm run bench -- picture`: how long a report's picture takes, from the request to the drawing process to the PNG,
 * without caching. Limit: 300 ms in a warm process, one that has drawn each script once.
 */

import { measuredOn, writeFigures } from '#harness/figures.ts'
import { LEVELS } from '#quiz/levels.ts'
import type { Drawing } from '#server/pages/picture/draw-picture.ts'
import { Painter } from '#server/pages/picture/painter.ts'

const LIMIT_MS = 300
const ROUNDS = 60
const NAMES = {
  Latin: 'Anna Löwe-Šmíd',
  Cyrillic: 'Александра Ёлкина',
  Arabic: 'محمد بن عبد الله',
  Japanese: 'さくら 直子',
  Korean: '김민준',
  Chinese: '李小龙 張偉',
  emoji: 'Léa 🎭🇫🇷',
}

const painter = new Painter()

async function timeOf(name: string, round: number): Promise<number> {
  const drawing: Drawing = {
    name,
    level: LEVELS[round % LEVELS.length] ?? 'A1',
    headline: `French ${round}`,
    levelTitle: 'Language Talent',
    than: 'Scored higher than 78%',
    site: 'Language Assessment',
    direction: 'ltr',
    language: 'french',
    format: 'link',
    invitation: 'Find your level in 3 minutes',
    address: 'quiz.example/languageassessment',
  }
  const started = performance.now()
  await painter.draw(drawing)
  return performance.now() - started
}

const first = new Map<string, number>()
for (const [script, name] of Object.entries(NAMES)) first.set(script, await timeOf(name, 0))
const times = new Map(Object.keys(NAMES).map((script) => [script, [] as number[]]))
for (let round = 1; round <= ROUNDS; round++)
  for (const [script, name] of Object.entries(NAMES)) times.get(script)?.push(await timeOf(name, round))
painter.stop()

const rows = [...times].map(([script, measured]) => {
  const sorted = measured.toSorted((one, other) => one - other)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
  return `| ${script} | ${sorted.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${LIMIT_MS} | ${first.get(script)?.toFixed(0)} |`
})
writeFigures('docs/performance.md', 'picture', [
  `The picture of a report, one after another (\`npm run bench -- picture\`, ${measuredOn()}). The first Latin one starts the process; the first of the others loads its fonts.`,
  '',
  '| name | pictures | median ms | p95 | longest | limit | first |',
  '|---|--:|--:|--:|--:|--:|--:|',
  ...rows,
])
