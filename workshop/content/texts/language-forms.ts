import { DEFAULT_LOCALE } from '../../../src/contract/locales.ts'
import { LANGUAGE_TAGS, LANGUAGES } from '../../../src/quiz/languages.ts'
import { readJson } from '../../../src/server/files.ts'

type Catalog = Record<string, string>

/** The forms of the tested languages in an interface language. */
type Forms = {
  /** The list of all languages: the separators between names and before the last one, and the names' `form`, if any. */
  list: { between: string; last: string; form?: string }
  /** The number of languages as a word, in each form needed. */
  counts: Record<string, Record<string, string>>
  /** Cases and articles: the form for each tested language. `other` covers the languages in `others`. */
  forms: Record<string, Record<string, string>>
  others?: Record<string, readonly string[]>
}

/** Catalogs use these as `{language:genitive}`, `{languages:list}`, and `{languages:number}`. */
export const FORMS_FILE = 'data/language-forms.json'

const FORMS: Record<string, Forms> = readJson(FORMS_FILE)

const formsOf = (locale: string): Forms => FORMS[locale] ?? (FORMS[DEFAULT_LOCALE] as Forms)

/** `language.{name}` for every tested language, from Intl. Generated at build time, so server and browser agree. */
export function languageNames(locale: string): Catalog {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const nameOf = (tag: string) => names.of(new Intl.Locale(tag).language) ?? tag
  return Object.fromEntries(LANGUAGES.map((language) => [`language.${language}`, nameOf(LANGUAGE_TAGS[language])]))
}

function listOf(locale: string): string {
  const { list, forms } = formsOf(locale)
  const cases = list.form ? forms[list.form] : undefined
  const names = Object.entries(languageNames(locale)).map(([key, name]) => {
    const form = cases?.[key.slice('language.'.length)] ?? cases?.other ?? '{language}'
    return form.replace('{language}', name)
  })
  return `${names.slice(0, -1).join(list.between)}${list.last}${names.at(-1)}`
}

/** Expands a text's forms of the tested languages to ICU, so neither server nor browser has to know them. */
export function writeOutForms(locale: string, text: string): string {
  const { counts, forms } = formsOf(locale)
  return text
    .replaceAll('{languages:list}', () => listOf(locale))
    .replace(/\{languages:(\w+)\}/g, (token, form: string) => counts[form]?.[LANGUAGES.length] ?? token)
    .replace(/\{language:(\w+)\}/g, (token, form: string) => {
      const cases = Object.entries(forms[form] ?? {}).map(([language, name]) => `${language} {${name}}`)
      return cases.length > 0 ? `{languageKey, select, ${cases.join(' ')}}` : token
    })
}

/** The forms of the tested languages that an interface language lacks, one line each. */
export function formErrors(locale: string): string[] {
  const given = FORMS[locale]
  if (!given) return [`${locale}: missing (${FORMS_FILE})`]
  const counts = Object.entries(given.counts).flatMap(([form, words]) =>
    words[LANGUAGES.length] ? [] : [`${locale} counts.${form}: no word for ${LANGUAGES.length} (${FORMS_FILE})`],
  )
  const cases = Object.entries(given.forms).flatMap(([form, names]) =>
    LANGUAGES.filter((language) => !names[language] && !given.others?.[form]?.includes(language)).map(
      (language) =>
        `${locale} forms.${form}: ${language} is missing; if "other" fits, add it to "others" (${FORMS_FILE})`,
    ),
  )
  return [...counts, ...cases]
}
