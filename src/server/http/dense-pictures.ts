import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readJson } from '../files.ts'

const drawnWith = readJson<Record<string, string>>('data/dense-pictures.json')

const folder = 'image/languageassessment'

/**
 * The keys of the pictures whose dense file, `{key}@2x.jpg`, is missing or was drawn for a different `{key}.jpg` than
 * the one in `roots`, where the first file found counts. The specified file (Specification §3) may be replaced alone;
 * it is then served instead of the dense one.
 */
export function keysWithoutDensePicture(roots: readonly URL[]): string[] {
  const find = (file: string) => roots.map((root) => new URL(`${folder}/${file}`, root)).find((url) => existsSync(url))
  return Object.entries(drawnWith).flatMap(([key, hash]) => {
    const specified = find(`${key}.jpg`)
    if (!specified) return []
    const isSame = createHash('sha256').update(readFileSync(specified)).digest('hex') === hash
    return isSame && find(`${key}@2x.jpg`) ? [] : [key]
  })
}
