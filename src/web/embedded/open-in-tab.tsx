import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { useTexts } from '../texts.tsx'
import styles from './embedded.module.css'

/** The way out of a frame in which something is not possible. */
export function OpenInTab({ language }: { language: Language | null }) {
  const t = useTexts()
  return (
    <a className={styles.link} href={language ? urls.quizIn(language) : urls.quiz} target="_blank" rel="noopener">
      {t('embedded.open')}
    </a>
  )
}
