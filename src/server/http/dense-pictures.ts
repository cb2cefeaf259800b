import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readJson } from '../files.ts'

const drawnWith = readJson<Record<string, string>>('data/dense-pictures.json')

const folder = 'image/languageassessment'

/**
 * The keys of the pictures with a dense file, `{key}@2x.jpg`, that is missing or was drawn for a different `{key}.jpg`
 * than the first one found in `roots`. The specified file (Specification §3) may be replaced on its own; it's then
 * served instead of the dense one.
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
