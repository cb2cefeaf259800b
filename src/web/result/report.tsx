import type { QuizPageState } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { ResultReview } from '../review/result-review.tsx'
import { Wall, type WallProps } from '../sign-in/wall.tsx'
import { useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import { Avatar } from './avatar.tsx'
import badge from './level-badge.module.css'
import { LevelBadge } from './level-badge.tsx'
import styles from './result-screen.module.css'

export type ReportProps = {
  language: Language
  level: Level
  percentile: number
  /** The number of finished assessments that the percentile was counted from; undefined when it was drawn. */
  percentileOf: number | undefined
  page: QuizPageState
  /** The assessment to review below the level; null if the result is only stored or a score page's. */
  assessmentId: string | null
}

/** The person, linked to the account page unless an external marketplace keeps the accounts. */
function Person({ level, page: { login, signIn, avatarBaseUrl } }: Pick<ReportProps, 'level' | 'page'>) {
  const t = useTexts()
  const { nickname = '', avatar_file_name: fileName = '' } = login
  const avatar = <Avatar nickname={nickname} fileName={fileName} baseUrl={avatarBaseUrl} className={badge[level]} />
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

/** The report of a signed-in user (Specification §2). */
export function Report({ language, level, percentile, percentileOf, page, assessmentId }: ReportProps) {
  const t = useTexts()
  return (
    <article className={styles.report}>
      <Person level={level} page={page} />
      <LevelBadge level={level} />
      <ScreenHeading>{t(`level.${level}.title`)}</ScreenHeading>
      <p className={styles.line}>{t(`level.${level}.line`)}</p>
      <p className={styles.level}>{t('result.level', { language, level })}</p>
      <p className={styles.percentile}>{t('result.than', { percent: percentile })}</p>
      {percentileOf !== undefined && (
        <p className="visually-hidden">
          {t('result.thanOf', { count: new Intl.NumberFormat(t.locale).format(percentileOf), language })}
        </p>
      )}
      <p className={styles.disclaimer}>
        {t('result.disclaimer')} <a href={urls.how}>{t('guide.how')}</a>
      </p>
      {assessmentId && (
        <div className={styles.review}>
          <TextsPart part="review">
            <ResultReview assessmentId={assessmentId} />
          </TextsPart>
        </div>
      )}
    </article>
  )
}

/**
 * The report as a logged-out visitor sees it (Specification §2): a blurred, inert placeholder under the invitation to sign up. The placeholder is
 * the same for every result, so the page does not reveal the level.
 */
export function WalledReport(wall: WallProps) {
  return (
    <div className={styles.stack}>
      <div className={`${styles.report} ${styles.placeholder}`} inert aria-hidden="true">
        <svg className={badge.badge} viewBox="0 0 160 160" aria-hidden="true">
          <circle cx="80" cy="80" r="66" className={styles.ring} />
          <circle cx="80" cy="80" r="53" className={styles.face} />
        </svg>
        <span className={styles.bar} />
        <span className={styles.shortBar} />
        <span className={styles.bar} />
        <span className={styles.shortBar} />
      </div>
      <TextsPart part="account">
        <Wall {...wall} />
      </TextsPart>
    </div>
  )
}
