import { startTransition, useEffect, useState } from 'react'
import { type LinkPlace, linkTo } from '#contract/deep-links.ts'
import type { ResultOptions } from '#contract/page-data.ts'
import type { TeacherItem } from '#contract/recommendations.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { track } from '../browser/analytics.ts'
import { nextTask } from '../browser/next-task.ts'
import { flowIdFor } from '../browser/storage.ts'
import { countryName, formatPrice, formatTime } from '../format.ts'
import { useTexts } from '../texts.tsx'
import { loadTextsPart } from '../texts-part.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { type RecommendedTeachers, reasonFor, recommendTeachers } from './recommend-teachers.ts'
import styles from './recommendations.module.css'

/** The teachers to recommend; null for none, undefined while that is not known. */
export function useTeachers(language: Language): RecommendedTeachers | null | undefined {
  const t = useTexts()
  const [recommendation, setRecommendation] = useState<RecommendedTeachers | null>()
  useEffect(() => {
    let isCurrent = true
    setRecommendation(undefined)
    nextTask()
      .then(() => Promise.all([recommendTeachers(language), loadTextsPart(t, 'marketplace')]))
      .then(([teachers]) => isCurrent && startTransition(() => setRecommendation(teachers)))
      .catch(() => isCurrent && setRecommendation(null))
    return () => {
      isCurrent = false
    }
  }, [language, t])
  return recommendation
}

export function trackTeacher(
  { algoDetail }: RecommendedTeachers,
  { user_info: { user_id } }: TeacherItem,
  language: Language,
) {
  track('recommend_teacher_click', {
    flow_id: flowIdFor(language),
    language,
    teacher_id: user_id,
    algo_detail: algoDetail,
  })
}

type TeachersForYouProps = {
  recommendation: RecommendedTeachers
  language: Language
  /** The level that advice goes by. */
  level: Level
  links: LinkPlace
  options: Pick<ResultOptions, 'currency' | 'avatarBaseUrl'>
}

/** 'Teachers for you' (Specification §2, §6), for signed-in learners, each with their strengths. */
export function TeachersForYou({ recommendation, language, level, links, options }: TeachersForYouProps) {
  const t = useTexts()
  return (
    <section className={`card ${styles.block}`} aria-labelledby="teachers-for-you">
      <h2 id="teachers-for-you">{t('teachers.forYou')}</h2>
      <p className={styles.soft}>{t('teachers.forYouLead', { language })}</p>
      <ul className={styles.people}>
        {recommendation.teachers.map((teacher) => {
          const { user_info: person, teacher_info: facts, course_info: course } = teacher
          const reason = reasonFor(level, facts)
          return (
            <li key={person.user_id}>
              <a
                className={styles.person}
                href={linkTo(links, { to: 'teacher', id: person.user_id, language })}
                onClick={() => trackTeacher(recommendation, teacher, language)}
              >
                <Avatar
                  nickname={person.nickname}
                  fileName={person.avatar_file_name}
                  baseUrl={options.avatarBaseUrl}
                  className={styles.portrait}
                />
                <span className={styles.words}>
                  <strong translate="no">{person.nickname}</strong>
                  <span className={styles.soft}>
                    {[countryName(person.origin_country_id, t.locale), person.is_pro && t('teachers.pro')]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  {reason && <span className={styles.reason}>{t(reason, { language })}</span>}
                  {facts.about && (
                    <span className={styles.about}>
                      <bdi>{facts.about}</bdi>
                    </span>
                  )}
                  <span className={styles.why}>
                    {facts.next_free && (
                      <span className={styles.free}>
                        <Icon name="clock" />{' '}
                        <span>{t('teachers.free', { time: formatTime(t.locale, facts.next_free) })}</span>
                      </span>
                    )}
                    <span>
                      {t('teachers.price', { price: formatPrice(course.min_price, t.locale, options.currency) })}
                    </span>
                  </span>
                </span>
              </a>
            </li>
          )
        })}
      </ul>
      <a className="link" href={linkTo(links, { to: 'teachers', language })}>
        {t('teachers.all', { language })}
      </a>
    </section>
  )
}
