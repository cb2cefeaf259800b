import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import field from '#web/ui/field.module.css'
import { ScreenHeading } from '#web/ui/screen-heading.tsx'
import type { Judgment } from '../item-readings.ts'
import { BlindItem } from './blind-item.tsx'
import { BlindScore } from './blind-score.tsx'
import type { BlindPage } from './page-data.ts'
import styles from './reading-page.module.css'
import { finishReading, Offline, sendJudgment } from './requests.ts'
import { type ReaderWords, withNumbers } from './words.ts'

/** The reading's own address, to go on later, perhaps elsewhere. */
function Paused({ words, onGoOn }: { words: ReaderWords; onGoOn: () => void }) {
  return (
    <main className={styles.screen}>
      <ScreenHeading>{words.thanks}</ScreenHeading>
      <p>
        <strong>{words.paused}</strong>
      </p>
      <label className={field.field}>
        {words.pausedLead}
        <input
          className={field.input}
          readOnly
          value={location.href}
          dir="ltr"
          onFocus={(event) => event.target.select()}
        />
      </label>
      <p className={styles.stop}>
        <Button onClick={onGoOn}>{words.goOn}</Button>
      </p>
    </main>
  )
}

/** One reader's way through the items, from the first that is not judged yet to the score. */
export function BlindReading({ page, words }: { page: BlindPage; words: ReaderWords }) {
  const { entries, language, isShared } = page
  const [judged, setJudged] = useState(page.judged)
  const [score, setScore] = useState(page.score)
  const [index, setIndex] = useState(() => {
    const first = entries.findIndex((entry) => !(entry.ref in page.judged))
    return first >= 0 ? first : Math.max(entries.length - 1, 0)
  })
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [isPaused, setIsPaused] = useState(false)
  const entry = entries[index]
  const count = Object.keys(judged).length

  if (score) return <BlindScore score={score} page={page} words={words} />
  if (isPaused) return <Paused words={words} onGoOn={() => setIsPaused(false)} />
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
      if (isShared && error instanceof Offline) setFault(words.offline)
      else setFault(error instanceof Error ? error.message : String(error))
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
          {isShared ? (
            words.title
          ) : (
            <>
              <span className={styles.language}>{language}</span>, read blind
            </>
          )}
        </h1>
        <span className={styles.count}>{withNumbers(words.count, { position: index + 1, total: entries.length })}</span>
        <progress className={styles.progress} value={count} max={entries.length} aria-label={words.title} />
      </header>
      <BlindItem
        key={entry.ref}
        entry={entry}
        language={language}
        position={index + 1}
        isLast={index + 1 === entries.length}
        given={judged[entry.ref]}
        words={words}
        onBack={index > 0 ? () => go(index - 1) : undefined}
        onJudge={judge}
      />
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      <p className={styles.stop}>
        {isShared && (
          <button type="button" className={styles.quiet} onClick={() => setIsPaused(true)}>
            {words.pause}
          </button>
        )}
        {!isShared && count > 0 && (
          <button type="button" className={styles.quiet} onClick={() => attempt(finish)}>
            Stop here and record {count === 1 ? 'one reading' : `${count} readings`}
          </button>
        )}
      </p>
    </main>
  )
}
