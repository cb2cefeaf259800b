import type { TeachersPageData } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { formatPrice } from '../teacher-facts.ts'
import { useTexts } from '../texts.tsx'
import styles from './marketplace.module.css'
import { MarketplaceFrame } from './marketplace-frame.tsx'
import { TeacherLine } from './teacher-line.tsx'

/** All teachers of one language. */
export function TeachersPage({ language, teachers, avatarBaseUrl }: TeachersPageData) {
  const t = useTexts()
  return (
    <MarketplaceFrame>
      <h1 className={styles.title}>{t('teachers.title', { language })}</h1>
      <p className={styles.soft}>
        {teachers.length > 0 ? t('teachers.lead', { count: teachers.length }) : t('teachers.none')}
      </p>
      <ul className={styles.teachers}>
        {teachers.map((teacher) => (
          <li key={teacher.user_info.user_id} className={styles.teacher}>
            <TeacherLine
              teacher={teacher}
              avatarBaseUrl={avatarBaseUrl}
              nameAs="h2"
              href={urls.teacher(teacher.user_info.user_id, language)}
            />
            <p>{teacher.about}</p>
            <p className={styles.price}>
              {t('teachers.price', { price: formatPrice(teacher.course_info.min_price, t.locale) })}
            </p>
          </li>
        ))}
      </ul>
    </MarketplaceFrame>
  )
}
