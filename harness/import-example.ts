import { readFileSync } from 'node:fs'
import type { ImportedCardSet, ImportedTeacher } from '#contract/import-files.ts'
import { readImportFile } from '../src/operators/import/read-file.ts'

/** The teacher and the set in the file of docs/marketplace.md. */
export function importExample(): { teacher: ImportedTeacher; set: ImportedCardSet } {
  const document = readFileSync('docs/marketplace.md', 'utf8')
  const { teachers, vocabulary } = readImportFile(document.match(/```json import\n(.*?)```/s)?.[1] ?? '')
  return { teacher: teachers?.[0] as ImportedTeacher, set: vocabulary?.[0] as ImportedCardSet }
}
