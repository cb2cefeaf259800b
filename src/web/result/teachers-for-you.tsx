import { startTransition, useEffect, useState } from 'react'
import { type LinkPlace, linkTo } from '#contract/deep-links.ts'
import type { ResultOptions } from '#contract/page-data.ts'
import type { TeacherItem } from '#contract/recommendations.ts'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { track } from '../browser/analytics.ts'
import { flowIdFor } from '../browser/storage.ts'
import { countryName, formatPrice, formatTime } from '../format.ts'
import { useTexts } from '../texts.tsx'
import { loadTextsPart } from '../texts-part.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { type RecommendedTeachers, reasonFor, recommendTeachers } from './recommend-teachers.ts'
import styles from './recommendations.module.css'

/** The recommended teachers; null for none, undefined while loading. */
function useTeachers(language: Language): RecommendedTeachers | null | undefined {
  const t = useTexts()
  const [recommendation, setRecommendation] = useState<RecommendedTeachers | null>()
  useEffect(() => {
    let isCurrent = true
    Promise.all([recommendTeachers(language), loadTextsPart(t, 'marketplace')])
      .then(([teachers]) => isCurrent && startTransition(() => setRecommendation(teachers)))
      .catch(() => isCurrent && setRecommendation(null))
    return () => {
      isCurrent = false
    }
  }, [language, t])
  return recommendation
}

function trackTeacher(
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
  language: Language
  level: Level
  links: LinkPlace
  options: Pick<ResultOptions, 'currency' | 'avatarBaseUrl'>
}

/**
 * 'Teachers for you' (Specification §2, §6), for signed-in learners, each with their strengths. Reserves its space
 * while loading; omitted if there are none.
 */
export function TeachersForYou({ language, level, links, options }: TeachersForYouProps) {
  const t = useTexts()
  const recommendation = useTeachers(language)
  if (recommendation === undefined) return <div className={styles.teachers} />
  if (recommendation === null) return null
  return (
    <section className={`card ${styles.block} ${styles.teachers}`} aria-labelledby="teachers-for-you">
      <h2 id="teachers-for-you">{t('teachers.forYou')}</h2>
      <ul className={styles.people}>
        {recommendation.teachers.map((teacher) => (
          <li key={teacher.user_info.user_id}>
            <a
              className={styles.person}
              href={linkTo(links, { to: 'teacher', id: teacher.user_info.user_id, language })}
              onClick={() => trackTeacher(recommendation, teacher, language)}
            >
              <Teacher teacher={teacher} language={language} level={level} options={options} />
            </a>
          </li>
        ))}
      </ul>
      <a className="link" href={linkTo(links, { to: 'teachers', language })}>
        {t('teachers.all', { language })}
      </a>
    </section>
  )
}

type TeacherProps = Omit<TeachersForYouProps, 'links'> & { teacher: TeacherItem }

/** Whether a moment is between 8:00 and 22:00 in the reader's time zone. */
function isWaking(moment: string): boolean {
  const hour = new Date(moment).getHours()
  return hour >= 8 && hour < 22
}

/** One line per fact, so teachers are about equally tall. */
function Teacher({ teacher, language, level, options }: TeacherProps) {
  const t = useTexts()
  const { user_info: person, teacher_info: facts, course_info: course } = teacher
  const reason = reasonFor(level, facts)
  const origin = [countryName(person.origin_country_id, t.locale), person.is_pro && t('teachers.pro')]
  return (
    <>
      <Avatar
        nickname={person.nickname}
        fileName={person.avatar_file_name}
        baseUrl={options.avatarBaseUrl}
        className={styles.portrait}
      />
      <span className={styles.words}>
        <strong translate="no">{person.nickname}</strong>
        <span className={styles.soft}>{origin.filter(Boolean).join(' · ')}</span>
        <span className={styles.about}>
          {facts.about ? <bdi>{facts.about}</bdi> : reason && t(reason, { language })}
        </span>
        {facts.next_free && isWaking(facts.next_free) && (
          <span className={styles.free}>
            <Icon name="clock" /> <span>{formatTime(t.locale, facts.next_free)}</span>
          </span>
        )}
      </span>
      <span className={styles.terms}>
        <span>{t('teachers.price', { price: formatPrice(course.min_price, t.locale, options.currency) })}</span>
        <span className={styles.meet}>
          <span>{t('teachers.meet')}</span> <Icon name="arrow" isMirrored />
        </span>
      </span>
    </>
  )
}
