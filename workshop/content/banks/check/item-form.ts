import { FOSSILS, type Item, SPEECH_ACTS, TOPICS, TRAPS } from '#quiz/bank.ts'
import { CORRECT_OPTIONS, INCORRECT_OPTIONS, LEVELS } from '#quiz/constants.ts'
import { isLevel } from '#quiz/levels.ts'

const isText = (value: unknown) => typeof value === 'string'
const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isAbsent = (value: unknown) => value === undefined
const isList = (value: unknown, test: (entry: unknown) => boolean) => Array.isArray(value) && value.every(test)

const isPair = (value: unknown) => {
  const { option, sentence, ...more } = Object(value)
  return isFilled(option) && isFilled(sentence) && Object.keys(more).length === 0
}

const oneOf = (values: readonly string[]) => ({
  wanted: `one of ${values.join(', ')}`,
  test: (value: unknown) => isAbsent(value) || values.some((known) => known === value),
})

const isAnchor = (value: unknown) => {
  if (value === null) return true
  const { list, level, corpus, rank, word, ...more } = Object(value)
  const isListed = isFilled(list) && (isFilled(level) || level === null)
  const isRanked = isFilled(corpus) && ((Number.isInteger(rank) && rank > 0) || rank === null)
  const isWhole =
    (isListed || (isAbsent(list) && isAbsent(level))) && (isRanked || (isAbsent(corpus) && isAbsent(rank)))
  return (isListed || isRanked) && isWhole && (isAbsent(word) || isFilled(word)) && Object.keys(more).length === 0
}

const FIELDS: Record<keyof Required<Item>, { wanted: string; test: (value: unknown) => boolean }> = {
  id: { wanted: 'a whole number', test: Number.isInteger },
  level: { wanted: `one of ${LEVELS.join(', ')}`, test: isLevel },
  question: { wanted: 'a string, empty for a picture', test: isText },
  correct: {
    wanted: 'a list of one string that is not empty',
    test: (value) => isList(value, isFilled) && (value as string[]).length === CORRECT_OPTIONS,
  },
  incorrect: {
    wanted: 'a list of three strings that are not empty',
    test: (value) => isList(value, isFilled) && (value as string[]).length === INCORRECT_OPTIONS,
  },
  image: { wanted: 'a string, empty for a sentence', test: isText },
  point: { wanted: 'a string that is not empty', test: isFilled },
  whyRight: { wanted: 'a string that is not empty', test: (value) => isAbsent(value) || isFilled(value) },
  why: { wanted: 'a list of strings', test: (value) => isList(value, isText) },
  pair: { wanted: 'an option and a sentence', test: (value) => isAbsent(value) || isPair(value) },
  word: { wanted: 'a word or phrase', test: (value) => isAbsent(value) || isFilled(value) },
  topic: oneOf(TOPICS),
  structure: { wanted: 'a short name', test: (value) => isAbsent(value) || isFilled(value) },
  traps: {
    wanted: `a list of three of ${TRAPS.join(', ')}`,
    test: (value) =>
      isAbsent(value) ||
      (isList(value, (entry) => TRAPS.some((trap) => trap === entry)) &&
        (value as string[]).length === INCORRECT_OPTIONS),
  },
  act: oneOf(SPEECH_ACTS),
  fossil: oneOf(FOSSILS),
  anchor: {
    wanted: '{ "list", "level" }, { "corpus", "rank" }, both, or null',
    test: (value) => isAbsent(value) || isAnchor(value),
  },
  enemies: { wanted: 'a list of ids', test: (value) => isAbsent(value) || isList(value, Number.isInteger) },
  difficulty: {
    wanted: 'a number of logits from -6 to 6',
    test: (value) => isAbsent(value) || (typeof value === 'number' && Math.abs(value) <= 6),
  },
}

/** The reasons why an entry of a bank isn't an item, one sentence each. */
export function errorsOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null) return ['The entry is not an object. Write an item with all fields.']
  const item = entry as Record<string, unknown>
  const wrong = Object.entries(FIELDS)
    .filter(([field, { test }]) => !test(item[field]))
    .map(([field, { wanted }]) => `“${field}” is ${JSON.stringify(item[field]) ?? 'missing'}. Make it ${wanted}.`)
  const unknown = Object.keys(item)
    .filter((field) => !(field in FIELDS))
    .map((field) => `“${field}” is not a field of an item. Remove it.`)
  const isBoth = isText(item.question) && isText(item.image) && (item.question === '') === (item.image === '')
  const kind = isBoth ? ['An item has either a “question” or an “image”. Fill one and leave the other empty.'] : []
  return [...wrong, ...unknown, ...kind]
}

/** Whether an entry of a bank has the fields of an item, so its content can be judged. */
export function isWellFormed(entry: unknown): entry is Item {
  return errorsOf(entry).length === 0
}
