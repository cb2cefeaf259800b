import { type TextKey, useTexts } from '../texts.tsx'
import styles from './info-page.module.css'
import { InfoPage, LastUpdated } from './info-page.tsx'

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

/** The accessibility statement. It claims only what test/e2e and `npm run browsers` test. */
export function AccessibilityPage() {
  const t = useTexts()
  return (
    <InfoPage back={t('legal.back')} title={t('accessibility.title')} lead={t('accessibility.lead')}>
      <Paragraph name="aim" />
      <List name="means" />
      <List name="tested" />
      <Paragraph name="untested" />
      <LastUpdated>{t('accessibility.updated')}</LastUpdated>
    </InfoPage>
  )
}
