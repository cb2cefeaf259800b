import { type ReactNode, useEffect, useState } from 'react'
import { nextPercent, TICK_MS } from '#quiz/flow.ts'
import { LEVELS } from '#quiz/levels.ts'
import { formatPercent } from '../format.ts'
import badge from '../result/level-badge.module.css'
import { useTexts } from '../texts.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import styles from './test-end-screen.module.css'

export type TestEndScreenProps = {
  hasResult: boolean
  /** Why the result is late. */
  notice: ReactNode
  onDone: () => void
}

const SHARE = 100 / LEVELS.length

/** The dash pattern of one level's sixth of the ring, filled as far as the counter has come. */
function shownPart(index: number, percent: number): string {
  const from = index * SHARE
  return `0 ${from} ${Math.min(Math.max(percent - from, 0), SHARE)} 100`
}

/** Counts to 100, then shows the result once the server has sent it. */
export function TestEndScreen({ hasResult, notice, onDone }: TestEndScreenProps) {
  const t = useTexts()
  const [percent, setPercent] = useState(0)
  const isDone = percent === 100

  useEffect(() => {
    if (isDone) return
    const timer = setInterval(() => setPercent(nextPercent), TICK_MS)
    return () => clearInterval(timer)
  }, [isDone])

  useEffect(() => {
    if (isDone && hasResult) onDone()
  }, [isDone, hasResult, onDone])

  return (
    <main className={styles.screen}>
      <div className={styles.dial} aria-hidden="true">
        <svg viewBox="0 0 120 120" aria-hidden="true">
          <circle cx="60" cy="60" r="52" className={styles.track} />
          {LEVELS.map((level, index) => (
            <circle
              key={level}
              cx="60"
              cy="60"
              r="52"
              pathLength="100"
              className={`${styles.arc} ${badge[level]}`}
              strokeDasharray={shownPart(index, percent)}
            />
          ))}
        </svg>
        <span className={styles.percent}>{formatPercent(percent, t.locale)}</span>
      </div>
      <ScreenHeading>{t('testEnd.title')}</ScreenHeading>
      <p className={styles.lead}>{t('testEnd.lead')}</p>
      <p role="status" className={styles.notice}>
        {notice}
      </p>
    </main>
  )
}
