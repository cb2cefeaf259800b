import { Fragment, type ReactNode, startTransition, useEffect, useState } from 'react'
import type { ResultBlock } from '#contract/brand.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import type { Login } from '#contract/profile.ts'
import type { Review } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import { agreementOf } from '#quiz/advice.ts'
import type { Level } from '#quiz/levels.ts'
import { nextTask } from '../browser/next-task.ts'
import { Sureness } from '../review/estimate.tsx'
import { Details, ReviewFailed } from '../review/result-review.tsx'
import { Words } from '../review/words.tsx'
import { useTexts } from '../texts.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { LevelBadge } from '../ui/level-badge.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import { AskLevel } from './level-claim.tsx'
import { NextStep } from './next-step.tsx'
import { ProfileCard } from './profile-card.tsx'
import styles from './result.module.css'
import { TeachersForYou } from './teachers-for-you.tsx'
import { type OwnResult, useAdvice } from './use-advice.ts'
import { VocabularyForYou } from './vocabulary-for-you.tsx'

export type ResultProps = OwnResult & {
  percentile: number
  page: QuizPageState
  /** Share, retake and the others. */
  actions: ReactNode
}

type PersonProps = { login: Login; hasAccountPage: boolean; avatarBaseUrl: string }

/** The person, linked to the account page unless a linked marketplace keeps the accounts. */
function Person({ login, hasAccountPage, avatarBaseUrl }: PersonProps) {
  const t = useTexts()
  const { nickname = '', avatar_file_name: fileName = '' } = login
  const avatar = <Avatar nickname={nickname} fileName={fileName} baseUrl={avatarBaseUrl} />
  if (!hasAccountPage)
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

/**
 * The level in its bubble. If all answers together point to another level, that one stands next to it at the same size.
 * The first bubble stays the same element, since the test's end may still be turning into it (flow/screen-changes.ts).
 */
function Badges({ level, review }: { level: Level; review: Review | null }) {
  const t = useTexts()
  const isApart = review !== null && agreementOf(level, review.estimate) === 'apart'
  return (
    <div className={`${styles.badges} ${isApart ? styles.apart : ''}`}>
      <div className={styles.badge}>
        <LevelBadge level={level} />
        {isApart && <span>{t('review.lastRounds')}</span>}
      </div>
      {isApart && (
        <div className={styles.badge}>
          <LevelBadge level={review.estimate.level} />
          <span>{t('review.allAnswers')}</span>
        </div>
      )}
    </div>
  )
}

/** Stays true once it was: a retry hides no button that was there. */
function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return wasTrue
}

/**
 * Adds its children from the top down, each in a task of its own: all at once, a slow phone answers no press meanwhile.
 */
function InTurn({ children }: { children: ReactNode[] }) {
  const [added, setAdded] = useState(1)
  const isComplete = added >= children.length
  useEffect(() => {
    if (!isComplete) void nextTask().then(() => startTransition(() => setAdded(added + 1)))
  }, [added, isComplete])
  return children.slice(0, added)
}

/** The result of a signed-in user (Specification §2). */
export function Result({ percentile, page, actions, ...own }: ResultProps) {
  const { language, level } = own
  const { visitor, host, signIn, links } = page
  const { blocks, avatarBaseUrl } = page.result
  const t = useTexts()
  const { review, retry, isReviewed, agreement, studyLevel, card, choice, first, latest } = useAdvice(
    own,
    host.isMobileApp,
  )
  // After saving, the card turns into a line that says so, and the next step follows it.
  const isCardFirst = first?.step === 'use'
  const step = isCardFirst ? latest.step : first?.step
  const isHeroWhole = useOnceTrue(isReviewed)
  const place = { language, level: studyLevel, links }
  const profileCard = (
    <ProfileCard
      card={card}
      isInChina={visitor.isInChina}
      language={language}
      level={level}
      choice={choice}
      isNextStep={isCardFirst}
    />
  )
  const teachers = latest.teachers && (
    <TeachersForYou recommendation={latest.teachers} options={page.result} {...place} />
  )
  const vocabulary = <VocabularyForYou sets={latest.sets} avatarBaseUrl={avatarBaseUrl} {...place} />
  const nextStep = (step === 'teacher' || step === 'words') && (
    <NextStep step={step} agreement={agreement} recommendation={latest.teachers} {...place} />
  )
  const askLevel = review && <AskLevel attemptId={review.assessment_id} language={language} claim={review.claim} />
  // What the marketplace sent late stands at the end, where it moves nothing.
  const elements: { [Block in ResultBlock]?: ReactNode } = {
    next: (
      <>
        {isCardFirst && profileCard}
        {nextStep}
        {askLevel}
      </>
    ),
    words: review && <Words review={review} />,
    teachers: first?.teachers && teachers,
    vocabulary: first && first.sets.length > 0 && vocabulary,
    answers: review && <Details review={review} />,
    profile: !isCardFirst && profileCard,
  }
  return (
    <article className={styles.result} aria-busy={first === null}>
      <section className={styles.hero} data-level={level}>
        <Person login={visitor.login} hasAccountPage={signIn.linkedSignInUrl === null} avatarBaseUrl={avatarBaseUrl} />
        <Badges level={level} review={review} />
        <ScreenHeading>{t(`level.${level}.title`)}</ScreenHeading>
        <p className={styles.line}>{t(`level.${level}.line`)}</p>
        <p className={styles.level}>{t('result.level', { language, level })}</p>
        <p className={styles.than}>{t('result.than', { percent: percentile })}</p>
        <p className={styles.thanDrawn}>{t('result.thanDrawn')}</p>
        <div className={isHeroWhole ? '' : styles.unsettled}>
          {review && <Sureness review={review} />}
          {retry && <ReviewFailed onAgain={retry} />}
          {actions}
          <p className={styles.disclaimer}>
            <span>{t('result.disclaimer')}</span> <a href={urls.how}>{t('guide.how')}</a>
          </p>
        </div>
      </section>
      <div className={`${styles.flow} ${first ? '' : styles.unsettled}`} data-level={studyLevel}>
        {first && (
          <InTurn>
            {[
              ...blocks.map((block) => <Fragment key={block}>{elements[block]}</Fragment>),
              <Fragment key="late">
                {!blocks.includes('next') && askLevel}
                {!first.teachers && blocks.includes('teachers') && teachers}
                {first.sets.length === 0 && blocks.includes('vocabulary') && vocabulary}
              </Fragment>,
            ]}
          </InTurn>
        )}
      </div>
    </article>
  )
}
