import { describe, expect, it } from 'vitest'
import type { Locale } from '#contract/locales.ts'
import { catalogErrors, tellingDescriptions } from './catalog-errors.ts'
import { messageErrors } from './message.ts'

const CARDS = '{count, plural, one {# card} other {# cards}}'
const LEVEL = 'Your {language} level is {level}'

describe('a translated message', () => {
  it.each([
    ['ru', LEVEL, 'Ваш уровень {languageKey, select, english {английского} other {языка {language}}}: {level}'],
    ['de', LEVEL, 'Dein {language}-Niveau ist {level}'],
    ['ja', CARDS, '{count, plural, other {#枚}}'],
    ['ar', CARDS, '{count, plural, zero {لا} one {بطاقة} two {بطاقتان} few {# بطاقات} many {# بطاقة} other {# بطاقة}}'],
    ['de', CARDS, '{count, plural, =0 {keine} one {# Karte} other {# Karten}}'],
    ['fr', 'See <a>this</a>', 'Voir <a>ceci</a>'],
  ])('in %s of “%s” may be “%s”', (locale, english, text) => {
    expect(messageErrors(english, text, locale)).toEqual([])
  })

  it.each([
    ['de', LEVEL, '', 'it is empty'],
    ['de', LEVEL, 'Niveau {level}', '{language} is missing'],
    ['de', LEVEL, '{sprache}: {language} {level}', '{sprache} is not in the English text'],
    ['de', 'Plain', '{languageKey, select, other {x}}', '{languageKey} is not in the English text'],
    ['fr', LEVEL, "Niveau d'{language} : l'{level}", '{language} is missing'],
    ['ru', LEVEL, '{languageKey, select, english {A {level}} other {B}}', '{level} is missing in one of the cases'],
    [
      'ru',
      LEVEL,
      '{languageKey, select, russian {A} other {B}} {level}',
      'the select of {languageKey} has the unknown case “russian”',
    ],
    ['ru', LEVEL, '{languageKey, select, english {A}} {level}', 'the select of {languageKey} has no case “other”'],
    ['ru', CARDS, '{count, plural, one {#} other {#}}', 'the plural of {count} has no case “few”'],
    ['ja', CARDS, '{count, plural, one {#} other {#}}', 'has the case “one”, which ja does not know'],
    ['de', CARDS, '{count Karten', 'not an ICU message'],
    ['de', 'See <a>this</a>', 'Siehe dies', 'its tags are none'],
    ['de', 'Plain', 'Schlicht ', 'it starts or ends with a space'],
    [
      'de',
      `{language}: ${CARDS}`,
      '{count, plural, one {#} other {{languageKey, select, other {#}}}}',
      '“#” inside a select',
    ],
  ])('in %s of “%s” cannot be “%s”', (locale, english, text, error) => {
    expect(messageErrors(english, text, locale).join('; ')).toContain(error)
  })
})

it('a broken English message is not an error in its translations', () => {
  expect(messageErrors('{count Cards', 'Karten', 'de')).toEqual([])
})

describe('a catalog', () => {
  const check = (texts: Record<string, string> | undefined, more: { isUnfinished?: boolean; locale?: Locale } = {}) =>
    catalogErrors({
      locale: 'de',
      english: { 'a.title': 'Title', 'a.ok': 'OK' },
      kept: { 'a.ok': 'the same word' },
      isUnfinished: false,
      ...more,
      texts,
    })

  it('has every text, either translated or listed as identical', () => {
    expect(check({ 'a.title': 'Titel', 'a.ok': 'OK' })).toEqual([])
    expect(check(undefined)).toEqual(['the file is missing'])
    expect(check({ 'a.ok': 'OK' })).toEqual(['a.title: it is missing'])
    expect(check({ 'a.title': 'Titel', 'a.ok': 'OK', 'a.old': 'Alt' })).toEqual([
      'a.old: it is not in the English catalog',
    ])
    expect(check({ 'a.title': 'Title', 'a.ok': 'OK' })).toEqual(['a.title: it is the English text: “Title”'])
    expect(check({ 'a.title': 'Titel', 'a.ok': 'Gut' })).toEqual([
      'a.ok: it is translated and listed as kept in English: “Gut”',
    ])
  })

  it('names a text with several errors once', () => {
    const [error, ...others] = check({ 'a.title': 'Titel {x} ', 'a.ok': 'OK' })
    expect(error).toBe('a.title: {x} is not in the English text; it starts or ends with a space: “Titel {x} ”')
    expect(others).toEqual([])
  })

  it('may lack texts while unfinished, but existing ones must be valid', () => {
    expect(check(undefined, { isUnfinished: true })).toEqual([])
    expect(check({ 'a.title': 'Titel {x}' }, { isUnfinished: true })).toEqual([
      'a.title: {x} is not in the English text: “Titel {x}”',
    ])
  })
})

describe('the description of a picture', () => {
  const words = { english: 'tree', german: 'Baum', chinese: '树', japanese: 'き', korean: '나무', french: 'arbre' }
  const errors = (description: string, locale: Locale) =>
    tellingDescriptions([{ key: 'tree', words, japanese_kanji: '木' }], { 'picture.tree': description }, locale)

  it.each([
    ['de', 'Ein Nadelbaum'],
    ['ja', '大きな木'],
    ['ja', 'き'],
    ['zh-CN', '一棵大树'],
    ['ko', '소나무'],
    ['es', 'Un arbre'],
  ] as const)('in %s never contains its answer: %s', (locale, description) => {
    expect(errors(description, locale)).toHaveLength(1)
  })

  it('may contain the single kana of an answer inside other words', () => {
    expect(errors('おおきく、みどりいろ', 'ja')).toEqual([])
  })
})
