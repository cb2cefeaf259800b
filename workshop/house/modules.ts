import { globSync, readFileSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { importsOf } from '../build/import-graph.ts'

/** A file of TypeScript: the modules of ours and the packages that it imports, types and late parts included. */
export type Module = { path: string; text: string; lines: number; imports: string[]; packages: string[] }

/** What is installed, built or written by a run. */
const MADE = ['node_modules', 'dist', 'test-results', '.data', '.cache']

/** Tests import whatever they test, and nothing imports them: rules about imports look at the rest. */
export const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$/.test(path)

/** Reads all TypeScript of the working directory, declarations apart. */
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
