import { describe, expect, it } from 'vitest'
import { rubyHash } from '../ruby-readings.ts'
import { languageBank } from './language-bank.ts'
import { PLACE, plantedBank } from './planted.ts'
import { rubyErrors } from './ruby.ts'

const TEXTS = { '毎日____。': '{毎日|まいにち}____。', 弾く: '{弾|ひ}く', 読む: '{読|よ}む' }

function errors(change: Record<string, string>): string[] {
  const { items, points, pictureKeys } = plantedBank('japanese', {
    question: '毎日____。',
    correct: ['弾く'],
    incorrect: ['読む', 'きる', 'ぬぐ'],
  })
  const bank = languageBank('japanese', [items.find(({ id }) => id === PLACE)], points, pictureKeys)
  const good = { verdict: 'good', reader: 'one', date: '2026-11-24', notes: '' } as const
  const readings = Object.values(TEXTS).map((marked) => ({ hash: rubyHash(marked), ...good }))
  return rubyErrors(bank, { ...TEXTS, ...change }, readings).map(
    ({ item, severity, message }) => `${item} ${severity} ${message}`,
  )
}

describe('kana and pinyin', () => {
  it('belong to the text below them', () => {
    expect(errors({})).toEqual([])
  })

  it.each([
    ['{毎月|まいつき}____。', 'spells “毎月____。”. Spell the text itself'],
    ['毎日____。', 'has no reading over “毎日____。”. Write {…|…}'],
    ['{毎日|mainichi}____。', 'has “mainichi” over “毎日”. Write kana over the characters'],
    ['{毎日|まいにち}____{。|まる}', 'has “まる” over “。”. Write kana over the characters'],
  ])('are rejected if they spell or read something else: %s', (marked, error) => {
    expect(errors({ '毎日____。': marked })).toEqual([`61 fail The reading of “毎日____。” ${error}.`])
  })

  it('require a reader before a release', () => {
    expect(errors({ 弾く: '{弾|はじ}く' })).toEqual(['61 release No reader has confirmed the reading {弾|はじ}く.'])
  })

  it('are rejected for texts in no item', () => {
    expect(errors({ 猫: '{猫|ねこ}' })).toEqual(['null fail No item has the text “猫”. Remove its reading.'])
  })
})
