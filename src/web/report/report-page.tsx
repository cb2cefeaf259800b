import type { ReportPageData } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import { formatDay } from '../format.ts'
import { Avatar } from '../result/avatar.tsx'
import badge from '../result/level-badge.module.css'
import { LevelBadge } from '../result/level-badge.tsx'
import { useTexts } from '../texts.tsx'
import button from '../ui/button.module.css'
import styles from './report-page.module.css'
import { reportTitle } from './report-texts.ts'

/** A public report, with an invitation to take the test. Plain HTML; prints on one page. */
export function ReportPage({ report, address, avatarBaseUrl }: ReportPageData) {
  const t = useTexts()
  const { nickname, avatar_file_name: fileName, language, level, percentile, percentile_of: percentileOf } = report
  const finishedAt = report.finished_at.toISOString()
  return (
    <main className={styles.page}>
      <article className={styles.report}>
        <p className={styles.person}>
          <Avatar nickname={nickname} fileName={fileName} baseUrl={avatarBaseUrl} className={badge[level]} />
          <bdi>{nickname}</bdi>
        </p>
        <LevelBadge level={level} />
        <h1>{reportTitle(t, report)}</h1>
        <p className={styles.levelTitle}>{t(`level.${level}.title`)}</p>
        <p className={styles.than}>{t('report.than', { percent: percentile })}</p>
        {percentileOf !== null && (
          <p className={styles.soft}>
            {t('report.thanOf', { count: new Intl.NumberFormat(t.locale).format(percentileOf), language })}
          </p>
        )}
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
      <section className={styles.invitation}>
        <h2>{t('report.invitation', { language })}</h2>
        <p>{t('report.invitationLead')}</p>
        <a className={`${button.button} ${button.primary}`} href={urls.quizIn(language)}>
          {t('report.take', { language })}
        </a>
        <button type="button" className={styles.print} data-print>
          {t('report.print')}
        </button>
      </section>
    </main>
  )
}
