import type { TeacherPageData } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { formatPrice } from '../teacher-facts.ts'
import { useTexts } from '../texts.tsx'
import { FreeTimes } from './free-times.tsx'
import styles from './marketplace.module.css'
import { MarketplaceFrame } from './marketplace-frame.tsx'
import { TeacherLine } from './teacher-line.tsx'

/** One teacher of a language. */
export function TeacherPage({ language, teacher, languages, free, avatarBaseUrl }: TeacherPageData) {
  const t = useTexts()
  const list = new Intl.ListFormat(t.locale, { type: 'unit', style: 'short' })
  const mayRecord = teacher.teacher_info.recording_permission
  return (
    <MarketplaceFrame>
      <article className={styles.detail}>
        <TeacherLine teacher={teacher} avatarBaseUrl={avatarBaseUrl} nameAs="h1" />
        <p>{teacher.about}</p>
        <p className={styles.price}>
          {t('teachers.price', { price: formatPrice(teacher.course_info.min_price, t.locale) })}
        </p>
        <dl className={styles.facts}>
          <dt>{t('teacher.languages')}</dt>
          <dd>{list.format(languages.map((taught) => t(`language.${taught}`)))}</dd>
          <dt>{t('teacher.recording')}</dt>
          <dd>{mayRecord ? t('teacher.recordingYes') : t('teacher.recordingNo')}</dd>
        </dl>
        <h2>{t('teacher.free')}</h2>
        <FreeTimes free={free} />
        <p className={styles.soft}>{t('teacher.demo')}</p>
      </article>
      <p>
        <a className={styles.home} href={urls.teachers(language)}>
          {t('teachers.all', { language })}
        </a>
      </p>
    </MarketplaceFrame>
  )
}
