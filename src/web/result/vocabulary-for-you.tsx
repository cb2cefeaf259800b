import { startTransition, useEffect, useState } from 'react'
import { type LinkPlace, linkTo } from '#contract/deep-links.ts'
import { urls } from '#contract/urls.ts'
import { type Level, PRODUCT_CREATOR_ID } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { track } from '../browser/analytics.ts'
import { flowIdFor } from '../browser/storage.ts'
import { inLanguage } from '../language-tags.ts'
import { useTexts } from '../texts.tsx'
import { loadTextsPart } from '../texts-part.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { type RecommendedSet, recommendVocabulary } from './recommend-vocabulary.ts'
import styles from './recommendations.module.css'

/** The set's creator; the product's own sets show its icon (Specification §3). */
function Creator({ set, creator, avatarBaseUrl }: RecommendedSet & { avatarBaseUrl: string }) {
  const t = useTexts()
  const isProduct = set.creator_id === PRODUCT_CREATOR_ID
  const nickname = creator?.nickname ?? set.nickname ?? (isProduct ? t('site.name') : '')
  return (
    <span className={styles.creator}>
      {isProduct ? (
        <img src={`${urls.static}icons/icon.svg`} alt="" width="24" height="24" />
      ) : (
        <Avatar
          nickname={nickname}
          fileName={creator?.avatar_file_name ?? set.avatar_file_name ?? ''}
          baseUrl={avatarBaseUrl}
        />
      )}
      {nickname && <span>{t('vocabulary.by', { nickname })}</span>}
    </span>
  )
}

/** The recommended sets; undefined while loading. */
function useVocabulary(language: Language, level: Level): RecommendedSet[] | undefined {
  const t = useTexts()
  const [sets, setSets] = useState<RecommendedSet[]>()
  useEffect(() => {
    let isCurrent = true
    Promise.all([recommendVocabulary(language, level, t.locale), loadTextsPart(t, 'marketplace')])
      .then(([reply]) => isCurrent && startTransition(() => setSets(reply)))
      .catch(() => isCurrent && setSets([]))
    return () => {
      isCurrent = false
    }
  }, [language, level, t])
  return sets
}

type VocabularyForYouProps = {
  language: Language
  level: Level
  links: LinkPlace
  avatarBaseUrl: string
}

/** 'Vocabulary for you' (Specification §2). Reserves its space while loading; omitted if there are none. */
export function VocabularyForYou({ language, level, links, avatarBaseUrl }: VocabularyForYouProps) {
  const t = useTexts()
  const sets = useVocabulary(language, level)
  if (!sets) return <div className={styles.sets} />
  if (sets.length === 0) return null
  return (
    <section className={`card ${styles.block} ${styles.sets}`} aria-labelledby="vocabulary-for-you">
      <h2 id="vocabulary-for-you">{t('vocabulary.forYou')}</h2>
      <ul className={styles.cards}>
        {sets.map(({ set, creator }) => (
          <li key={set.card_set_id}>
            <a
              className={styles.card}
              href={linkTo(links, { to: 'vocabularySet', id: set.card_set_id })}
              onClick={() =>
                track('recommend_vocabulary_click', {
                  flow_id: flowIdFor(language),
                  language,
                  level,
                  card_set_id: set.card_set_id,
                })
              }
            >
              <span className={styles.words}>
                <strong {...inLanguage(language)}>{set.title}</strong>
                <span className={styles.soft}>{t('vocabulary.facts', { language, level, count: set.card_count })}</span>
                <Creator set={set} creator={creator} avatarBaseUrl={avatarBaseUrl} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
