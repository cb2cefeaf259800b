/**
 * Prints one part of a catalog next to the English one, for a translator or reader; its hash first.
 *   npm run --silent texts -- sheet --locale de --part account
 */
import { parseArgs } from 'node:util'
import { LOCALES } from '#contract/locales.ts'
import { catalogHash, catalogParts, readCatalog, readEnglish } from './catalogs.ts'

const { values } = parseArgs({ options: { locale: { type: 'string' }, part: { type: 'string' } } })
const locale = LOCALES.find((tag) => tag === values.locale)
const part = catalogParts().find((name) => name === values.part)
if (!locale || !part)
  throw new Error(`Give --locale (${LOCALES.join(', ')}) and --part (${catalogParts().join(', ')}).`)

const texts = readCatalog(part, locale) ?? {}
console.log(`${locale}, ${part}, hash ${catalogHash(texts)}\n`)
for (const [key, english] of Object.entries(readEnglish(part)))
  console.log(`${key}\n  en: ${english}\n  ${locale}: ${texts[key] ?? '(missing)'}\n`)
