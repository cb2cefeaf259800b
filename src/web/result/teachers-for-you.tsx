import { useEffect, useState } from 'react'
import { linkTo } from '#contract/deep-links.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import type { Language } from '#quiz/languages.ts'
import { track } from '../browser/analytics.ts'
import { flowIdFor } from '../browser/storage.ts'
import { countryName, formatPrice } from '../format.ts'
import { useTexts } from '../texts.tsx'
import { loadTextsPart } from '../texts-part.tsx'
import { Avatar } from './avatar.tsx'
import { type RecommendedTeachers, recommendTeachers } from './recommend-teachers.ts'
import styles from './recommendations.module.css'

export type TeachersForYouProps = { language: Language; page: QuizPageState }

/** 'Teachers for you' (Specification §2, §6), for signed-in learners. Renders nothing if too few are found. */
export function TeachersForYou({ language, page }: TeachersForYouProps) {
  const t = useTexts()
  const [found, setFound] = useState<RecommendedTeachers | null>(null)
  useEffect(() => {
    let isCurrent = true
    setFound(null)
    Promise.all([recommendTeachers(language), loadTextsPart(t, 'marketplace')])
      .then(([teachers]) => isCurrent && setFound(teachers))
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [language, t])
  if (!found) return null
  return (
    <section className={styles.block} aria-labelledby="teachers-for-you">
      <h2 id="teachers-for-you">{t('teachers.forYou')}</h2>
      <p className={styles.soft}>{t('teachers.forYouLead', { language })}</p>
      <ul className={styles.cards}>
        {found.teachers.map(({ user_info: teacher, course_info: course }) => (
          <li key={teacher.user_id}>
            <a
              className={styles.card}
              href={linkTo(page, { to: 'teacher', id: teacher.user_id, language })}
              onClick={() =>
                track('recommend_teacher_click', {
                  flow_id: flowIdFor(language),
                  language,
                  teacher_id: teacher.user_id,
                  algo_detail: found.algoDetail,
                })
              }
            >
              <Avatar nickname={teacher.nickname} fileName={teacher.avatar_file_name} baseUrl={page.avatarBaseUrl} />
              <span className={styles.words}>
                <strong>{teacher.nickname}</strong>
                <span className={styles.soft}>
                  {[countryName(teacher.origin_country_id, t.locale), teacher.is_pro && t('teachers.pro')]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <span>{t('teachers.price', { price: formatPrice(course.min_price, t.locale) })}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <a className={styles.all} href={linkTo(page, { to: 'teachers', language })}>
        {t('teachers.all', { language })}
      </a>
    </section>
  )
}
