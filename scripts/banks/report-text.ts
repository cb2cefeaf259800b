import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { LEVELS } from '#quiz/levels.ts'
import { type Figures, figuresOf, type History, historiesOf, share } from './figures.ts'
import { readBank, readReadings } from './readings.ts'

/** The file that the report is written to, relative to the repository. */
export const REPORT_FILE = 'docs/banks.md'

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

Written by \`npm run banks -- report\` from \`data/banks\` and \`data/readings\`; the newest reading is of ${newest || 'no date'}.

- **Read.** A reader gets the items of a bank in random order, each with its options in random order, without key, level and notes, and names the right
  option, every other option that can be defended, and the level. A picture item was read from the picture.
- **Readers.** The last column names each. They are independent: each reads alone, with no other reading and no key at hand${isModelsOnly ? '; all of them are language models, no person has read so far' : '; “language model” stands before those that are no persons'}.
- **Confirmed.** The reader chose the key and found no second option defensible.
- **First reading.** The first recorded reading of each item, of the wording it had then.
- **Repaired.** Items that are worded otherwise than at their first reading, whether or not it confirmed them.
- **Now.** The newest reading of the present wording. Items were repaired and read again until it was good, so it describes the banks as they stand; how well
  items are written at first is what the first reading says.
- **Level.** The newest guess for sentences, against ours. Readers were told what B1 to C2 stand for and that a whole bank holds about as many items of each;
  items that seemed too easy were rewritten and read again, so this too is a state after repair.`
}

const HEAD =
  '| items | confirmed at first reading | repaired | confirmed now | level equal | level within one | readers |'
const LINE = '|---|--:|--:|--:|--:|--:|--:|---|'

function row(name: string, figures: Figures, readers: string): string {
  const { items, firstAgreed, firstKnown, repaired, confirmed, levelled, levelEqual, levelNear } = figures
  const cells = [
    name,
    items,
    `${share(firstAgreed, items)}${firstKnown < items ? `, not known of ${items - firstKnown}` : ''}`,
    repaired,
    share(confirmed, items),
    share(levelEqual, levelled),
    share(levelNear, levelled),
    readers,
  ]
  return `| ${cells.join(' | ')} |`
}

function languageSection(language: Language, histories: readonly History[]): string {
  const levels = LEVELS.map((level) => {
    const figures = figuresOf(histories.filter(({ item }) => item.level === level))
    return row(level, figures, readerNames(figures.readers))
  })
  const title = `${language.charAt(0).toUpperCase()}${language.slice(1)}`
  return [`## ${title}`, '', `| level ${HEAD}`, LINE, ...levels, row('**all**', figuresOf(histories), '')].join('\n')
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

/** The report on all banks: the same text for the same banks and readings, whenever it is made. */
export function banksReport(): string {
  const byLanguage = LANGUAGES.map((language) => ({
    language,
    histories: historiesOf(readBank(language), readReadings(language)),
  }))
  const all = byLanguage.flatMap(({ histories }) => histories)
  const sections = byLanguage.map(({ language, histories }) => languageSection(language, histories))
  return `${[intro(all), totals(all), ...sections].join('\n\n')}\n`
}
