import type { VocabularyPageData } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { LANGUAGE_TAGS } from '#quiz/languages.ts'
import { inLanguage } from '../language-tags.ts'
import { useTexts } from '../texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './built-in.module.css'
import { BuiltInFrame } from './frame.tsx'

/** A vocabulary set with flip cards. Each card is a `details` element without content, so no script is needed. */
export function VocabularyPage({ set, cards, links }: VocabularyPageData) {
  const t = useTexts()
  const facts = { language: set.front_language, level: set.language_level, count: set.card_count }
  return (
    <BuiltInFrame links={links}>
      <h1 className={styles.title}>
        <bdi {...inLanguage(set.front_language)}>{set.title}</bdi>
      </h1>
      <p className={styles.soft}>{t('vocabulary.facts', facts)}</p>
      <p className={styles.soft}>{t('vocabulary.by', { nickname: set.nickname ?? '' })}</p>
      <p className={styles.hint}>{t('vocabulary.turn')}</p>
      <ul className={styles.cards} data-level={set.language_level}>
        {cards.map(({ front, back }) => (
          <li key={front}>
            <details className={styles.card}>
              <summary>
                <Icon name="turn" />
                <span className={styles.front} {...inLanguage(set.front_language)}>
                  {front}
                </span>
                <span className={styles.back} lang={LANGUAGE_TAGS[set.back_language]}>
                  {back}
                </span>
              </summary>
            </details>
          </li>
        ))}
      </ul>
      <p>
        <a className={styles.home} href={urls.lastResult}>
          {t('vocabulary.back')}
        </a>
      </p>
    </BuiltInFrame>
  )
}
