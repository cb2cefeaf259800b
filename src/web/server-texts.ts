import type { Messages } from '@lingui/core'
import { catalogFile, DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { makeTexts, type Texts } from './texts.tsx'

const catalogs = import.meta.glob<Messages>(['../../data/texts/**/*.json', '!**/codes/*'], { import: 'default' })

const parts = Object.keys(catalogs).flatMap((file) => file.match(/texts\/(?:(\w+)\/)?en\.json$/)?.slice(1) ?? [])

async function readTexts(locale: Locale): Promise<Texts> {
  const texts = makeTexts(locale, {})
  for (const part of parts) {
    const load = [locale, DEFAULT_LOCALE].map((tag) => catalogs[`../../${catalogFile(part ?? 'quiz', tag)}`])
    texts.add((await (load[0] ?? load[1])?.()) ?? {})
  }
  return texts
}

const known = new Map<Locale, Promise<Texts>>()

/** Every text in one language. Texts without a translation are in English. */
export function allTexts(locale: Locale): Promise<Texts> {
  const texts = known.get(locale) ?? readTexts(locale)
  known.set(locale, texts)
  return texts
}
