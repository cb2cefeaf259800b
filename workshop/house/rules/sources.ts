import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { filesBelow } from '../../build/files-below.ts'
import { isTest, readModules } from '../modules.ts'

/** The text of a file. */
export const read = (file: string): string => readFileSync(file, 'utf8')

/** All TypeScript. */
export const modules = readModules()

/** All TypeScript but the tests. */
export const code = modules.filter(({ path }) => !isTest(path))

/** What is shipped. */
export const product = code.filter(({ path }) => path.startsWith('src/'))

/** What people read. */
export const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'NOTICE'],
  ...filesBelow('docs').filter((file) => file.endsWith('.md')),
].map((path) => ({ path, text: read(path) }))

/** The comments of all TypeScript, each with the column that it starts at. */
export const comments = modules.flatMap(({ path, text }) =>
  parseSync(path, text).comments.map(({ start, value }) => {
    const before = text.slice(0, start).split('\n')
    return { path, text: value, line: before.length, column: before.at(-1)?.length ?? 0 }
  }),
)
