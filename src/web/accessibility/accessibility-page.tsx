import { urls } from '#contract/urls.ts'
import { LegalLinks } from '../legal/legal-links.tsx'
import styles from '../legal/legal-page.module.css'
import { type TextKey, useTexts } from '../texts.tsx'

const LISTS = {
  means: ['time', 'keys', 'reader', 'sight'],
  tested: ['axe', 'keyboard', 'tree', 'layout', 'browsers'],
} as const

function Paragraph({ name }: { name: 'aim' | 'untested' }) {
  const t = useTexts()
  return (
    <section>
      <h2>{t(`accessibility.${name}.title`)}</h2>
      <p>{t(`accessibility.${name}.text`)}</p>
    </section>
  )
}

function List({ name }: { name: keyof typeof LISTS }) {
  const t = useTexts()
  return (
    <section>
      <h2>{t(`accessibility.${name}.title`)}</h2>
      <ul className={styles.list}>
        {LISTS[name].map((point) => (
          <li key={point}>{t(`accessibility.${name}.${point}` as TextKey)}</li>
        ))}
      </ul>
    </section>
  )
}

/** The accessibility statement (docs/decisions/026): plain HTML. What it says was tested is what test/e2e and `npm run browsers` test. */
export function AccessibilityPage() {
  const t = useTexts()
  return (
    <main className={styles.page}>
      <a className={styles.back} href={urls.landing}>
        <span aria-hidden="true">‹</span> {t('legal.back')}
      </a>
      <h1>{t('accessibility.title')}</h1>
      <p className={styles.lead}>{t('accessibility.lead')}</p>
      <Paragraph name="aim" />
      <List name="means" />
      <List name="tested" />
      <Paragraph name="untested" />
      <p className={styles.updated}>{t('accessibility.updated')}</p>
      <LegalLinks />
    </main>
  )
}
