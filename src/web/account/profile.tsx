import type { ReactNode } from 'react'
import type { AccountData } from '#contract/account.ts'
import { LEVELS, NATIVE_LEVEL } from '#quiz/constants.ts'
import { isLanguage } from '#quiz/languages.ts'
import { countryName, formatDay } from '../format.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { Avatar } from '../ui/avatar.tsx'
import styles from './account-page.module.css'
import { CountryForm, Editable, NicknameForm } from './profile-forms.tsx'

type ProfileSummaryProps = { account: AccountData; avatarBaseUrl: string; children: ReactNode }

/** Avatar, nickname, and country with their edit forms, followed by `children`. */
export function ProfileSummary({ account, avatarBaseUrl, children }: ProfileSummaryProps) {
  const t = useTexts()
  return (
    <section className={styles.who}>
      <h1>{t('account.title')}</h1>
      <Editable
        stored={account.nickname}
        texts={{ edit: 'account.nicknameEdit', saved: 'account.nicknameSaved' }}
        form={NicknameForm}
      >
        {(nickname) => (
          <>
            <Avatar
              nickname={nickname}
              fileName={account.avatar_file_name}
              baseUrl={avatarBaseUrl}
              className={styles.avatar}
            />
            <div className={styles.profileText}>
              <p className={styles.nickname}>
                <bdi translate="no">{nickname}</bdi>
              </p>
              <p className={styles.soft}>{t('account.since', { date: formatDay(t.locale, account.created_at) })}</p>
            </div>
          </>
        )}
      </Editable>
      <Editable
        stored={account.country_id}
        texts={{ edit: 'account.countryEdit', saved: 'account.countrySaved' }}
        form={CountryForm}
      >
        {(country) => (
          // Server and browser may name a country differently.
          <p className={styles.profileText}>
            <span className={styles.soft}>{`${t('account.country')}:`}</span>{' '}
            <span suppressHydrationWarning>{countryName(country, t.locale) || t('account.countryNone')}</span>
          </p>
        )}
      </Editable>
      {children}
    </section>
  )
}

/** The languages of the profile with level and learning purpose. */
export function ProfileLanguages({ profile }: { profile: AccountData['profile'] }) {
  const t = useTexts()
  const { language_list: languages, purpose_list: purposes } = profile
  const levelOf = (level: number) => (level === NATIVE_LEVEL ? t('account.native') : LEVELS[level - 1])
  const purposeOf = (language: string) => {
    const stored = purposes.find((each) => each.language === language)
    if (!stored) return null
    const { purpose, sub_purpose: sub } = stored
    // A purpose in the user's own words stands alone.
    if (purpose === 'other_purpose' && sub) return sub
    return [t(`purpose.${purpose}`), sub && t(`purpose.tag.${sub}` as TextKey)].filter(Boolean).join(', ')
  }
  return (
    <section className={`card ${styles.card}`}>
      <h2>{t('account.languages')}</h2>
      {languages.length === 0 && <p>{t('account.noLanguages')}</p>}
      <ul className={styles.list}>
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
