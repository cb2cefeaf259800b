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

/** One reader's way through a bank. */
export type BlindSession = {
  page: () => BlindPage
  /** Judgments may be changed until the reader finishes. */
  judge: (ref: string, judgment: Judgment) => void
  /** Says how the judgments agree with keys and levels. */
  finish: () => Score
  isUnsaved: () => boolean
}

type SessionOptions = {
  language: Language
  reader: string
  /** The order of the items and of their options. */
  random: Random
  isShared: boolean
  /** What the reader has said before, by ref. */
  given: ReadonlyMap<string, Judgment>
  onJudged: (judged: Judged) => void
  onFinished: (all: readonly Judged[]) => void
}

/** Starts or continues a reading of these items, in the order given. */
export function createBlindSession(items: readonly Item[], options: SessionOptions): BlindSession {
  const { language, reader, random, isShared, given, onJudged, onFinished } = options
  const shown = items.map((item) => ({
    item,
    ref: itemHash(item),
    options: shuffle([...item.correct, ...item.incorrect], random),
  }))
  const judgments = new Map(given)
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
      isShared,
      entries: shown.map(({ item: { question, image }, ref, options }) => ({ ref, question, image, options })),
      judged: Object.fromEntries(judgments),
      score,
    }),
    judge(ref, judgment) {
      if (score)
        throw new Refusal(409, 'invalid_request', 'This reading is finished. Start the command again to go on.')
      const entry = shown.find((candidate) => candidate.ref === ref)
      if (!entry) throw new Refusal(404, 'not_found', `There is no item “${ref}” in this reading.`)
      const judged = { item: entry.item, shown: entry.options, judgment }
      const [fault] = itemFaults(judged)
      if (fault) throw new Refusal(400, 'invalid_request', `This cannot be recorded: ${fault}.`)
      onJudged(judged)
      judgments.set(ref, judgment)
    },
    finish() {
      if (score) return score
      const judged = judgedEntries()
      if (judged.length === 0) throw new Refusal(409, 'invalid_request', 'Nothing was read, so nothing is recorded.')
      onFinished(judged)
      score = scoreOf(judged)
      return score
    },
    isUnsaved: () => score === null && judgments.size > 0,
  }
}

export type BlindOptions = {
  language: Language
  reader: string
  /** Only what no reading confirms as it stands. */
  isUnconfirmedOnly: boolean
  /** Where the readings are kept. */
  folder: URL
  random: Random
}

function isWanted(item: Item, readings: readonly ItemReading[], { reader, isUnconfirmedOnly }: BlindOptions): boolean {
  const hash = itemHash(item)
  if (readings.some((reading) => reading.hash === hash && reading.reader === reader)) return false
  const present = presentReading(readings, hash)
  return !isUnconfirmedOnly || !present || !confirms(present, item)
}

/**
 * Starts a reading on this machine of the items that this reader has not read as they stand, in random order. It is
 * recorded when the reader finishes.
 */
export function startBlindSession(items: readonly Item[], options: BlindOptions): BlindSession {
  const { language, reader, folder, random } = options
  const ledger = itemLedger(language, folder)
  const readings = ledger.read()
  const wanted = items.filter((item) => isWanted(item, readings, options))
  return createBlindSession(shuffle(wanted, random), {
    language,
    reader,
    random,
    isShared: false,
    given: new Map(),
    onJudged: () => undefined,
    onFinished: (all) => ledger.append(all.map((entry) => readingOf(entry, reader))),
  })
}
