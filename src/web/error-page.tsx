import { urls } from '#contract/urls.ts'
import styles from './error-page.module.css'
import { useTexts } from './texts.tsx'
import button from './ui/button.module.css'
import { BADGE } from './ui/level-badge-shape.ts'

/** Question marks of several scripts, small ones around a large one. */
const MARKS = [
  { mark: '¿', level: 'A2', place: 'translate(92 96) rotate(-8) scale(0.95)' },
  { mark: '?', level: 'C2', place: 'translate(392 90) rotate(8) scale(0.9)' },
  { mark: '؟', level: 'B1', place: 'translate(76 220) rotate(6) scale(0.6)' },
  { mark: '？', level: 'A1', place: 'translate(412 214) rotate(-6) scale(0.66)' },
] as const

export function ErrorPage({ status }: { status: 404 | 410 | 500 }) {
  const t = useTexts()
  return (
    <main className={styles.screen}>
      <svg className={styles.marks} viewBox="0 0 480 290" aria-hidden="true">
        {MARKS.map(({ mark, level, place }) => (
          <g key={level} data-level={level} transform={place}>
            <path d={BADGE.face} />
            <text y="20">{mark}</text>
          </g>
        ))}
        <g data-level="B2" className={styles.large} transform="translate(240 138) rotate(-3) scale(2.1)">
          <path d={BADGE.face} />
          <text y="20">?</text>
        </g>
      </svg>
      <h1>{t(`error.${status}.title`)}</h1>
      <p>{t(`error.${status}.lead`)}</p>
      <a className={`${button.button} ${button.primary}`} href={urls.quiz}>
        {t('error.home')}
      </a>
    </main>
  )
}
