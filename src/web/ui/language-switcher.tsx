import { LOCALE_ENDONYMS, LOCALES, type Locale } from '#contract/locales.ts'
import { useTexts } from '../texts.tsx'
import { Icon } from './icon.tsx'
import styles from './language-switcher.module.css'

/** A longer query is dropped, because the page repeats it once per language. */
const MAX_QUERY_LENGTH = 200

/** This page's address in another language. */
function hrefIn(locale: string, address: string): string {
  const query = address.split('?')[1] ?? ''
  const params = new URLSearchParams(query.length > MAX_QUERY_LENGTH ? '' : query)
  params.set('hl', locale)
  return `?${params}`
}

/** The interface language menu in the header: links in a native popover, which needs no script. */
export function LanguageSwitcher({ locale: current, address }: { locale: Locale; address: string }) {
  const t = useTexts()
  const endonym = LOCALE_ENDONYMS[current]
  return (
    <nav aria-label={t('site.language')}>
      <button
        type="button"
        className={styles.button}
        popoverTarget="languages"
        aria-label={`${t('site.language')}: ${endonym}`}
      >
        <Icon name="globe" />
        <span aria-hidden="true">{endonym}</span>
      </button>
      <ul id="languages" popover="auto" className={styles.panel}>
        {LOCALES.map((locale) => (
          <li key={locale}>
            <a
              href={hrefIn(locale, address)}
              hrefLang={locale}
              lang={locale}
              translate="no"
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
