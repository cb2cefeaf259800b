import { readFileSync } from 'node:fs'

/** The root of the repository or image, which contains data, db, dist, and public. */
export const ROOT = new URL('../../', import.meta.url)

/** The contents of a JSON file, by its path from the root. */
export function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'))
}
