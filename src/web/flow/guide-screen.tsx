import type { ReactNode } from 'react'
import type { Attempt } from '#contract/attempts.ts'
import type { GuideSample } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { inLanguage } from '../language-tags.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import list from '../ui/fact-list.module.css'
import { Icon } from '../ui/icon.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import { ContinueLink } from './continue-link.tsx'
import styles from './guide-screen.module.css'
import speech from './speech.module.css'

const FACTS = [
  { icon: 'clock', level: 'A2', text: 'guide.format' },
  { icon: 'bulb', level: 'B1', text: 'guide.unknown' },
  { icon: 'person', level: 'C1', text: 'guide.account' },
] as const

export type GuideScreenProps = {
  language: Language
  sample: GuideSample
  /** The visitor's open attempt in this language, if any. */
  open: Attempt | undefined
  /** The newest open attempt in another language, if any. */
  other: Attempt | undefined
  isStarting: boolean
  /** The previous failure. */
  notice: ReactNode
  onStart: (options: { fromStart: boolean }) => void
  onContinue: (attempt: Attempt) => void
  onChangeLanguage: () => void
}

/** A preview of the test: a sentence with its word in the gap. Nothing in it is interactive or taken from the bank. */
function Sample({ language, sample }: Pick<GuideScreenProps, 'language' | 'sample'>) {
  const t = useTexts()
  const { before, word, after, options } = sample
  return (
    <figure className={styles.sample} aria-label={t('guide.sample')}>
      <p className={speech.bubble} {...inLanguage(language)}>
        {before}
        <mark className={speech.word}>{word}</mark>
        {after}
      </p>
      <p className={styles.options} aria-hidden="true" {...inLanguage(language)}>
        {options.map((option) => (
          <span key={option} className={option === word ? styles.picked : ''}>
            {option}
          </span>
        ))}
      </p>
    </figure>
  )
}

export function GuideScreen({ language, sample, open, other, isStarting, notice, ...on }: GuideScreenProps) {
  const t = useTexts()
  return (
    <main className={styles.screen}>
      <div className={styles.head}>
        <button type="button" className="link back" onClick={on.onChangeLanguage}>
          <Icon name="back" isMirrored /> <span>{t('guide.change')}</span>
        </button>
        <div className={styles.title}>
          <img src={`${urls.static}flags/${language}.svg`} alt="" width="72" height="72" />
          <ScreenHeading>{t('guide.title', { language })}</ScreenHeading>
        </div>
      </div>
      <Sample language={language} sample={sample} />
      <ul className={`${list.facts} ${styles.facts}`}>
        {FACTS.map(({ icon, level, text }) => (
          <li key={icon} data-level={level}>
            <Icon name={icon} />
            <p>{t(text)}</p>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        {open ? (
          <>
            <Button onClick={() => on.onContinue(open)}>{t('guide.continue', { position: open.answered + 1 })}</Button>
            <Button look="plain" isBusy={isStarting} onClick={() => on.onStart({ fromStart: true })}>
              {t('guide.startOver')}
            </Button>
          </>
        ) : (
          <Button isBusy={isStarting} onClick={() => on.onStart({ fromStart: false })}>
            {t('guide.start')}
          </Button>
        )}
        {other && <ContinueLink attempt={other} onContinue={on.onContinue} />}
        <p role="alert" className={styles.failed}>
          {notice}
        </p>
      </div>
    </main>
  )
}
