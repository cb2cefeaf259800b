import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { type Random, shuffle } from '#quiz/random.ts'
import { Refusal } from '#server/http/refusal.ts'
import { presentReading } from '../readings.ts'
import {
  confirms,
  type ItemReading,
  itemFaults,
  itemHash,
  itemLedger,
  type Judged,
  type Judgment,
  readingOf,
} from './item-readings.ts'
import type { BlindPage } from './reading-page/page-data.ts'
import { type Score, scoreOf } from './score.ts'

export type BlindOptions = {
  language: Language
  reader: string
  /** Only what no reading confirms as it stands. */
  isUnconfirmedOnly: boolean
  /** Where the readings are kept. */
  folder: URL
  random: Random
}

/** One reader's way through a bank: judgments may be changed until the reader finishes, then they are recorded. */
export type BlindSession = {
  page: () => BlindPage
  judge: (ref: string, judgment: Judgment) => void
  /** Records what was judged and says how it agrees; asked again it records nothing more. */
  finish: () => Score
  isUnsaved: () => boolean
}

function isWanted(item: Item, readings: readonly ItemReading[], { reader, isUnconfirmedOnly }: BlindOptions): boolean {
  const hash = itemHash(item)
  if (readings.some((reading) => reading.hash === hash && reading.reader === reader)) return false
  const present = presentReading(readings, hash)
  return !isUnconfirmedOnly || !present || !confirms(present, item)
}

/** Starts a reading of the items that this reader has not read as they stand, in random order. */
export function startBlindSession(items: readonly Item[], options: BlindOptions): BlindSession {
  const { language, reader, folder, random } = options
  const ledger = itemLedger(language, folder)
  const readings = ledger.read()
  const wanted = items.filter((item) => isWanted(item, readings, options))
  const shown = shuffle(wanted, random).map((item) => ({
    item,
    ref: itemHash(item),
    options: shuffle([...item.correct, ...item.incorrect], random),
  }))
  const judgments = new Map<string, Judgment>()
  let score: Score | null = null

  const judgedEntries = (): Judged[] =>
    shown.flatMap(({ item, ref, options }) => {
      const judgment = judgments.get(ref)
      return judgment ? [{ item, shown: options, judgment }] : []
    })

  return {
    page: () => ({
      mode: 'blind',
      language,
      reader,
      entries: shown.map(({ item: { question, image }, ref, options }) => ({ ref, question, image, options })),
      judged: Object.fromEntries(judgments),
      score,
    }),
    judge(ref, judgment) {
      if (score)
        throw new Refusal(409, 'invalid_request', 'This reading is finished. Start the command again to go on.')
      const entry = shown.find((candidate) => candidate.ref === ref)
      if (!entry) throw new Refusal(404, 'not_found', `There is no item “${ref}” in this reading.`)
      const [fault] = itemFaults({ item: entry.item, shown: entry.options, judgment })
      if (fault) throw new Refusal(400, 'invalid_request', `This cannot be recorded: ${fault}.`)
      judgments.set(ref, judgment)
    },
    finish() {
      if (score) return score
      const judged = judgedEntries()
      if (judged.length === 0) throw new Refusal(409, 'invalid_request', 'Nothing was read, so nothing is recorded.')
      ledger.append(judged.map((entry) => readingOf(entry, reader)))
      score = scoreOf(judged)
      return score
    },
    isUnsaved: () => score === null && judgments.size > 0,
  }
}
