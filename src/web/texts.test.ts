import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, it, vi } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { languageNames } from '../../workshop/content/texts/language-forms.ts'
import { allTexts } from './server-texts.ts'
import { makeTexts, type TextKey } from './texts.tsx'

const textsOf = (locale: string, messages: Partial<Record<TextKey, string>>) =>
  makeTexts(locale, Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessage(text)])))

it('replaces a tested language with its name, and lets translations select by it', () => {
  const t = textsOf('ru', {
    'result.level': '{languageKey, select, english {английского} other {{language}}} {level}',
    'language.english': 'английский',
    'language.german': 'немецкий',
  })
  expect(t('result.level', { language: 'english', level: 'B1' })).toBe('английского B1')
  expect(t('result.level', { language: 'german', level: 'B1' })).toBe('немецкий B1')
})

it('names the tested languages as CLDR does', () => {
  expect(languageNames('de')).toMatchObject({ 'language.chinese': 'Chinesisch', 'language.english': 'Englisch' })
  expect(languageNames('zh-TW')['language.italian']).toBe('義大利文')
})

it("has every text in every language, in English if it isn't translated yet", async () => {
  const catalogs = import.meta.glob<object>(['../../data/texts/**/en.json', '!**/codes/*'], {
    eager: true,
    import: 'default',
  })
  const keys = ['language.korean', ...Object.values(catalogs).flatMap(Object.keys)]
  const missing: string[] = []
  for (const locale of LOCALES) {
    const t = await allTexts(locale)
    missing.push(...keys.filter((key) => !t.has(key)).map((key) => `Missing text "${key}" in ${locale}`))
  }
  expect(missing).toEqual([])
})

it('logs one plain line for a missing text', () => {
  vi.stubEnv('DEV', true)
  const log = vi.spyOn(console, 'error').mockReturnValue()
  expect(makeTexts('de', {})('wall.title')).toBe('wall.title')
  expect(log.mock.calls).toEqual([['Missing text "wall.title" in de']])
  log.mockRestore()
  vi.unstubAllEnvs()
})

it('isolates values that run against the direction of the text', () => {
  const message = { 'signIn.codeSent': '> {target}' } as const
  expect(textsOf('ar', message)('signIn.codeSent', { target: '+44 20 1' })).toBe('> \u2068+44 20 1\u2069')
  expect(textsOf('ar', message)('signIn.codeSent', { target: 'B1' })).toBe('> \u2068B1\u2069')
  expect(textsOf('ar', message)('signIn.codeSent', { target: 'ليلى' })).toBe('> ليلى')
  expect(textsOf('en', message)('signIn.codeSent', { target: '+44 20 1' })).toBe('> +44 20 1')
  expect(textsOf('en', message)('signIn.codeSent', { target: 'ليلى' })).toBe('> \u2068ليلى\u2069')
})

it('uses the plural rules of the language and the digits 0 to 9', () => {
  const message = { 'account.all': '{count, plural, few {few #} other {other #}}' } as const
  expect(textsOf('ar', message)('account.all', { count: 4 })).toBe('few 4')
  expect(textsOf('ru', message)('account.all', { count: 1234 })).toBe('few 1\u00a0234')
  expect(textsOf('en', message)('account.all', { count: 4 })).toBe('other 4')
})
