import { readFileSync } from 'node:fs'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { ROOT } from '#server/files.ts'

/** A published list of words by level. Nothing of it is here but what it says of our own words. */
type AnchorList = {
  language: Language
  title: string
  version: string
  license: string
  url: string
  /** Our levels for each level of the list, two where one of the list's spans both. */
  levels: Record<string, Level[]>
}

/** The lists by the name that anchors use. */
export const ANCHOR_LISTS: Readonly<Record<string, AnchorList>> = JSON.parse(
  readFileSync(new URL('data/anchor-lists.json', ROOT), 'utf8'),
)
