import { expect, it } from 'vitest'
import { readBanks } from './banks.ts'
import { inLocale, meaningOf, noteKeys } from './notes.ts'
import { pictureMeaning, pictureReading } from './picture-words.ts'

const item = readBanks().german.find(({ question, point }) => question && point.startsWith('V'))
if (!item) throw new Error('no German word')
const key = noteKeys.why(item, 0)
const english = item.why[0] as string

it('returns a note in the interface language, or in English once the English has changed', () => {
  expect(inLocale('german', 'ja', key, english)).toEqual({ lang: 'ja', text: expect.stringMatching(/[ぁ-ん]/) })
  expect(inLocale('german', 'ja', key, `${english} Really.`)).toEqual({ lang: 'en', text: `${english} Really.` })
  expect(inLocale('german', 'en', key, english)).toEqual({ lang: 'en', text: english })
})

it("returns a word's meaning until its sentence changes, except for readers of the tested language", () => {
  expect(meaningOf('german', 'ja', item)).toMatch(/\S/)
  expect(meaningOf('german', 'ja', { ...item, question: 'Es ____.' })).toBe('')
})

it('returns the meaning and reading of a picture’s word', () => {
  expect(pictureMeaning('japanese', 'りんご', 'ar')).toBe('تفاحة')
  expect([pictureMeaning('japanese', '猫', 'en'), pictureMeaning('japanese', 'ねこ', 'en')]).toEqual(['cat', 'cat'])
  expect(pictureMeaning('chinese', '猫', 'zh-TW')).toBe('')
  expect([
    pictureReading('japanese', '猫'),
    pictureReading('japanese', 'ねこ'),
    pictureReading('german', 'Katze'),
  ]).toEqual(['ねこ', '', ''])
  expect(pictureReading('chinese', '猫')).toBe('māo')
})
