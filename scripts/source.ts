/** Prints the figures of the source that src/rules.test.ts bounds, with the largest files and whatever breaks a rule. */
import {
  findCircles,
  findUpwardImports,
  findWallBreaches,
  measureProse,
  measureSources,
  readSources,
} from '../harness/source-graph.ts'

const files = readSources()
const largest = files.toSorted((one, other) => other.lines - one.lines).slice(0, 10)

console.table({ ...measureSources(files), ...measureProse() })
console.table(Object.fromEntries(largest.map(({ path, lines }) => [path, { lines }])))
const breaches = [
  ...findCircles(files).map((circle) => `circle: ${circle.join(', ')}`),
  ...findUpwardImports(files).map((line) => `upward: ${line}`),
  ...findWallBreaches(files).map((line) => `wall: ${line}`),
]
console.log(breaches.length > 0 ? breaches.join('\n') : 'No circles, no upward imports, no imports through a wall.')
