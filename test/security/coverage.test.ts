import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const testFiles = ['src', 'workshop', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.(test|e2e)\.tsx?$/.test(file))

/** The ASVS requirements that a string names, such as 3.4.3 or 3.4.1 to 3.4.6. */
function requirementsIn(text: string): string[] {
  return [...text.matchAll(/\b(\d+\.\d+)\.(\d+)(?: to \1\.(\d+))?\b/g)].flatMap(([, chapter, from, to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${chapter}.${Number(from) + index}`),
  )
}

const unique = (names: readonly string[]) => [...new Set(names)].sort()

it('test names contain the requirements in SECURITY.md', () => {
  const tested = testFiles.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(['"`])v5\.0\.0-(.*?)(?:: |\1)/g)].flatMap(([, , name = '']) =>
      requirementsIn(name),
    ),
  )
  const claimed = [...readFileSync('SECURITY.md', 'utf8').matchAll(/^\| [^|]+ \| (\d[^|]+) \|/gm)].flatMap(
    ([, cell = '']) => requirementsIn(cell),
  )
  expect(claimed.length).toBeGreaterThan(60)
  expect(unique(tested)).toEqual(unique(claimed))
})
