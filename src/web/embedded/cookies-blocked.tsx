import type { Language } from '#quiz/languages.ts'
import { useTexts } from '../texts.tsx'
import styles from './embedded.module.css'
import { OpenInTab } from './open-in-tab.tsx'

/** Takes the place of the test where the browser keeps no cookies in frames: the server could not tell whose answers arrive. */
export function CookiesBlocked({ language }: { language: Language | null }) {
  const t = useTexts()
  return (
    <main className={styles.notice}>
      <p>{t('embedded.blocked')}</p>
      <OpenInTab language={language} />
    </main>
  )
}
