import { type ReactNode, useEffect, useState } from 'react'
import { LEVELS, TICK_MS } from '#quiz/constants.ts'
import { nextPercent } from '#quiz/flow.ts'
import { formatPercent } from '../format.ts'
import { useTexts } from '../texts.tsx'
import { BADGE } from '../ui/level-badge-shape.ts'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import styles from './test-end-screen.module.css'

export type TestEndScreenProps = {
  hasResult: boolean
  /** Why the result is late. */
  notice: ReactNode
  onDone: () => void
}

const { box, arcs, face, facePlace, letters } = BADGE

const SHARE = 100 / LEVELS.length

/** The missing part of a level's arc, in percent of the arc. */
function missingPart(index: number, percent: number): number {
  return 100 - Math.min(Math.max((percent - index * SHARE) / SHARE, 0), 1) * 100
}

/** Counts to 100, then shows the result once it arrives. */
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
    <main className={styles.screen} data-bare>
      <svg
        className={`${styles.dial} ${isDone ? styles.done : ''}`}
        viewBox={`${box.left} ${box.top} ${box.size} ${box.size}`}
        aria-hidden="true"
      >
        {LEVELS.map((level, index) => (
          <g key={level} data-level={level}>
            <path d={arcs[index]} className={styles.track} />
            <path
              d={arcs[index]}
              pathLength="100"
              className={styles.arc}
              strokeDasharray="100 200"
              strokeDashoffset={missingPart(index, percent)}
            />
          </g>
        ))}
        <g transform={`translate(${facePlace.x} ${facePlace.y}) scale(${facePlace.scale})`}>
          <path d={face} className={styles.face} />
        </g>
        <text x={letters.x} y={letters.y - 6} textAnchor="middle" className={styles.percent}>
          {formatPercent(percent, t.locale)}
        </text>
      </svg>
      <ScreenHeading>{t('testEnd.title')}</ScreenHeading>
      <p className={styles.lead}>{t('testEnd.lead')}</p>
      <p role="status" className={styles.notice}>
        {notice}
      </p>
    </main>
  )
}
