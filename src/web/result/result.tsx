import type { ReactNode } from 'react'
import type { Id } from '#contract/ids.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import type { Login } from '#contract/profile.ts'
import { urls } from '#contract/urls.ts'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { Details, ReviewFailed, useReview } from '../review/result-review.tsx'
import { Sureness } from '../review/sureness.tsx'
import { useTexts } from '../texts.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { LevelBadge } from '../ui/level-badge.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import { ProfileCard, useProfileCard } from './profile-card.tsx'
import styles from './result.module.css'
import { TeachersForYou } from './teachers-for-you.tsx'
import { VocabularyForYou } from './vocabulary-for-you.tsx'

type PersonProps = { login: Login; hasOwnAccounts: boolean; avatarBaseUrl: string }

/** The person, linked to the account page if there is one. */
function Person({ login, hasOwnAccounts, avatarBaseUrl }: PersonProps) {
  const t = useTexts()
  const { nickname = '', avatar_file_name: fileName = '' } = login
  const avatar = <Avatar nickname={nickname} fileName={fileName} baseUrl={avatarBaseUrl} />
  if (!hasOwnAccounts)
    return (
      <p className={styles.person}>
        {avatar} <bdi translate="no">{nickname}</bdi>
      </p>
    )
  return (
    <a className={styles.person} href={urls.account}>
      {avatar}
      <bdi className={styles.nickname} translate="no">
        {nickname}
      </bdi>
      <span className="visually-hidden">{t('result.account')}</span>
    </a>
  )
}

export type ResultProps = {
  userId: Id
  language: Language
  level: Level
  percentile: number
  /** The attempt to review below the level; null if the result is only stored or a score page's. */
  attemptId: string | null
  page: QuizPageState
  /** Buttons: share, retake, and so on. */
  actions: ReactNode
}

/**
 * The result of a signed-in user, in the order of Specification §2, followed by the product's additions. Parts that are
 * still loading reserve their space, so nothing moves when they arrive.
 */
export function Result({ userId, language, level, percentile, attemptId, page, actions }: ResultProps) {
  const { visitor, host, signIn, links } = page
  const { avatarBaseUrl } = page.result
  const t = useTexts()
  const [review, retry] = useReview(attemptId)
  const card = useProfileCard({ userId, language, level, isOwn: attemptId !== null })
  const isReviewing = attemptId !== null && review === null
  const place = { language, level, links }
  return (
    <article className={styles.result} aria-busy={card.state === 'loading' || isReviewing}>
      <section className={styles.hero} data-level={level}>
        <Person login={visitor.login} hasOwnAccounts={signIn.hasOwnAccounts} avatarBaseUrl={avatarBaseUrl} />
        <div className={styles.badge}>
          <LevelBadge level={level} />
        </div>
        <ScreenHeading>{t(`level.${level}.title`)}</ScreenHeading>
        <p className={styles.line}>{t(`level.${level}.line`)}</p>
        <p className={styles.level}>{t('result.level', { language, level })}</p>
        <p className={styles.than}>{t('result.than', { percent: percentile })}</p>
        <p className={styles.disclaimer}>{t('result.disclaimer')}</p>
        {attemptId !== null && <Sureness review={review} />}
        {actions}
      </section>
      <div className={styles.flow} data-level={level}>
        {card.state === 'loading' ? (
          <div className={styles.placeholder} />
        ) : (
          <>
            <ProfileCard card={card} isInChina={visitor.isInChina} language={language} level={level} />
            <TeachersForYou options={page.result} {...place} />
            {host.isMobileApp && <VocabularyForYou avatarBaseUrl={avatarBaseUrl} {...place} />}
            {review === 'failed' && <ReviewFailed onAgain={retry} />}
            {isReviewing && <div className={styles.placeholder} />}
            {review && review !== 'failed' && <Details review={review} />}
          </>
        )}
      </div>
    </article>
  )
}
