import { type ReactNode, useEffect, useState } from 'react'
import type { QuizPageState } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { adviceLevel, agreementOf, nextStep, wordsToLearn } from '#quiz/advice.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { Sureness } from '../review/estimate.tsx'
import { Details, type LoadedReview, ReviewFailed, useReview } from '../review/result-review.tsx'
import { Words } from '../review/words.tsx'
import { useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import { Avatar } from './avatar.tsx'
import { LevelBadge } from './level-badge.tsx'
import { NextStep } from './next-step.tsx'
import { ProfileCard, useProfileCard } from './profile-card.tsx'
import styles from './report.module.css'
import { TeachersForYou, useTeachers } from './teachers-for-you.tsx'
import { VocabularyForYou } from './vocabulary-for-you.tsx'

export type ReportProps = {
  userId: NonNullable<QuizPageState['login']['user_id']>
  language: Language
  level: Level
  percentile: number
  /** The number of finished assessments that the percentile was counted from; undefined when it was drawn. */
  percentileOf: number | undefined
  page: QuizPageState
  /** The assessment to review below the level; null if the result is only stored or a score page's. */
  assessmentId: string | null
  /** Share, retake and the others. */
  actions: ReactNode
}

/** The person, linked to the account page unless an external marketplace keeps the accounts. */
function Person({ page: { login, signIn, avatarBaseUrl } }: Pick<ReportProps, 'page'>) {
  const t = useTexts()
  const { nickname = '', avatar_file_name: fileName = '' } = login
  const avatar = <Avatar nickname={nickname} fileName={fileName} baseUrl={avatarBaseUrl} />
  if (signIn.marketplaceUrl !== null)
    return (
      <p className={styles.person}>
        {avatar} <bdi>{nickname}</bdi>
      </p>
    )
  return (
    <a className={styles.person} href={urls.account}>
      {avatar}
      <bdi className={styles.nickname}>{nickname}</bdi>
      <span className="visually-hidden">{t('result.account')}</span>
    </a>
  )
}

/**
 * The level in its bubble; if all answers point elsewhere, theirs next to it at the same size. The first bubble stays the same element, since the
 * test's end may still be turning into it (flow/screen-changes.ts).
 */
function Badges({ level, review }: { level: Level; review: LoadedReview }) {
  const t = useTexts()
  const isApart = review !== null && review !== 'failed' && agreementOf(level, review.estimate) === 'apart'
  return (
    <div className={isApart ? styles.badges : ''}>
      <div className={styles.badge}>
        <LevelBadge level={level} />
        {isApart && t('review.lastRounds')}
      </div>
      {isApart && (
        <div className={styles.badge}>
          <LevelBadge level={review.estimate.level} />
          {t('review.allAnswers')}
        </div>
      )}
    </div>
  )
}

/** How long buttons wait for the content above them, so that they do not move under the finger. */
const LONGEST_WAIT_MS = 1200

function useSettled(isLoaded: boolean): boolean {
  const [isSettled, setIsSettled] = useState(isLoaded)
  useEffect(() => {
    if (isLoaded) return setIsSettled(true)
    const timer = setTimeout(() => setIsSettled(true), LONGEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [isLoaded])
  return isSettled
}

/** What follows from the result: the next step first, then words, teachers and the rest. */
function useAdvice({ userId, language, level, assessmentId }: ReportProps) {
  const [loaded, load] = useReview(assessmentId)
  const [saved, setSaved] = useState(level)
  const found = useTeachers(language)
  const card = useProfileCard({ userId, language, level, isOwn: assessmentId !== null }, saved)
  const review = loaded === 'failed' ? null : loaded
  const agreement = review ? agreementOf(level, review.estimate) : 'agrees'
  const advised = review ? adviceLevel(level, review.estimate) : level
  const step = nextStep({
    isSignedIn: true,
    isNewLevel: card.state === 'card' || card.state === 'purpose',
    agreement,
    hasTeacher: (found?.teachers.length ?? 0) > 0,
    hasWords: review !== null && wordsToLearn(review.items).length > 0,
  })
  const choice =
    review && agreement === 'apart' ? { levels: [level, review.estimate.level], saved, onChoose: setSaved } : null
  const isLoaded = (assessmentId === null || loaded !== null) && found !== undefined && card.state !== 'loading'
  return { loaded, load, review, found: found ?? null, card, agreement, advised, step, choice, isLoaded }
}

/** The report of a signed-in user (Specification §2). */
export function Report(props: ReportProps) {
  const { language, level, percentile, percentileOf, page, actions } = props
  const t = useTexts()
  const advice = useAdvice(props)
  const { loaded, review, found, card, agreement, advised, step } = advice
  const late = useSettled(advice.isLoaded) ? '' : styles.unsettled
  const profileCard = (
    <ProfileCard
      card={card}
      isInChina={page.isInChina}
      language={language}
      level={level}
      choice={advice.choice}
      isNextStep={step === 'use'}
    />
  )
  return (
    <article className={styles.report}>
      <section className={styles.hero} data-level={level}>
        <Person page={page} />
        <Badges level={level} review={loaded} />
        <ScreenHeading>{t(`level.${level}.title`)}</ScreenHeading>
        <p className={styles.line}>{t(`level.${level}.line`)}</p>
        <p className={styles.level}>{t('result.level', { language, level })}</p>
        <p className={styles.than}>{t('result.than', { percent: percentile })}</p>
        <p className={styles.thanOf}>
          {percentileOf === undefined
            ? t('result.thanDrawn')
            : t('result.thanOf', { count: new Intl.NumberFormat(t.locale).format(percentileOf), language })}
        </p>
        <div className={late}>
          <TextsPart part="review">
            {review && <Sureness review={review} />}
            {loaded === 'failed' && <ReviewFailed onAgain={advice.load} />}
          </TextsPart>
          {actions}
          <p className={styles.disclaimer}>
            {t('result.disclaimer')} <a href={urls.how}>{t('guide.how')}</a>
          </p>
        </div>
      </section>
      <div className={`${styles.flow} ${late}`} data-level={advised}>
        <TextsPart part="account">
          <TextsPart part="review">
            {step === 'use' && profileCard}
            {(step === 'teacher' || step === 'words') && (
              <NextStep
                step={step}
                language={language}
                level={advised}
                agreement={agreement}
                found={found}
                page={page}
              />
            )}
            {review && <Words review={review} />}
            {found && <TeachersForYou found={found} language={language} level={advised} page={page} />}
            {page.isMobileApp && <VocabularyForYou language={language} level={advised} page={page} />}
            {review && <Details review={review} />}
            {step !== 'use' && profileCard}
          </TextsPart>
        </TextsPart>
      </div>
    </article>
  )
}
