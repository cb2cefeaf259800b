import { type LinkPlace, linkTo } from '#contract/deep-links.ts'
import type { Agreement } from '#quiz/advice.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { formatTime, joinSentences } from '../format.ts'
import { useTexts } from '../texts.tsx'
import button from '../ui/button.module.css'
import { Bubble } from '../ui/icon.tsx'
import styles from './profile-card.module.css'
import type { RecommendedTeachers } from './recommend-teachers.ts'
import { trackTeacher } from './teachers-for-you.tsx'

type NextStepProps = {
  step: 'teacher' | 'words'
  language: Language
  /** The level that advice goes by. */
  level: Level
  agreement: Agreement
  recommendation: RecommendedTeachers | null
  links: LinkPlace
}

/**
 * The one next step of a result: the next teacher, or words. Saving the level is a card of its own (profile-card.tsx).
 */
export function NextStep({ step, language, level, agreement, recommendation, links }: NextStepProps) {
  const t = useTexts()
  const [teacher] = recommendation?.teachers ?? []
  const look = `${button.button} ${button.level}`
  const free = teacher?.teacher_info.next_free
  const ofStep = step === 'teacher' ? 'next.speak' : 'review.wordsTitle'
  const heading = agreement === 'apart' ? 'next.lower' : ofStep
  const lead = [t(step === 'teacher' ? 'next.teacherLead' : 'next.wordsLead')]
  if (step === 'teacher' && teacher && free)
    lead.push(t('next.free', { nickname: teacher.user_info.nickname, time: formatTime(t.locale, free) }))
  return (
    <section className={`card ${styles.card} ${styles.next}`} aria-labelledby="next-step">
      <Bubble letter={language} isMirrored />
      <p className={styles.eyebrow}>{t('next.title')}</p>
      <h2 id="next-step">{t(heading, { level })}</h2>
      <p className={styles.lead}>{joinSentences(t.locale, lead)}</p>
      {step === 'teacher' && recommendation && teacher ? (
        <a
          className={look}
          href={linkTo(links, { to: 'teacher', id: teacher.user_info.user_id, language })}
          onClick={() => trackTeacher(recommendation, teacher, language)}
        >
          {t('next.teacher', { nickname: teacher.user_info.nickname })}
        </a>
      ) : (
        <a className={look} href="#words">
          {t('next.words')}
        </a>
      )}
    </section>
  )
}
