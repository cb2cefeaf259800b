import { ImportFile } from '#contract/import-files.ts'
import { describeError, findErrors } from '#contract/schema-errors.ts'
import { isBounded, MAX_LEVELS } from '#server/json-bounds.ts'

const MAX_ERRORS = 100

/** Errors that a schema can't express; `at` is the place of the entry. */
function errorsOfEntries({ teachers = [], vocabulary = [] }: ImportFile): string[] {
  const errors: string[] = []
  for (const [kind, entries] of Object.entries({ teachers, vocabulary })) {
    const first = new Map<string, number>()
    for (const [index, { key }] of entries.entries())
      if (first.has(key)) errors.push(`${kind}.${index}.key is also the key of ${kind}.${first.get(key)}`)
      else first.set(key, index)
  }
  for (const [index, { free }] of teachers.entries()) {
    const starts = new Set<string>()
    for (const [slot, { start_time, end_time }] of free.entries()) {
      const at = `teachers.${index}.free.${slot}`
      if ([start_time, end_time].some((time) => !isInCalendar(time)))
        errors.push(`${at} has a date that does not exist`)
      else if (end_time <= start_time) errors.push(`${at} ends before it starts`)
      else if (starts.has(start_time)) errors.push(`${at} starts at the same time as an earlier one`)
      starts.add(start_time)
    }
  }
  for (const [index, { front_language, back_language }] of vocabulary.entries())
    if (front_language === back_language) errors.push(`vocabulary.${index}.back_language equals front_language`)
  return errors
}

/** JavaScript rolls an invalid day over to the next month. */
function isInCalendar(time: string): boolean {
  const instant = Date.parse(time)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(time.slice(0, 16))
}

/**
 * The contents of an import file.
 * @throws Error that lists each invalid entry and field, up to 100
 */
export function readImportFile(json: string): ImportFile {
  const file: unknown = JSON.parse(json)
  if (!isBounded(file, Number.POSITIVE_INFINITY)) throw new Error(`the file has more than ${MAX_LEVELS} levels`)
  const ofSchema = Array.from(findErrors(ImportFile, file), (error) => describeError(error, 'the file'))
  const errors = ofSchema.length > 0 ? ofSchema : errorsOfEntries(file as ImportFile)
  if (errors.length === 0) return file as ImportFile
  const more = errors.length - MAX_ERRORS
  throw new Error([...errors.slice(0, MAX_ERRORS), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'))
}
