import type { ReportPageData } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { formatDay } from '../format.ts'
import { useTexts } from '../texts.tsx'
import { Avatar } from '../ui/avatar.tsx'
import button from '../ui/button.module.css'
import { LevelBadge } from '../ui/level-badge.tsx'
import { reportTitle } from './picture-words.ts'
import styles from './report-page.module.css'

/** A public report with an invitation to take the test. Plain HTML; prints on one page. */
export function ReportPage({ report, address, avatarBaseUrl }: ReportPageData) {
  const t = useTexts()
  const { nickname, avatar_file_name: fileName, language, level, percentile } = report
  const finishedAt = report.finished_at.toISOString()
  return (
    <main className={styles.page}>
      <article className={styles.report} data-level={level}>
        <div className={styles.badge}>
          <Avatar nickname={nickname} fileName={fileName} baseUrl={avatarBaseUrl} />
          <LevelBadge level={level} />
        </div>
        <h1>{reportTitle(t, report)}</h1>
        <p className={styles.levelTitle}>{t(`level.${level}.title`)}</p>
        <p>{t('report.than', { percent: percentile })}</p>
        <p className={styles.disclaimer}>
          <time dateTime={finishedAt.slice(0, 10)}>{t('report.date', { date: formatDay(t.locale, finishedAt) })}</time>
          <br />
          {t('result.disclaimer')}
        </p>
        <p className={styles.source}>
          {t('site.name')}
          <br />
          {address}
        </p>
      </article>
      <section className={`card ${styles.invitation}`}>
        <h2>{t('report.invitation', { language })}</h2>
        <a className={`${button.button} ${button.primary}`} href={urls.quizIn(language)}>
          {t('report.take', { language })}
        </a>
        <p>{t('report.invitationLead')}</p>
        <button type="button" className={`link ${styles.print}`} data-print>
          {t('report.print')}
        </button>
      </section>
    </main>
  )
}
