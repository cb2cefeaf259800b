import { readFileSync } from 'node:fs'
import type { ImportedCardSet, ImportedTeacher } from '#contract/import-files.ts'
import { type ReadFile, readCardSets, readTeachers } from '../src/operators/import/read-file.ts'

function entryOf<Entry>(read: ReadFile<Entry>): Entry {
  if (!read.ok) throw new Error(read.faults.join('\n'))
  return read.entries[0] as Entry
}

/** The teacher and the set in docs/marketplace.md. */
export function importExamples(): { teacher: ImportedTeacher; set: ImportedCardSet } {
  const document = readFileSync('docs/marketplace.md', 'utf8')
  const example = (name: string) => document.match(new RegExp(`\`\`\`json ${name}\\n(.*?)\`\`\``, 's'))?.[1] ?? ''
  return { teacher: entryOf(readTeachers(example('teachers'))), set: entryOf(readCardSets(example('sets'))) }
}
