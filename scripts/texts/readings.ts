import { existsSync, readFileSync } from 'node:fs'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { type Catalog, catalogHash, catalogParts } from './catalogs.ts'

/** `good`: it reads as if written in that language. `mend`: the notes list what does not. */
const VERDICTS = ['good', 'mend'] as const

/** One reading of one part of a catalog, from its first text to its last, by somebody who did not write it. */
export type TextsReading = {
  locale: Locale
  part: string
  /** The hash of the catalog as it was read. */
  hash: string
  reader: string
  date: string
  verdict: (typeof VERDICTS)[number]
  notes: string
}

/** The file of readings, one per line, newest last. */
export const READINGS_FILE = new URL('../../data/readings/texts.jsonl', import.meta.url)

/** All readings, newest last; empty if there are none. */
export function readTextsReadings(file: URL = READINGS_FILE): TextsReading[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** The newest reading of a catalog's current content, if there is one. */
export function presentTextsReading(
  readings: readonly TextsReading[],
  { locale, part, texts }: { locale: Locale; part: string; texts: Catalog },
): TextsReading | undefined {
  const hash = catalogHash(texts)
  return readings.findLast((reading) => reading.locale === locale && reading.part === part && reading.hash === hash)
}

/** Reasons not to record a reading; empty if it is valid. */
export function readingFaults(reading: Record<keyof TextsReading, unknown>, texts: Catalog | undefined): string[] {
  const { locale, part, hash, reader, verdict, notes } = reading
  const faults: string[] = []
  if (!LOCALES.some((tag) => tag === locale)) faults.push(`--locale is one of ${LOCALES.join(', ')}`)
  if (!catalogParts().some((name) => name === part)) faults.push(`--part is one of ${catalogParts().join(', ')}`)
  if (typeof reader !== 'string' || reader.trim() === '') faults.push('--reader must name the reader')
  if (!VERDICTS.some((word) => word === verdict)) faults.push(`--verdict is one of ${VERDICTS.join(', ')}`)
  if (typeof notes !== 'string' || (verdict === 'mend' && notes.trim() === ''))
    faults.push('--notes must say what to mend')
  if (faults.length > 0) return faults
  if (texts === undefined) return [`there are no texts of the part ${part} in ${locale}`]
  return catalogHash(texts) === hash
    ? []
    : ['--hash is not that of the texts as they stand: they have changed since they were read']
}
