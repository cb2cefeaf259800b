/**
 * The interface languages (`hl`) as BCP 47 tags: the values of a document's `lang`, and the file names in data/texts.
 */
export const LOCALES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ru', 'ja', 'ko', 'zh-CN', 'zh-TW', 'ar'] as const

export type Locale = (typeof LOCALES)[number]

/** The default language, and the fallback for untranslated texts. */
export const DEFAULT_LOCALE: Locale = 'en'

/** Each language's name in that language. */
export const LOCALE_ENDONYMS: Record<Locale, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  pt: 'Português (Brasil)',
  ru: 'Русский',
  ja: '日本語',
  ko: '한국어',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  ar: 'العربية',
}

/** The text direction, for `dir`. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}

/** The catalog parts sent to browsers, each on demand; `quiz` comes with the quiz page. */
export const BROWSER_PARTS = [
  'quiz',
  'account',
  'embedded',
  'marketplace',
  'pictures',
  'report',
  'review',
  'share',
] as const

export type BrowserPart = (typeof BROWSER_PARTS)[number]

/** The URLs of a catalog's parts in the browser's language. */
export type CatalogAddresses = Record<BrowserPart, string>

/** The file of a part in one language, relative to the repository. It may not exist yet; English is the fallback. */
export function catalogFile(part: string, locale: Locale): string {
  return part === 'quiz' ? `data/texts/${locale}.json` : `data/texts/${part}/${locale}.json`
}

/** The absolute URL of a page in one interface language. */
export function addressInLocale(address: string, locale: Locale): string {
  const url = new URL(address)
  url.searchParams.set('hl', locale)
  return url.href
}
