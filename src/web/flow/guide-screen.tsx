import type { ReactNode } from 'react'
import type { Assessment } from '#contract/assessments.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import styles from './guide-screen.module.css'

const POINTS: TextKey[] = ['guide.format', 'guide.noWayBack', 'guide.unknown', 'guide.scope', 'guide.account']

export type GuideScreenProps = {
  language: Language
  /** The visitor's open attempt in this language, if any. */
  open: Assessment | undefined
  isStarting: boolean
  /** What went wrong before. */
  notice: ReactNode
  onStart: (options: { anew: boolean }) => void
  onContinue: (attempt: Assessment) => void
  onChangeLanguage: () => void
}

export function GuideScreen({ language, open, isStarting, notice, ...on }: GuideScreenProps) {
  const t = useTexts()
  return (
    <main className={styles.screen}>
      <button type="button" className={styles.back} onClick={on.onChangeLanguage}>
        <span aria-hidden="true">‹</span> {t('guide.change')}
      </button>
      <div className={styles.card}>
        <div className={styles.title}>
          <img src={`/static/flags/${language}.svg`} alt="" width="56" height="56" />
          <ScreenHeading>{t('guide.title', { language })}</ScreenHeading>
        </div>
        <p className={styles.lead}>{t('guide.lead')}</p>
        <ul className={styles.points}>
          {POINTS.map((point) => (
            <li key={point}>{t(point)}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          {open ? (
            <>
              <Button onClick={() => on.onContinue(open)}>
                {t('guide.continue', { position: open.answered + 1 })}
              </Button>
              <Button look="plain" isBusy={isStarting} onClick={() => on.onStart({ anew: true })}>
                {t('guide.startOver')}
              </Button>
            </>
          ) : (
            <Button isBusy={isStarting} onClick={() => on.onStart({ anew: false })}>
              {t('guide.start')}
            </Button>
          )}
        </div>
        <a className={styles.how} href={urls.how}>
          {t('guide.how')}
        </a>
        <p role="alert" className={styles.failed}>
          {notice}
        </p>
      </div>
    </main>
  )
}
