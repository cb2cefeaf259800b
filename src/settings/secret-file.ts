import { readFileSync } from 'node:fs'
import type { Fault } from './entry.ts'

/** The secret in a file, without white space around it. */
export function readSecretFile(path: string, fault: Fault): string {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    if (secret === '') fault(`the file ${path} is empty`)
    return secret
  } catch (error) {
    fault(`the file cannot be read: ${(error as Error).message}`)
    return ''
  }
}
