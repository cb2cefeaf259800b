import { Fragment, type ReactNode, useState } from 'react'
import type { ReportBlock } from '#contract/brand.ts'
import { urls } from '#contract/urls.ts'
import { agreementOf } from '#quiz/advice.ts'
import type { Level } from '#quiz/levels.ts'
import { Sureness } from '../review/estimate.tsx'
import { Details, type LoadedReview, ReviewFailed } from '../review/result-review.tsx'
import { Words } from '../review/words.tsx'
import { useTexts } from '../texts.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import { Avatar } from './avatar.tsx'
import { LevelBadge } from './level-badge.tsx'
import { NextStep } from './next-step.tsx'
import { ProfileCard } from './profile-card.tsx'
import styles from './report.module.css'
import { TeachersForYou } from './teachers-for-you.tsx'
import { type OwnResult, useAdvice } from './use-advice.ts'
import { VocabularyForYou } from './vocabulary-for-you.tsx'

export type ReportProps = OwnResult & {
  percentile: number
  /** The number of finished assessments that the percentile was counted from; undefined when it was drawn. */
  percentileOf: number | undefined
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
    <div className={`${styles.badges} ${isApart ? styles.apart : ''}`}>
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

/** Whether it has been true: a retry hides no button that was there. */
function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return wasTrue
}

/** The report of a signed-in user (Specification §2). */
export function Report(props: ReportProps) {
  const { language, level, percentile, percentileOf, page, actions } = props
  const t = useTexts()
  const advice = useAdvice(props)
  const { loaded, review, card, agreement, advised, basis, late } = advice
  // Saved, the card turns into a line that says so, and the next step follows it.
  const isCardFirst = basis?.step === 'use'
  const step = isCardFirst ? advice.step : basis?.step
  const isHeroWhole = useOnceTrue(advice.isReviewed)
  const profileCard = (
    <ProfileCard
      card={card}
      isInChina={page.isInChina}
      language={language}
      level={level}
      choice={advice.choice}
      isNextStep={isCardFirst}
    />
  )
  const teachers = late.found && <TeachersForYou found={late.found} language={language} level={advised} page={page} />
  const vocabulary = <VocabularyForYou found={late.sets} language={language} level={advised} page={page} />
  const nextStep = (step === 'teacher' || step === 'words') && (
    <NextStep step={step} language={language} level={advised} agreement={agreement} found={late.found} page={page} />
  )
  // What came late stands at the end, where it moves nothing.
  const blocks: { [Block in ReportBlock]?: ReactNode } = {
    next: (
      <>
        {isCardFirst && profileCard}
        {nextStep}
      </>
    ),
    words: review && <Words review={review} />,
    teachers: basis?.found && teachers,
    vocabulary: basis && basis.sets.length > 0 && vocabulary,
    answers: review && <Details review={review} />,
    profile: !isCardFirst && profileCard,
  }
  return (
    <article className={styles.report} aria-busy={basis === null}>
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
        <div className={isHeroWhole ? '' : styles.unsettled}>
          {review && <Sureness review={review} />}
          {loaded === 'failed' && <ReviewFailed onAgain={advice.load} />}
          {actions}
          <p className={styles.disclaimer}>
            {t('result.disclaimer')} <a href={urls.how}>{t('guide.how')}</a>
          </p>
        </div>
      </section>
      <div className={`${styles.flow} ${basis ? '' : styles.unsettled}`} data-level={advised}>
        {basis && (
          <>
            {page.blocks.map((block) => (
              <Fragment key={block}>{blocks[block]}</Fragment>
            ))}
            {!basis.found && page.blocks.includes('teachers') && teachers}
            {basis.sets.length === 0 && page.blocks.includes('vocabulary') && vocabulary}
          </>
        )}
      </div>
    </article>
  )
}
