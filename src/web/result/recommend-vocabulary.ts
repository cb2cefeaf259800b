import type { Id } from '#contract/ids.ts'
import type { CardSet, exploreCardSets, getUserMini, UserMini } from '#contract/recommendations.ts'
import { urls } from '#contract/urls.ts'
import { type Level, VOCABULARY_SETS_SHOWN } from '#quiz/constants.ts'
import { LANGUAGE_TAGS, type Language } from '#quiz/languages.ts'
import { call } from '../browser/api-client.ts'

export type RecommendedSet = { set: CardSet; creator: UserMini | null }

function languageOfTag(tag: string): Language | undefined {
  const primary = (full: string) => full.split('-')[0]
  const tags = Object.entries(LANGUAGE_TAGS) as [Language, string][]
  return tags.find(([, other]) => primary(other) === primary(tag))?.[0]
}

/** The back languages to try, in order: the interface language, then English, or Spanish if English is tested. */
export function backLanguages(front: Language, locale: string): Language[] {
  const fallback = front === 'english' ? 'spanish' : 'english'
  const own = languageOfTag(locale)
  return own && own !== front && own !== fallback ? [own, fallback] : [fallback]
}

async function explore(front: Language, back: Language, level: Level): Promise<CardSet[]> {
  const query = {
    front_language: front,
    back_language: back,
    language_level: level,
    length: `${VOCABULARY_SETS_SHOWN}`,
  }
  const outcome = await call<typeof exploreCardSets>('GET', urls.cardSetsExplore, { query })
  // A linked marketplace may send more than requested.
  return outcome.ok ? outcome.data.slice(0, VOCABULARY_SETS_SHOWN) : []
}

async function findCreator(id: Id): Promise<UserMini | null> {
  const outcome = await call<typeof getUserMini>('GET', urls.userMini(id))
  return outcome.ok ? outcome.data : null
}

/** Up to two sets for the tested language and level, each with its creator (Specification §7). */
export async function recommendVocabulary(front: Language, level: Level, locale: string): Promise<RecommendedSet[]> {
  for (const back of backLanguages(front, locale)) {
    const sets = await explore(front, back, level)
    if (sets.length === 0) continue
    const ids = [...new Set(sets.map(({ creator_id }) => creator_id))]
    const creators = new Map(await Promise.all(ids.map(async (id) => [id, await findCreator(id)] as const)))
    return sets.map((set) => ({ set, creator: creators.get(set.creator_id) ?? null }))
  }
  return []
}
