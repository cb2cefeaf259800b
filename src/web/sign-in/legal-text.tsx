import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import styles from './sign-in-choices.module.css'

const ADDRESSES: Record<string, string> = { terms: urls.terms, privacy: urls.privacy }

/** The legal text with its two links, which stand in the translated sentence as <terms>…</terms> and <privacy>…</privacy>. */
export function LegalText() {
  const t = useTexts()
  const parts = t('wall.legal').split(/<(terms|privacy)>(.*?)<\/\1>/)
  return (
    <p className={styles.legal}>
      {parts.map((part, index) => {
        if (index % 3 === 1) return null
        const address = ADDRESSES[parts[index - 1] ?? '']
        return index % 3 === 2 ? (
          <a key={part} href={address} target="_blank" rel="noopener">
            {part}
          </a>
        ) : (
          part
        )
      })}
    </p>
  )
}
