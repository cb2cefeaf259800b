import type { HowPageData } from '#contract/page-data.ts'
import { LEVELS } from '#quiz/constants.ts'
import { formatCount, formatPercent } from '../format.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import styles from './how-page.module.css'
import { InfoPage } from './info-page.tsx'

type FigureProps = { share: number; text: string }

/** One large figure with its label. */
function Figure({ share, text }: FigureProps) {
  const { locale } = useTexts()
  return (
    <p className={styles.figure}>
      <strong>{formatPercent(Math.round(share * 100), locale)}</strong> {text}
    </p>
  )
}

/** The frequency of each level, as bars with figures. */
function LevelBars({ shares }: { shares: readonly number[] }) {
  const { locale } = useTexts()
  return (
    <ul className={styles.bars}>
      {LEVELS.map((level, index) => {
        const share = shares[index] ?? 0
        return (
          <li key={level} data-level={level}>
            <b>{level}</b>
            <progress value={share} max={1} aria-hidden="true" />
            <span>{formatPercent(Math.round(share * 100), locale)}</span>
          </li>
        )
      })}
    </ul>
  )
}

function Trust({ rule, accuracy, takers, ceiling }: HowPageData) {
  const t = useTexts()
  return (
    <section>
      <h2>{t('how.trust.title')}</h2>
      <p>
        {t('how.trust.text', {
          takers: formatCount(takers, t.locale),
          perLevel: formatCount(takers / LEVELS.length, t.locale),
        })}
      </p>
      <div className={styles.figures}>
        <Figure share={accuracy.withinOne} text={t('how.trust.within')} />
      </div>
      <details className={styles.details}>
        <summary>{t('how.details')}</summary>
        <div className={styles.figures}>
          <Figure share={accuracy.exact} text={t('how.trust.exact')} />
        </div>
        <h3>{t('how.trust.byLevel')}</h3>
        <LevelBars shares={accuracy.exactByLevel} />
        <p>{t(`how.trust.${rule}`, { share: formatPercent(Math.round(ceiling * 100), t.locale) })}</p>
        <p>{t('how.trust.limits')}</p>
      </details>
    </section>
  )
}

/** The meaning of the percentage. */
function Percentage() {
  const t = useTexts()
  return (
    <section>
      <h2>{t('how.percent.title')}</h2>
      <p>{t('how.percent.text')}</p>
    </section>
  )
}

function Section({ name }: { name: 'scope' | 'estimate' | 'certificate' }) {
  const t = useTexts()
  return (
    <section>
      <h2>{t(`how.${name}.title` as TextKey)}</h2>
      <p>{t(`how.${name}.text` as TextKey)}</p>
    </section>
  )
}

/** "How this test works". */
export function HowPage(data: HowPageData) {
  const t = useTexts()
  return (
    <InfoPage back={t('how.back')} title={t('how.title')} lead={t('how.lead')} className={styles.how}>
      <Trust {...data} />
      <Section name="scope" />
      <section>
        <h2>{t('how.rounds.title')}</h2>
        <p>{t(`how.rounds.${data.rule}`)}</p>
        <p>{t('how.unknown')}</p>
        <p>{t('how.again', { least: Math.min(...data.freshTests), most: Math.max(...data.freshTests) })}</p>
      </section>
      <Section name="estimate" />
      <Percentage />
      <Section name="certificate" />
    </InfoPage>
  )
}
