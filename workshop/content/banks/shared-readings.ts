import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { seededRandom, shuffle } from '#quiz/random.ts'
import { Refusal } from '#server/http/refusal.ts'
import { Ledger, type Reading } from '../readings.ts'
import { type BlindSession, createBlindSession } from './blind-session.ts'
import { type ItemReading, itemHash, itemLedger, readingOf } from './item-readings.ts'
import type { ReaderRole } from './reading-page/words.ts'

/** More would be strangers. */
const MOST_READERS = 200

/** Where the judgments of one language's readers wait for `banks -- record --shared`, a file for each reader. */
const waitingFolder = (language: Language, folder: URL) => new URL(`unrecorded/${language}/`, folder)

/** A reader's file begins with who it is; each judgment adds a row, and the last of an item counts. */
type ReaderRow = { id: string; reader: string }
type WaitingRow = ReaderRow | ItemReading

/** What one reader has said so far. */
type Waiting = { id: string; reader: string; readings: ItemReading[] }

const isReading = (row: WaitingRow): row is ItemReading => 'hash' in row

function readWaiting(language: Language, folder: URL): Waiting[] {
  const waiting = waitingFolder(language, folder)
  if (!existsSync(waiting)) return []
  return readdirSync(waiting)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => {
      const rows = new Ledger<WaitingRow>(name.slice(0, -'.jsonl'.length), waiting).read()
      const [first] = rows
      if (!first || isReading(first)) return []
      const last = new Map(rows.filter(isReading).map((reading) => [reading.hash, reading]))
      return [{ ...first, readings: [...last.values()] }]
    })
}

/** The readings of a bank by people who were sent a link. What they say is on disk before it is acknowledged. */
export type SharedReadings = {
  /**
   * Begins a reading.
   * @returns its id, which nobody can guess
   * @throws Refusal 409 if somebody reads under this name
   */
  join: (name: string, role: ReaderRole) => string
  /** @throws Refusal 404 */
  session: (id: string) => BlindSession
}

/** Opens the readings of a language, with those of before. */
export function openSharedReadings(items: readonly Item[], language: Language, folder: URL): SharedReadings {
  const waiting = waitingFolder(language, folder)
  mkdirSync(waiting, { recursive: true })
  const recorded = itemLedger(language, folder).read()
  const times = (item: Item) => recorded.filter(({ hash }) => hash === itemHash(item)).length
  const sessions = new Map<string, BlindSession>()
  const names = new Set(recorded.map(({ reader }) => reader))

  const open = ({ id, reader, readings }: Waiting): void => {
    const file = new Ledger<WaitingRow>(id, waiting)
    // The id decides the order, so it is the same after the command was started again.
    const random = seededRandom(Number.parseInt(id.slice(0, 8), 16))
    // What nobody has read comes first: not everybody reads all.
    const ordered = shuffle(items, random).toSorted((one, other) => times(one) - times(other))
    const session = createBlindSession(ordered, {
      language,
      reader,
      random,
      isShared: true,
      given: new Map(readings.map(({ hash, ...judgment }) => [hash, judgment])),
      onJudged: (judged) => file.append([readingOf(judged, reader)]),
      onFinished: () => undefined,
    })
    names.add(reader)
    sessions.set(id, session)
  }
  for (const reader of readWaiting(language, folder)) open(reader)

  return {
    join(name, role) {
      const reader = `${name}, ${role}`
      if (names.has(reader)) throw new Refusal(409, 'invalid_request', 'Somebody already reads under this name.')
      if (sessions.size >= MOST_READERS) throw new Refusal(409, 'invalid_request', 'There are too many readers.')
      const id = randomBytes(12).toString('hex')
      new Ledger<WaitingRow>(id, waiting).append([{ id, reader }])
      open({ id, reader, readings: [] })
      return id
    },
    session(id) {
      const session = sessions.get(id)
      if (!session) throw new Refusal(404, 'not_found', 'There is no such reading.')
      return session
    },
  }
}

/**
 * Adds what the readers of a language have said to its ledger. A first reading is never replaced: what is recorded of
 * an item's wording and a reader stays.
 * @returns how many readings of each reader were added
 */
export function recordSharedReadings(language: Language, folder: URL): Map<string, number> {
  const ledger = itemLedger(language, folder)
  const nameOf = ({ reader, hash }: Reading) => `${hash} ${reader}`
  const known = new Set(ledger.read().map(nameOf))
  const added = new Map<string, number>()
  for (const { reader, readings } of readWaiting(language, folder)) {
    const fresh = readings.filter((reading) => !known.has(nameOf(reading)))
    ledger.append(fresh)
    added.set(reader, fresh.length)
  }
  return added
}
