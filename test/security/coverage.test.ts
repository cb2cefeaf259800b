import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const testFiles = ['src', 'workshop', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.(test|e2e)\.tsx?$/.test(file))

/** SECURITY.md names a file by its path, or by its name alone after another of its folder. */
it('SECURITY.md names every test file of test/security', () => {
  const text = readFileSync('SECURITY.md', 'utf8')
  const ofSecurity = testFiles.filter((file) => file.startsWith(join('test', 'security')))
  expect(ofSecurity.length).toBeGreaterThan(20)
  const isNamed = (file: string) => text.includes(`\`${file}\``) || text.includes(`\`${basename(file, '.test.ts')}\``)
  expect(ofSecurity.filter((file) => !isNamed(file))).toEqual([])
})

/** The names of tests, including table tests: the string before the test function. */
const NAMES =
  /(?:^|[\s)])(?:it|test|describe)(?:\.each)?\(\s*(['"`])(v5\.0\.0-.*?)\1|\]\)\((['"`])(v5\.0\.0-.*?)\3|\w\)\((['"`])(v5\.0\.0-.*?)\5/gs

/**
 * The files whose tests name each of the 25 requirements: they begin with the ids of ASVS, and have the number in
 * brackets.
 */
function filesByNumber(): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (const file of testFiles)
    for (const match of readFileSync(file, 'utf8').matchAll(NAMES)) {
      const name = match[2] ?? match[4] ?? match[6] ?? ''
      for (const [, number] of name.split(': ')[0]?.matchAll(/\((\d+)\)/g) ?? [])
        found.set(Number(number), [...new Set([...(found.get(Number(number)) ?? []), file])].sort())
    }
  return found
}

/** The rows of the table of SECURITY.md: number, and the files of its tests. */
function rowsOfTable(): Map<number, string[]> {
  const rows = readFileSync('SECURITY.md', 'utf8').matchAll(/^\| (\d+) \|.*\| ([^|]*) \|$/gm)
  return new Map(
    [...rows].map(([, number, files]) => [
      Number(number),
      [...(files ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] as string).sort(),
    ]),
  )
}

it('each of the 25 requirements has a test that SECURITY.md lists', () => {
  const numbers = Array.from({ length: 25 }, (_, index) => index + 1)
  const found = filesByNumber()
  expect([...found.keys()].sort((one, other) => one - other)).toEqual(numbers)
  const rows = rowsOfTable()
  expect([...rows.keys()]).toEqual(numbers)
  for (const number of numbers) expect(rows.get(number), `row ${number} of SECURITY.md`).toEqual(found.get(number))
})
