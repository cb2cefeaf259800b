import type { LandingPageData } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { LEVELS } from '#quiz/constants.ts'
import { useTexts } from '../texts.tsx'
import { Bubble, Icon } from '../ui/icon.tsx'
import styles from './landing-page.module.css'

/** The languages on the steps; each letter links to its test. */
const SPEAKERS = ['english', 'french', 'spanish', 'german', 'korean', 'japanese'] as const

/**
 * The landing page (Specification §2) in plain HTML, so Start works before any script loads. The background is a
 * staircase of the six levels, below the text on phones and behind it on wide screens.
 */
export function LandingPage({ last, open, userId, isFreeTrialDue }: LandingPageData) {
  const t = useTexts()
  return (
    <main
      className={styles.landing}
      data-landing
      data-user={userId}
      data-free-trial={isFreeTrialDue ? 'due' : undefined}
    >
      <div className={styles.content}>
        <h1>{t('landing.title')}</h1>
        <p className={styles.lead}>{t('landing.lead')}</p>
        <form action={urls.quiz}>
          <button type="submit" className={styles.start}>
            {t('landing.start')}
            <span className={styles.go}>
              <Icon name="arrow" isMirrored />
            </span>
          </button>
        </form>
        <noscript>
          <p className={styles.noscript}>{t('noscript')}</p>
        </noscript>
        {open && (
          <a className="link resume" href={urls.openTest(open.language)}>
            <span>{t('result.continue', open)}</span>
            <Icon name="arrow" isMirrored />
          </a>
        )}
        {last && (
          <a className={`link ${styles.last}`} href={urls.lastResult}>
            {last.level
              ? t('last.result', { language: last.language, level: last.level })
              : t('last.language', { language: last.language })}
          </a>
        )}
        <ul className={styles.facts}>
          {(['landing.questions', 'landing.languages', 'landing.free'] as const).map((fact) => (
            <li key={fact}>
              <Icon name="check" /> {t(fact)}
            </li>
          ))}
        </ul>
      </div>
      <ul className={styles.stairs}>
        {SPEAKERS.map((language, index) => (
          <li key={language} className={styles.step} data-level={LEVELS[index]}>
            <a href={urls.quizIn(language)} title={t(`language.${language}`)} aria-label={t(`language.${language}`)}>
              <Bubble letter={language} isMirrored={index % 2 === 1} />
            </a>
            <b aria-hidden="true">{LEVELS[index]}</b>
          </li>
        ))}
      </ul>
    </main>
  )
}
