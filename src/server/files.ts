import { readFileSync } from 'node:fs'

/** The repository's root, or the image's: below it stand data, db, dist and public. */
export const ROOT = new URL('../../', import.meta.url)

/** What a JSON file says, named by its path from the root. */
export function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'))
}
