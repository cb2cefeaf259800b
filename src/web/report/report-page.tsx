import type { ReportPageData } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { agreementOf } from '#quiz/advice.ts'
import { formatDay, rangeText } from '../format.ts'
import { useTexts } from '../texts.tsx'
import { Avatar } from '../ui/avatar.tsx'
import button from '../ui/button.module.css'
import { LevelBadge } from '../ui/level-badge.tsx'
import { LevelScale } from '../ui/level-scale.tsx'
import { PercentileSource } from '../ui/percentile-source.tsx'
import { reportTitle } from './picture-words.ts'
import styles from './report-page.module.css'

/** A public report, with an invitation to take the test. Plain HTML; prints on one page. */
export function ReportPage({ report, address, avatarBaseUrl }: ReportPageData) {
  const t = useTexts()
  const {
    nickname,
    avatar_file_name: fileName,
    language,
    level,
    percentile,
    percentile_of: percentileOf,
    band,
  } = report
  const finishedAt = report.finished_at.toISOString()
  return (
    <main className={styles.page}>
      <article className={styles.report} data-level={level}>
        <p className={styles.person}>
          <Avatar nickname={nickname} fileName={fileName} baseUrl={avatarBaseUrl} />
          <bdi translate="no">{nickname}</bdi>
        </p>
        <LevelBadge level={level} />
        <h1>{reportTitle(t, report)}</h1>
        <p className={styles.levelTitle}>{t(`level.${level}.title`)}</p>
        <section className={styles.range}>
          <h2>{rangeText(t, band)}</h2>
          <LevelScale band={band} />
          {agreementOf(level, { level, band }) === 'apart' && <p>{t('report.apart', { level })}</p>}
        </section>
        <p className={styles.than}>{t('report.than', { percent: percentile })}</p>
        <p className={styles.soft}>
          <PercentileSource result="public" language={language} of={percentileOf} />
        </p>
        <p className={styles.soft}>
          <time dateTime={finishedAt.slice(0, 10)}>{t('report.date', { date: formatDay(t.locale, finishedAt) })}</time>
        </p>
        <p className={styles.disclaimer}>{t('result.disclaimer')}</p>
        <p className={styles.source}>
          {t('site.name')}
          <br />
          {address}
        </p>
      </article>
      <section className={`card ${styles.invitation}`}>
        <h2>{t('report.invitation', { language })}</h2>
        <p>{t('report.invitationLead')}</p>
        <a className={`${button.button} ${button.primary}`} href={urls.quizIn(language)}>
          {t('report.take', { language })}
        </a>
        <button type="button" className={`link ${styles.print}`} data-print>
          {t('report.print')}
        </button>
      </section>
    </main>
  )
}
