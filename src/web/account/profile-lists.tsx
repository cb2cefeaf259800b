import type { AccountData } from '#contract/account.ts'
import { isLanguage } from '#quiz/languages.ts'
import { LEVELS } from '#quiz/levels.ts'
import { NATIVE_LEVEL } from '#quiz/marketplace.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import styles from './account-page.module.css'

type Profile = AccountData['profile']

/** The languages of the profile with what each is learned for. */
export function ProfileLists({ profile }: { profile: Profile }) {
  const t = useTexts()
  const { language_list: languages, purpose_list: purposes } = profile
  const levelOf = (level: number) => (level === NATIVE_LEVEL ? t('account.native') : LEVELS[level - 1])
  const purposeOf = (language: string) => {
    const stored = purposes.find((each) => each.language === language)
    if (!stored) return null
    const { purpose, sub_purpose: sub } = stored
    const detail = purpose === 'other_purpose' ? sub : sub && t(`purpose.tag.${sub}` as TextKey)
    return [t(`purpose.${purpose}`), detail].filter(Boolean).join(', ')
  }
  return (
    <section className={styles.card}>
      <h2>{t('account.languages')}</h2>
      {languages.length === 0 && <p>{t('account.noLanguages')}</p>}
      <ul className={styles.languages}>
        {languages.map(({ language, level, is_learning: isLearning }) => {
          const purpose = purposeOf(language)
          return (
            <li key={language}>
              <strong>{isLanguage(language) ? t(`language.${language}`) : language}</strong>{' '}
              <span className={styles.soft}>
                {[levelOf(level), isLearning && t('account.learning')].filter(Boolean).join(' · ')}
              </span>
              {purpose && <p className={styles.soft}>{t('account.purpose', { purpose })}</p>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
