import { LOCALE_ENDONYMS, LOCALES, type Locale } from '#contract/locales.ts'
import { useTexts } from '../texts.tsx'
import styles from './language-switcher.module.css'

/** A longer query is dropped, since the page repeats it once per language. */
const LONGEST_QUERY = 200

/** This page's address in another language. */
function hrefIn(locale: string, address: string): string {
  const query = address.split('?')[1] ?? ''
  const params = new URLSearchParams(query.length > LONGEST_QUERY ? '' : query)
  params.set('hl', locale)
  return `?${params}`
}

/**
 * The choice of interface language at the top of a page: links in a native popover, rendered only on the server, so it needs no script. CSS hides it
 * during the test.
 */
export function LanguageSwitcher({ locale: current, address }: { locale: Locale; address: string }) {
  const t = useTexts()
  const endonym = LOCALE_ENDONYMS[current]
  return (
    <nav className={styles.switcher} aria-label={t('site.language')}>
      <button
        type="button"
        className={styles.button}
        popoverTarget="languages"
        aria-label={`${t('site.language')}: ${endonym}`}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 12h18M12 3c5 5 5 13 0 18c-5-5-5-13 0-18M12 3a9 9 0 1 0 .01 0" />
        </svg>
        <span aria-hidden="true">{endonym}</span>
      </button>
      <ul id="languages" popover="auto" className={styles.panel}>
        {LOCALES.map((locale) => (
          <li key={locale}>
            <a
              href={hrefIn(locale, address)}
              hrefLang={locale}
              lang={locale}
              aria-current={locale === current ? 'true' : undefined}
            >
              {LOCALE_ENDONYMS[locale]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
