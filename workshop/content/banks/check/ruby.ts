import { parseRuby, type RubyFile, rubyBase } from '#server/banks/ruby.ts'
import { presentReading } from '../../readings.ts'
import { type RubyReading, rubyHash } from '../ruby-readings.ts'
import { type BankError, fail, RUBY, toRelease } from './bank-error.ts'
import { type LanguageBank, sentences, textsOf } from './language-bank.ts'

/** The form of a reading in the languages whose script doesn't show the pronunciation. */
const READING = {
  japanese: { form: /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u, name: 'kana' },
  chinese: { form: /^[a-zāáǎàēéěèīíǐìōóǒòūúǔùüǖǘǚǜ’ ]+$/iu, name: 'pinyin with tone marks' },
} as const

const HAN = /[\p{Script=Han}々]/u

function errorOf(text: string, marked: string, { form, name }: (typeof READING)['japanese' | 'chinese']) {
  const ruby = parseRuby(marked)
  if (rubyBase(ruby) !== text) return `spells “${rubyBase(ruby)}”. Spell the text itself`
  const bare = ruby.find(([base, reading]) => !reading && HAN.test(base))
  if (bare) return `has no reading over “${bare[0]}”. Write {…|…}`
  const wrong = ruby.find(([base, reading]) => reading && !(HAN.test(base) && form.test(reading)))
  return wrong && `has “${wrong[1]}” over “${wrong[0]}”. Write ${name} over the characters`
}

/**
 * Every text in a Japanese or Chinese sentence has a reading that spells its base and that a reader has confirmed.
 * There are no readings for other texts.
 */
export function rubyErrors(bank: LanguageBank, file: RubyFile, readings: readonly RubyReading[]): BankError[] {
  const { language } = bank
  if (language !== 'japanese' && language !== 'chinese') return []
  const items = new Map(
    sentences(bank).flatMap((item) =>
      [...textsOf(item), item.word ?? '', item.pair?.sentence ?? '']
        .filter((text) => HAN.test(text))
        .map((text) => [text, item.id] as const),
    ),
  )
  const unused = Object.keys(file).filter((text) => !items.has(text))
  return [
    ...[...items].flatMap(([text, id]) => {
      const marked = file[text]
      if (marked === undefined) return [toRelease(id, RUBY, `“${text}” has no reading.`)]
      const error = errorOf(text, marked, READING[language])
      if (error) return [fail(id, RUBY, `The reading of “${text}” ${error}.`)]
      const isRead = presentReading(readings, rubyHash(marked))?.verdict === 'good'
      return isRead ? [] : [toRelease(id, RUBY, `No reader has confirmed the reading ${marked}.`)]
    }),
    ...unused.map((text) => fail(null, RUBY, `No item has the text “${text}”. Remove its reading.`)),
  ]
}
