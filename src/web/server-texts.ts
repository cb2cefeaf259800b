import type { Messages } from '@lingui/core'
import type { Brand } from '#contract/brand.ts'
import { catalogFile, DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { makeTexts, type Texts } from './texts.tsx'

const catalogs = import.meta.glob<Messages>(['../../data/texts/**/*.json', '!**/codes/*'], { import: 'default' })

const parts = Object.keys(catalogs).flatMap((file) => file.match(/texts\/(?:(\w+)\/)?en\.json$/)?.slice(1) ?? [])

async function readTexts(locale: Locale, brand: Brand | undefined): Promise<Texts> {
  const texts = makeTexts(locale, {})
  for (const part of parts) {
    const load = [locale, DEFAULT_LOCALE].map((tag) => catalogs[`../../${catalogFile(part ?? 'quiz', tag)}`])
    texts.add((await (load[0] ?? load[1])?.()) ?? {})
  }
  if (brand) texts.add({ 'site.name': [brand.names[locale]] })
  return texts
}

const textsByKey = new Map<string, Promise<Texts>>()

/** All texts in one language, falling back to English. A brand's name replaces the product's. */
export function allTexts(locale: Locale, brand?: Brand): Promise<Texts> {
  const key = `${locale} ${brand?.names[locale] ?? ''}`
  const texts = textsByKey.get(key) ?? readTexts(locale, brand)
  textsByKey.set(key, texts)
  return texts
}
