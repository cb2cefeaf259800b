import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { LEVELS } from '#quiz/constants.ts'
import { LANGUAGE_ENDONYMS, LANGUAGES, type Language } from '#quiz/languages.ts'
import { inLanguage } from '../language-tags.ts'
import { useTexts } from '../texts.tsx'
import { Bubble, Icon } from '../ui/icon.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import { ContinueLink } from './continue-link.tsx'
import type { Finished } from './quiz-state.ts'
import styles from './select-screen.module.css'

export type SelectScreenProps = {
  /** The user's learning language, which comes first (Specification §2). */
  learningLanguage: Language | null
  /** The newest result. Its level shows only to a signed-in visitor. */
  last: Finished | undefined
  /** Unfinished tests, newest first. */
  open: Attempt[]
  isSignedIn: boolean
  onChoose: (language: Language) => void
  onOpenResult: (attempt: Finished) => void
  onContinue: (attempt: Attempt) => void
}

export function SelectScreen({ learningLanguage, last, open, isSignedIn, ...on }: SelectScreenProps) {
  const t = useTexts()
  const [newest] = open
  const languages = [...LANGUAGES].sort(
    (one, other) => Number(other === learningLanguage) - Number(one === learningLanguage),
  )
  return (
    <main className={styles.screen}>
      <ScreenHeading>{t('select.title')}</ScreenHeading>
      {newest && <ContinueLink attempt={newest} onContinue={on.onContinue} />}
      {last?.result && (
        <button type="button" className="link" onClick={() => on.onOpenResult(last)}>
          <span>
            {isSignedIn
              ? t('last.result', { language: last.language, level: last.result.level })
              : t('last.language', { language: last.language })}
          </span>
          <Icon name="arrow" isMirrored />
        </button>
      )}
      <ul className={styles.grid}>
        {languages.map((language, index) => (
          <li key={language}>
            <button
              type="button"
              className={`${styles.tile} ${open.some((attempt) => attempt.language === language) ? styles.open : ''}`}
              data-level={LEVELS[LANGUAGES.indexOf(language) % LEVELS.length]}
              onClick={() => on.onChoose(language)}
            >
              <Bubble letter={language} isMirrored={index % 2 === 1} isPale />
              <img src={`${urls.static}flags/${language}.svg`} alt="" width="64" height="64" />
              <b {...inLanguage(language)}>{LANGUAGE_ENDONYMS[language]}</b>
              {LANGUAGE_ENDONYMS[language].toLowerCase() !== t(`language.${language}`).toLowerCase() && (
                <span className={styles.name}>{t(`language.${language}`)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </main>
  )
}
