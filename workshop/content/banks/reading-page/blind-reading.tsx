import { useState } from 'react'
import type { Judgment } from '../item-readings.ts'
import { BlindItem } from './blind-item.tsx'
import { BlindScore } from './blind-score.tsx'
import type { BlindPage } from './page-data.ts'
import styles from './reading-page.module.css'
import { finishReading, sendJudgment } from './requests.ts'

/** One reader's way through the items, from the first that is not judged yet to the score. */
export function BlindReading({ page }: { page: BlindPage }) {
  const { entries, language, reader } = page
  const [judged, setJudged] = useState(page.judged)
  const [score, setScore] = useState(page.score)
  const [index, setIndex] = useState(() => {
    const first = entries.findIndex((entry) => !(entry.ref in page.judged))
    return first >= 0 ? first : Math.max(entries.length - 1, 0)
  })
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const entry = entries[index]
  const count = Object.keys(judged).length

  if (score) return <BlindScore score={score} language={language} reader={reader} />
  if (!entry) return null

  const go = (to: number) => {
    setFault('')
    setIndex(to)
    scrollTo(0, 0)
  }
  const attempt = async (action: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    setFault('')
    try {
      await action()
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
    setIsBusy(false)
  }
  const finish = async () => setScore(await finishReading())
  const judge = (judgment: Judgment) =>
    attempt(async () => {
      await sendJudgment(entry.ref, judgment)
      setJudged({ ...judged, [entry.ref]: judgment })
      if (index + 1 < entries.length) go(index + 1)
      else await finish()
    })

  return (
    <main className={styles.screen}>
      <header className={styles.bar}>
        <h1 className={styles.title}>
          <span className={styles.language}>{language}</span>, read blind
        </h1>
        <span className={styles.count}>
          {index + 1} of {entries.length}
        </span>
      </header>
      <BlindItem
        key={entry.ref}
        entry={entry}
        language={language}
        position={index + 1}
        isLast={index + 1 === entries.length}
        given={judged[entry.ref]}
        onBack={index > 0 ? () => go(index - 1) : undefined}
        onJudge={judge}
      />
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      {count > 0 && (
        <p className={styles.stop}>
          <button type="button" className={styles.quiet} onClick={() => attempt(finish)}>
            Stop here and record {count === 1 ? 'one reading' : `${count} readings`}
          </button>
        </p>
      )}
    </main>
  )
}
