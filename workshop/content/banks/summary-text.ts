import { DEFAULT_LOCALE, LOCALES } from '#contract/locales.ts'
import { LEVELS } from '#quiz/constants.ts'
import { enemyPairs } from '#quiz/enemies.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
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

const MODEL_PREFIX = 'language-model reader '

function readerNames(readers: readonly string[]): string {
  const models = readers.filter((reader) => reader.startsWith(MODEL_PREFIX))
  const others = readers.filter((reader) => !reader.startsWith(MODEL_PREFIX))
  const names = models.map((reader) => reader.slice(MODEL_PREFIX.length)).join(', ')
  return [...others, ...(names ? [`language model ${names}`] : [])].join('; ') || 'nobody'
}

function intro(histories: readonly History[]): string {
  const readings = histories.flatMap((history) => history.readings)
  const newest = readings.map(({ date }) => date).reduce((one, other) => (one > other ? one : other), '')
  const isModelsOnly = readings.every(({ reader }) => reader.startsWith(MODEL_PREFIX))
  return `# The question banks, read blind

Written by \`npm run banks -- summary\` from \`data/banks\` and \`data/readings\`; the newest reading is of ${newest || 'no date'}.

- **Read.** A reader gets the items of a bank in random order, each with its options in random order, without key, level and notes, and names the right
  option, every other option that can be defended, and the level. A picture item was read from the picture.
- **Readers.** The last column names each. They are independent: each reads alone, with no other reading and no key at hand${isModelsOnly ? '; all of them are language models, no person has read so far' : '; “language model” stands before those that are no persons'}.
  Only pictures-author and sentences-author read what they had written themselves; no item’s first or newest reading is theirs.
- **Confirmed.** The reader chose the key and found no second option defensible.
- **First reading.** The first recorded reading of each item, of the wording it had then.
- **Repaired.** Items that are worded otherwise than at their first reading, whether or not it confirmed them.
- **Now.** The newest reading of the present wording. Items were repaired and read again until it was good, so it describes the banks as they stand; how well
  items are written at first is what the first reading says.
- **Natural.** How the newest reading rates a sentence that says it: 4 or 5 of 5.
- **Level.** The newest guess for sentences, against ours. Readers were told what B1 to C2 stand for and that a whole bank holds about as many items of each
  (the first two of the third edition in French, Italian and Japanese, who read what had changed, only that levels go from A1 to C2); items that seemed too
  easy were rewritten and read again, so this too is a state after repair.`
}

const HEAD =
  '| items | confirmed at first reading | repaired | confirmed now | level equal | level within one | natural | readers |'
const LINE = '|---|--:|--:|--:|--:|--:|--:|--:|---|'

function row(name: string, figures: Figures, readers: string): string {
  const { items, firstAgreed, firstKnown, repaired, confirmed, leveled, levelEqual, levelNear, rated, natural } =
    figures
  const cells = [
    name,
    items,
    `${share(firstAgreed, items)}${firstKnown < items ? `, not known of ${items - firstKnown}` : ''}`,
    repaired,
    share(confirmed, items),
    share(levelEqual, leveled),
    share(levelNear, leveled),
    share(natural, rated),
    readers,
  ]
  return `| ${cells.join(' | ')} |`
}

function languageSection(language: Language, histories: readonly History[]): string {
  const levels = LEVELS.map((level) => {
    const figures = figuresOf(histories.filter(({ item }) => item.level === level))
    return row(level, figures, readerNames(figures.readers))
  })
  return [
    `## ${capitalized(language)}`,
    '',
    `| level ${HEAD}`,
    LINE,
    ...levels,
    row('**all**', figuresOf(histories), ''),
  ].join('\n')
}

function totals(histories: readonly History[]): string {
  const figures = figuresOf(histories)
  const overruled = `${figures.overruled} items are confirmed now by a newer reading although an earlier one of the same wording did not confirm them.`
  const table = [
    `| languages ${HEAD}`,
    LINE,
    row(`**${LANGUAGES.length}**`, figures, `${figures.readers.length} readers`),
  ]
  return ['## All languages', '', ...table, '', overruled].join('\n')
}

/** Readers of an entire bank. */
function wholeReadings(byLanguage: readonly { language: Language; histories: readonly History[] }[]): string {
  const rows = byLanguage.flatMap(({ language, histories }) =>
    wholeReadingsOf(histories).map(({ reader, date, read, confirmed, levelEqual, ofC2, lowerC2, natural }) => {
      const shares = [share(confirmed, read), share(levelEqual, read), share(lowerC2, ofC2), share(natural, read)]
      return `| ${[capitalized(language), readerNames([reader]), date, ...shares].join(' | ')} |`
    }),
  )
  return `## Whole banks, each read by one reader from end to end

As each bank was on that day. What a reader found was fixed afterwards and read again, which the tables of the languages below hold.
Aims: 98 % confirmed, ${READ_AIMS.levelEqual} % our level, at most ${READ_AIMS.lowerC2} % of C2 lower, ${READ_AIMS.natural} % natural.

| language | reader | date | confirmed | level equal | C2 read lower | natural |
|---|---|---|--:|--:|--:|--:|
${rows.join('\n')}`
}

/** Readers of a draw: twelve items of each level, taken by chance, and what had changed. */
function draws(byLanguage: readonly { language: Language; histories: readonly History[] }[]): string {
  const rows = byLanguage.flatMap(({ language, histories }) =>
    drawReadingsOf(histories).map(({ reader, date, read, confirmed, leveled, levelEqual, rated, natural }) => {
      const shares = [share(confirmed, read), share(levelEqual, leveled), share(natural, rated)]
      return `| ${[capitalized(language), readerNames([reader]), date, ...shares].join(' | ')} |`
    }),
  )
  return `## Draws over all banks

After the whole banks: draw3-1 read twelve items of each level of every bank, taken by chance (576), and every item that had changed since, draw3-2 only those that had.
Confirmed counts pictures, the other columns only sentences. Sentences found unclear or unnatural were fixed afterwards; levels were left as they are.

| language | reader | date | confirmed | level equal | natural |
|---|---|---|--:|--:|--:|
${rows.join('\n')}`
}

const percent = (share: number) => `${Math.round(share * 100)} %`

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
  return `## Options, pairs and topics over a whole bank

\`npm run banks -- check\` holds every bank to these limits and lists the pairs.

- **Topics.** Every sentence has one, and none has more than ${percent(topicShare)} of a level (3 of 30). The column names the largest.
- **Dialogues.** At least ${dialogues} at each level from B1 on; B1 · B2 · C1 · C2.
- **Recycled.** A wrong option of ${recycled} or more sentences that is right in none, or an ending of ${worn} or more in Korean and Japanese: at most 0. **Worn** are those
  of ${worn} and more.
- **Known by form.** Sentences whose key alone has its number of words, capital, apostrophe, script or mood: at most ${odd}.
- **Pairs.** Two sentences that help each other, which no test holds together while the level allows: the two of a point, as the blueprint has them, and
  others, by one answer, shared options, or a stem that prints an answer: at most ${enemies} for one item.
- **Level.** Of the sentences of a bank, ${READ_AIMS.levelEqual} % are read as our level and ${READ_AIMS.natural} % as natural before a release (\`--release\`), and at most ${READ_AIMS.lowerC2} % of C2 as lower.

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
    const readers = readerNames(each.flatMap((one) => one.readers))
    return `| ${[locale, each[0]?.wanted, each[0]?.translated, ...judged, readers].join(' | ')} |`
  })
  return `## Notes in the reader's language

Why the key is right and each other option wrong, what the sentence and its word mean, and the names of points. Each draw is one in twenty, drawn by chance over all banks and
judged by somebody who neither wrote nor fixed (\`data/readings/notes.jsonl\`). Draws 1 and 2 were made before the keys had notes, after a second and a third reader had read
all and fixed; draw 3 after the notes were written anew, draw 4 after the third edition of the items was translated, before what it found was fixed. A draw's column: unclear + false of how many, how many of them read otherwise now, and how many of the notes on
options teach: they give the rule or sense and tie it to the sentence, or give an example. Aims: none false, at most 1 % unclear, 95 % that teach.

| interface | notes | translated |${draws.map((draw) => ` draw ${draw} |`).join('')} readers |
|---|--:|--:|${draws.map(() => '---|').join('')}---|
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
