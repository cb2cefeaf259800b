import { Suspense, useEffect, useRef } from 'react'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { latePart } from '../late-part.tsx'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import badge from './level-badge.module.css'
import styles from './profile-card.module.css'
import { useProfileCard } from './use-profile-card.ts'

const [PurposeDialog] = latePart(() => import('./purpose-dialog.tsx').then((module) => module.PurposeDialog))

export type ProfileCardProps = { userId: number; isInChina: boolean; language: Language; level: Level }

/** 'Use this result in your profile' (Specification §4). */
export function ProfileCard({ userId, isInChina, language, level }: ProfileCardProps) {
  const t = useTexts()
  const { state, isBusy, error, use, purposeSaved, purposeClosed } = useProfileCard({ userId, language, level })
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (state === 'done') status.current?.focus()
  }, [state])

  return (
    <>
      {state !== 'hidden' && state !== 'done' && (
        <section className={styles.card} aria-labelledby="profile-card-title">
          <span className={`${styles.level} ${badge[level]}`} aria-hidden="true">
            {level}
          </span>
          <div className={styles.words}>
            <h2 id="profile-card-title">{t('card.title')}</h2>
            <p>{t('card.lead', { language, level })}</p>
          </div>
          <div className={styles.use}>
            <Button isBusy={isBusy} onClick={use}>
              {t('card.use')}
            </Button>
          </div>
          <p role="alert" className={styles.failed}>
            {error && t(error)}
          </p>
        </section>
      )}
      <p ref={status} role="status" tabIndex={-1} className={styles.done}>
        {state === 'done' && t('card.done')}
      </p>
      {state === 'purpose' && (
        <Suspense fallback={null}>
          <PurposeDialog language={language} isInChina={isInChina} onSaved={purposeSaved} onClose={purposeClosed} />
        </Suspense>
      )}
    </>
  )
}
