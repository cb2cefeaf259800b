import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { LANGUAGE_TAGS } from '../language-tags.ts'
import { useTexts } from '../texts.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import styles from './select-screen.module.css'

/** Each language's own name, shown under its name in the interface language. */
const ENDONYMS: Record<Language, string> = {
  english: 'English',
  spanish: 'Español',
  french: 'Français',
  german: 'Deutsch',
  japanese: '日本語',
  korean: '한국어',
  chinese: '中文',
  italian: 'Italiano',
}

export type SelectScreenProps = {
  /** The user's own learning language, which comes first (Specification §2). */
  learningLanguage: Language | null
  onChoose: (language: Language) => void
}

export function SelectScreen({ learningLanguage, onChoose }: SelectScreenProps) {
  const t = useTexts()
  const languages = [...LANGUAGES].sort(
    (one, other) => Number(other === learningLanguage) - Number(one === learningLanguage),
  )
  return (
    <main className={styles.screen}>
      <ScreenHeading>{t('select.title')}</ScreenHeading>
      <ul className={styles.grid}>
        {languages.map((language) => (
          <li key={language}>
            <button type="button" className={styles.tile} onClick={() => onChoose(language)}>
              <img src={`/static/flags/${language}.svg`} alt="" width="56" height="56" />
              <span className={styles.name}>{t(`language.${language}`)}</span>
              {ENDONYMS[language].toLowerCase() !== t(`language.${language}`).toLowerCase() && (
                <span className={styles.endonym} lang={LANGUAGE_TAGS[language]}>
                  {ENDONYMS[language]}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </main>
  )
}
