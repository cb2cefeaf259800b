import { readFileSync } from 'node:fs'

/**
 * The rows of a JSON Lines file.
 * @throws Error if there is no such file, or a line is no JSON
 */
export function readJsonLines<Row>(file: string | URL): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line))
}
