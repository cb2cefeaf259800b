import { globSync, readFileSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { importsOf } from '../build/import-graph.ts'

/** A TypeScript file, with our modules and the packages that it imports, including types and dynamic imports. */
export type Module = { path: string; text: string; lines: number; imports: string[]; packages: string[] }

/** Folders that are installed, built, or written by a test run. */
const MADE = ['node_modules', 'dist', 'test-results', '.data', '.cache']

/** Tests may import anything, and nothing imports them, so import rules skip them. */
export const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$/.test(path)

/** Reads all TypeScript in the working directory, except declarations. */
export function readModules(): Module[] {
  const paths = globSync('**/*.{ts,tsx}', { exclude: (name) => MADE.includes(basename(name)) })
    .filter((path) => !path.endsWith('.d.ts'))
    .sort()
  const ours = new Set(paths)
  return paths.map((path) => {
    const text = readFileSync(path, 'utf8')
    const imports = importsOf(resolve(path))
    const named = (isPackage: boolean) => imports.filter((each) => each.isPackage === isPackage).map(({ of }) => of)
    return {
      path,
      text,
      lines: text.split('\n').length - 1,
      imports: [...new Set(named(false).map((file) => relative('.', file)))].filter((file) => ours.has(file)),
      packages: [...new Set(named(true))],
    }
  })
}
