import type { Item, Topic } from '#quiz/bank.ts'
import type { Level } from '#quiz/constants.ts'
import { type BankError, BREADTH, fail, toRelease } from './bank-error.ts'
import { type LanguageBank, sentences } from './language-bank.ts'
import { dialoguesOf, isDialogue, SENTENCE_LEVELS } from './whole-bank.ts'

/** Domains of life; topics that aren't listed here belong to none. */
const DOMAINS = {
  'science and nature': ['science', 'environment', 'technology', 'health'],
  'daily life and feelings': ['home', 'food', 'people', 'travel', 'sport'],
  'arts and media': ['arts', 'media'],
  'work and study': ['work', 'school'],
} satisfies Record<string, Topic[]>

/** Courts, companies, and offices, which dominate the upper half of an uncontrolled bank. */
const OFFICES: readonly Topic[] = ['law', 'office']

/** Minimums and maximums for each level of a bank, as shares of its sentences or numbers of items. */
const CAPS = {
  structure: 2,
  domainShare: 0.15,
  officeShare: 0.1,
  speechActShare: 0.15,
  contexts: { C1: 8, C2: 15 } as Partial<Record<Level, number>>,
  fossils: { idiom: 3, archaic: 1 },
} as const

/** The maximum stem length in characters, which a phone can show even with text at twice its size. */
const MAX_STEM_LENGTH = 300

/** The number of sentences in a stem. */
export function sentencesIn(question: string): number {
  return question.match(/[.!?。！？]+(?!\d)/gu)?.length ?? 0
}

/** The stems in a level that need more than one sentence. */
function contextsOf(bank: LanguageBank, level: Level): Item[] {
  return sentences(bank).filter((item) => item.level === level && sentencesIn(item.question) > 1)
}

const listed = (items: readonly Item[]) => items.map(({ id }) => id).join(', ')

/** Violations of the caps within one level. */
function levelErrors(bank: LanguageBank, level: Level): string[] {
  const items = sentences(bank).filter((item) => item.level === level)
  const on = (topics: readonly Topic[]) => items.filter(({ topic }) => topic && topics.includes(topic))
  const told: string[] = []
  for (const [structure, held] of Map.groupBy(items, (item) => item.structure))
    if (structure && held.length > CAPS.structure)
      told.push(`items ${listed(held)} test one structure, ${structure}. Bring them to ${CAPS.structure}.`)
  const offices = on(OFFICES)
  const mostOffices = Math.floor(CAPS.officeShare * items.length)
  if (offices.length > mostOffices)
    told.push(`items ${listed(offices)} are from courts, companies, and offices. Bring them to ${mostOffices}.`)
  const least = Math.ceil(CAPS.domainShare * items.length)
  for (const [domain, topics] of Object.entries(DOMAINS))
    if (on(topics).length < least) told.push(`${on(topics).length} items are from ${domain}. Bring them to ${least}.`)
  const acts = dialoguesOf(bank, level).filter(({ act }) => act)
  const leastActs = Math.ceil(CAPS.speechActShare * items.length)
  if (acts.length < leastActs) told.push(`${acts.length} dialogues have an “act”. Bring them to ${leastActs}.`)
  const contexts = contextsOf(bank, level)
  const leastContexts = CAPS.contexts[level] ?? 0
  if (contexts.length < leastContexts)
    told.push(`${contexts.length} items have a context of two or three sentences. Bring them to ${leastContexts}.`)
  if (level === 'C2')
    for (const [fossil, most] of Object.entries(CAPS.fossils)) {
      const held = items.filter((item) => item.fossil === fossil)
      if (held.length > most) told.push(`items ${listed(held)} are fossils (${fossil}). Bring them to ${most}.`)
    }
  return told
}

/** The blueprint's caps per level: structures, domains, speech acts, contexts, and fossils. */
export function capErrors(bank: LanguageBank): BankError[] {
  return SENTENCE_LEVELS.flatMap((level) =>
    levelErrors(bank, level).map((message) => toRelease(null, BREADTH, `${level}: ${message}`)),
  )
}

/** No stem has more characters or sentences than a phone can show and a reader can take in. */
export function contextErrors(bank: LanguageBank): BankError[] {
  return sentences(bank).flatMap(({ id, question }) => {
    const length = [...question].length
    if (length > MAX_STEM_LENGTH)
      return [fail(id, 13, `The stem has ${length} characters. Shorten it to at most ${MAX_STEM_LENGTH}.`)]
    if (sentencesIn(question) > 4)
      return [fail(id, 13, `The stem has ${sentencesIn(question)} sentences. Bring it to two or three.`)]
    return []
  })
}

/** Every sentence has its structure and, for each wrong option, the kind of error. */
export function trapErrors(bank: LanguageBank): BankError[] {
  return sentences(bank).flatMap((item) => {
    const { id, structure, traps, act } = item
    return [
      ...(structure ? [] : [toRelease(id, BREADTH, 'It has no “structure”. Describe what it tests in a few words.')]),
      ...(traps ? [] : [toRelease(id, BREADTH, 'It has no “traps”. Name the error behind each wrong option.')]),
      ...(act && !isDialogue(item)
        ? [fail(id, BREADTH, 'Only a dialogue has an “act”. Remove it, or write a dialogue.')]
        : []),
    ]
  })
}
