import { readFileSync } from 'node:fs'
import type { ListLevel } from '#quiz/bank.ts'
import { LEVELS, type Level } from '#quiz/constants.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { ROOT } from '#server/files.ts'
import { ANCHOR_LISTS, EQUAL_AIMS, listDistance } from './anchor-lists.ts'
import { type PictureKey, readLanguageBank, readPictureKeys, sentences } from './check/language-bank.ts'
import { capitalized } from './figures.ts'

/** How many of a level's words a list has at that level, one or more levels away, and not at all. */
const COLUMNS = ['equal', 'higher', 'lower', 'farHigher', 'farLower', 'unlisted'] as const
type Column = (typeof COLUMNS)[number]
type Counts = Record<Column, number>

/** The counts of one list at one of our levels. */
type Row = Counts & { list: string; level: Level }

/** A word's anchor and the level of its item. */
type Anchored = { anchor: ListLevel; level: Level }

function columnOf({ anchor, level }: Anchored): Column {
  const distance = listDistance(anchor, level)
  if (distance === undefined) return 'unlisted'
  if (distance === 0) return 'equal'
  if (distance > 0) return distance === 1 ? 'higher' : 'farHigher'
  return distance === -1 ? 'lower' : 'farLower'
}

function countsOf(words: readonly Anchored[]): Counts {
  const columns = words.map(columnOf)
  return Object.fromEntries(
    COLUMNS.map((column) => [column, columns.filter((each) => each === column).length]),
  ) as Counts
}

/** The words of the pictures in all languages. */
function pictureWords(pictureKeys: readonly PictureKey[]): Anchored[] {
  return pictureKeys.flatMap(({ level, anchors }) => Object.values(anchors).map((anchor) => ({ level, anchor })))
}

function keyWords(): Anchored[] {
  return LANGUAGES.flatMap((language) =>
    sentences(readLanguageBank(language)).flatMap(({ level, anchor }) =>
      anchor && 'list' in anchor ? [{ level, anchor }] : [],
    ),
  )
}

function readBefore(): Row[] {
  return JSON.parse(readFileSync(new URL('data/anchors-before.json', ROOT), 'utf8'))
}

const sumOf = (rows: readonly Counts[], column: Column) => rows.reduce((sum, row) => sum + row[column], 0)

function tableRow(names: readonly string[], before: readonly Counts[], now: readonly Counts[]): string {
  const cells = COLUMNS.map((column) => `${sumOf(before, column)} → ${sumOf(now, column)}`)
  return `| ${[...names, ...cells].join(' | ')} |`
}

const HEAD = 'equal | one level higher | one lower | two or more higher | two or more lower | not listed |'

/** The summary's section on the words and the lists. */
export function anchorSection(): string {
  const before = readBefore()
  const pictures = pictureWords(readPictureKeys())
  const words = [...pictures, ...keyWords()]
  const totals = Object.entries(EQUAL_AIMS).map(([level, aim]) => {
    const now = countsOf(pictures.filter((word) => word.level === level))
    return `${tableRow(
      [level],
      before.filter((row) => row.level === level),
      [now],
    )} ${aim} |`
  })
  const byList = Object.entries(ANCHOR_LISTS).flatMap(([list, { language }]) =>
    LEVELS.flatMap((level) => {
      const then = before.filter((row) => row.list === list && row.level === level)
      const now = words.filter((word) => word.anchor.list === list && word.level === level)
      return then.length + now.length > 0 ? [tableRow([capitalized(language), list, level], then, [countsOf(now)])] : []
    }),
  )
  const lists = Object.entries(ANCHOR_LISTS).map(
    ([list, { title, version, license, url }]) => `| ${[list, `[${title}](${url})`, version, license].join(' | ')} |`,
  )
  return `## Words against published lists

What published lists say about our words: those of the pictures, and keys that are a single word. The figures before the arrow are from the first comparison, on
2026-11-28. “Higher” means that the list puts the word above our level. If a list’s level spans two of ours, both count as equal. We keep only these facts from a list.

Pictures, 30 words in each of ${LANGUAGES.length} languages:

| level | ${HEAD} equal, at least |
|---|--:|--:|--:|--:|--:|--:|--:|
${totals.join('\n')}

By list:

| language | list | level | ${HEAD}
|---|---|---|--:|--:|--:|--:|--:|--:|
${byList.join('\n')}

| list | title | version | license |
|---|---|---|---|
${lists.join('\n')}`
}
