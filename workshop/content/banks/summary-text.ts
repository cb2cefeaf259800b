import { DEFAULT_LOCALE, LOCALES } from '#contract/locales.ts'
import { LEVELS } from '#quiz/constants.ts'
import { enemyPairs } from '#quiz/enemies.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { MODEL_PREFIX } from '../readings.ts'
import { anchorSection } from './anchor-figures.ts'
import { depthSection } from './c1-depth-text.ts'
import { readLanguageBank, sentences } from './check/language-bank.ts'
import { READ_AIMS } from './check/read.ts'
import {
  dialoguesOf,
  LIMITS,
  oddKeys,
  recycledEndings,
  recycledOptions,
  SENTENCE_LEVELS,
  topicsOf,
  unforeseenEnemies,
} from './check/whole-bank.ts'
import {
  capitalized,
  drawReadingsOf,
  type Figures,
  figuresOf,
  type History,
  historiesOf,
  share,
  wholeReadingsOf,
} from './figures.ts'
import { itemLedger } from './item-readings.ts'
import { NOTE_LEDGER } from './note-readings.ts'
import { noteFigures } from './notes.ts'

/** The file of the report, relative to the repository. */
export const SUMMARY_FILE = 'docs/banks.md'

const shortName = (reader: string) => reader.replace(MODEL_PREFIX, '')

function intro(histories: readonly History[]): string {
  const readings = histories.flatMap((history) => history.readings)
  const newest = readings.map(({ date }) => date).reduce((one, other) => (one > other ? one : other), '')
  const isModelsOnly = readings.every(({ reader }) => reader.startsWith(MODEL_PREFIX))
  return `# Blind readings of the question banks

Written by \`npm run banks -- summary\` from \`data/banks\` and \`data/readings\`, which names the reader of each item. ${newest ? `The latest reading is from ${newest}.` : 'There are no readings yet.'}

- **Reading.** A reader gets items in random order, each with its options in random order, without key, level, or notes. The reader names the right option, any
  other defensible option, and the level. For a picture item, the reader sees the picture.
- **Readers.** Each reads alone, without the key or another reading. ${isModelsOnly ? 'All readers so far are language models, not people' : 'Names with “language model” aren’t people'}.
- **Confirmed.** The reader chose the key and found no other option defensible.
- **First reading.** The first reading of each item, in its wording at the time.
- **Repaired.** Items reworded since their first reading.
- **Now.** The latest reading of the current wording. Items were fixed and read again until a reading confirmed them, so this describes the banks as they are
  now; the first reading shows how good the first drafts were.
- **Natural.** The latest reading rates the sentence 4 or 5 out of 5.
- **Level.** The latest guess for a sentence is our level. Readers know what B1 to C2 mean; readers of a whole bank or of draw 4 also know that every level has the
  same number of items. Items that seemed too easy were made harder and read again, so this, too, describes the banks after repair.`
}

const HEAD =
  '| items | confirmed at first reading | repaired | confirmed now | level equal | level within one | natural | readers |'
const LINE = '|---|--:|--:|--:|--:|--:|--:|--:|--:|'

function row(name: string, figures: Figures): string {
  const {
    items,
    firstAgreed,
    firstKnown,
    repaired,
    confirmed,
    leveled,
    levelEqual,
    levelNear,
    rated,
    natural,
    readers,
  } = figures
  const cells = [
    name,
    items,
    `${share(firstAgreed, items)}${firstKnown < items ? `, unknown for ${items - firstKnown}` : ''}`,
    repaired,
    share(confirmed, items),
    share(levelEqual, leveled),
    share(levelNear, leveled),
    share(natural, rated),
    readers.length,
  ]
  return `| ${cells.join(' | ')} |`
}

function languageSection(language: Language, histories: readonly History[]): string {
  const levels = LEVELS.map((level) => {
    const figures = figuresOf(histories.filter(({ item }) => item.level === level))
    return row(level, figures)
  })
  return [
    `## ${capitalized(language)}`,
    '',
    `| level ${HEAD}`,
    LINE,
    ...levels,
    row('**all**', figuresOf(histories)),
  ].join('\n')
}

function totals(histories: readonly History[]): string {
  const figures = figuresOf(histories)
  const overruled = `${figures.overruled} items are confirmed by a newer reading, although an earlier one of the same wording did not.`
  const table = [`| languages ${HEAD}`, LINE, row(`**${LANGUAGES.length}**`, figures)]
  return ['## All languages', '', ...table, '', overruled].join('\n')
}

/** The section on readers of an entire bank. */
function wholeReadings(byLanguage: readonly { language: Language; histories: readonly History[] }[]): string {
  const rows = byLanguage.flatMap(({ language, histories }) =>
    wholeReadingsOf(histories).map(({ reader, date, read, confirmed, levelEqual, ofC2, lowerC2, natural }) => {
      const shares = [share(confirmed, read), share(levelEqual, read), share(lowerC2, ofC2), share(natural, read)]
      return `| ${[capitalized(language), shortName(reader), date, ...shares].join(' | ')} |`
    }),
  )
  return `## Whole banks

One reader read every sentence of a bank as it was that day. The findings were fixed and read again; the tables for each language below show the result.
Aims: 98% confirmed, ${READ_AIMS.levelEqual}% at our level, at most ${READ_AIMS.lowerC2}% of C2 lower, ${READ_AIMS.natural}% natural.

| language | reader | date | confirmed | level equal | C2 read lower | natural |
|---|---|---|--:|--:|--:|--:|
${rows.join('\n')}`
}

/** The section on readers of a draw: twelve random items of each level, plus changed ones. */
function draws(byLanguage: readonly { language: Language; histories: readonly History[] }[]): string {
  const rows = byLanguage.flatMap(({ language, histories }) =>
    drawReadingsOf(histories).map(({ reader, date, read, confirmed, leveled, levelEqual, rated, natural }) => {
      const shares = [share(confirmed, read), share(levelEqual, leveled), share(natural, rated)]
      return `| ${[capitalized(language), shortName(reader), date, ...shares].join(' | ')} |`
    }),
  )
  return `## Draws

After the whole banks, one reader per language got twelve random items of each level (\`npm run banks -- sheet --draw 12 --seed …\`). Draw 3 also had every changed
item, and a second reader read those, too. For draw 4 (seed 319396571), the items that readers of draw 3 had placed too low, and similar ones, had been made harder.
Pictures count only under “confirmed”.

| language | reader | date | confirmed | level equal | natural |
|---|---|---|--:|--:|--:|
${rows.join('\n')}`
}

const percent = (share: number) => `${Math.round(share * 100)}%`

function wholeBankRow(language: Language): string {
  const bank = readLanguageBank(language)
  const items = sentences(bank)
  const recycled = recycledOptions(bank)
  const topics = SENTENCE_LEVELS.flatMap((level) =>
    topicsOf(bank, level)
      .slice(0, 1)
      .map((top) => ({ level, ...top })),
  )
  const top = topics.toSorted((left, right) => right.count - left.count)[0]
  const pairs = enemyPairs(items)
  const cells = [
    capitalized(language),
    items.filter(({ topic }) => !topic).length,
    top ? `${top.topic}, ${top.count} of ${top.level}` : '–',
    SENTENCE_LEVELS.map((level) => dialoguesOf(bank, level).length).join(' · '),
    recycled.length + recycledEndings(bank).length,
    recycled.filter((each) => each.items.length >= LIMITS.worn).length,
    oddKeys(bank).length,
    pairs.length - unforeseenEnemies(bank).length,
    unforeseenEnemies(bank).length,
  ]
  return `| ${cells.join(' | ')} |`
}

function wholeBanks(): string {
  const { recycled, worn, oddKeys: odd, enemies, topicShare, dialogues } = LIMITS
  return `## Options, pairs, and topics in a whole bank

\`npm run banks -- check\` enforces these limits in every bank and lists the pairs.

- **Topics.** Every sentence has one, and no topic has more than ${percent(topicShare)} of a level (3 of 30). The column names the largest.
- **Dialogues.** At least ${dialogues} at each level from B1 up. The column has the counts for B1 · B2 · C1 · C2.
- **Recycled.** An option that is wrong in ${recycled} or more sentences and never right, or, in Korean and Japanese, an ending that is wrong in ${worn} or more: none allowed. **Worn**
  means ${worn} or more sentences.
- **Known by form.** Sentences whose key is the only option with its number of words, capital, apostrophe, script, or mood: at most ${odd}.
- **Pairs.** Two sentences that help each other. No test has both if the level has enough others. The blueprint plans two sentences per point; the other pairs share
  an answer or options, or the stem of one contains an answer to the other: at most ${enemies} of these per item.
- **Level.** Before a release (\`--release\`), readers place ${READ_AIMS.levelEqual}% of a bank's sentences at our level and find ${READ_AIMS.natural}% natural, and they place at most ${READ_AIMS.lowerC2}% of C2 lower.

| language | without topic | largest topic | dialogues | recycled | worn | known by form | pairs of a point | other pairs |
|---|--:|---|---|--:|--:|--:|--:|--:|
${LANGUAGES.map(wholeBankRow).join('\n')}`
}

function notes(): string {
  const readings = NOTE_LEDGER.read()
  const draws = [...new Set(readings.map(({ draw }) => draw))].sort()
  const rows = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).map((locale) => {
    const each = draws.map((draw) => noteFigures(locale, draw, readings))
    const judged = each.map((one) => {
      const taught = one.lessons > 0 ? `, ${one.teaching} of ${one.lessons} teach` : ''
      return `${one.unclear} + ${one.false} of ${one.judged}, ${one.reworded} reworded${taught}`
    })
    const readers = new Set(each.flatMap((one) => one.readers)).size
    return `| ${[locale, each[0]?.wanted, each[0]?.translated, ...judged, readers].join(' | ')} |`
  })
  return `## Notes in the reader's language

The notes say why the key is right and the other options are wrong, what the sentence and its word mean, and what the points are called. Each draw is one note in
twenty, judged by a reader who neither wrote nor fixed it (\`data/readings/notes.jsonl\`). Draws 1 and 2 came before keys had notes, draw 3 after all notes were
rewritten, and draw 4 after the third edition of the items was translated. Each column shows unclear + false out of those judged, how many have been reworded since,
and how many notes on options teach: they give the rule or meaning and connect it to the sentence, or they give an example. Aims: none false, at most 1% unclear,
95% that teach.

| interface | notes | translated |${draws.map((draw) => ` draw ${draw} |`).join('')} readers |
|---|--:|--:|${draws.map(() => '---|').join('')}--:|
${rows.join('\n')}`
}

/** The report on all banks, deterministic for the same banks and readings. */
export function banksSummary(): string {
  const byLanguage = LANGUAGES.map((language) => ({
    language,
    histories: historiesOf(readLanguageBank(language).items, itemLedger(language).read()),
  }))
  const all = byLanguage.flatMap(({ histories }) => histories)
  const sections = byLanguage.map(({ language, histories }) => languageSection(language, histories))
  const general = [
    intro(all),
    totals(all),
    wholeReadings(byLanguage),
    draws(byLanguage),
    wholeBanks(),
    anchorSection(),
    depthSection(),
  ]
  return `${[...general, notes(), ...sections].join('\n\n')}\n`
}
