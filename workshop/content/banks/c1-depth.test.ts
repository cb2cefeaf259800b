import { expect, it } from 'vitest'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { c1Depth } from './c1-depth.ts'
import { c1DepthErrors } from './check/anchor.ts'
import { languageBank, readLanguageBank } from './check/language-bank.ts'

const corpus = 'OpenSubtitles 2018'

function bankWith(language: Language, ...anchors: Item['anchor'][]) {
  const { items, points, pictureKeys } = readLanguageBank(language)
  const c1 = items.filter(({ level }) => level === 'C1').slice(0, anchors.length)
  const changed = c1.map((item, index) => ({ ...item, anchor: anchors[index] }))
  return languageBank(language, changed, points, pictureKeys)
}

it.each<[name: string, language: Language, anchors: Item['anchor'][], isInBand: boolean]>([
  [
    'ranks around the band with a median in it',
    'italian',
    [9000, 24_000, 26_000, null].map((rank) => ({ corpus, rank })),
    true,
  ],
  ['a median before the band', 'italian', [{ corpus, rank: 12_000 }, { corpus, rank: 24_000 }, null], false],
  ['a median beyond all ranks', 'italian', [30_000, null, null].map((rank) => ({ corpus, rank })), false],
  [
    'half of the words at the top of the list',
    'chinese',
    ['7-9', null].map((level) => ({ list: 'HSK 3.0', level })),
    true,
  ],
  ['fewer than half', 'chinese', ['7-9', null, null].map((level) => ({ list: 'HSK 3.0', level })), false],
  ['a word far below', 'korean', [{ list: 'NIKL', level: '2' }], false],
])('C1 with %s', (_, language, anchors, isInBand) => {
  const bank = bankWith(language, ...anchors)
  expect(c1Depth(language, bank.items).isInBand).toBe(isInBand)
  expect(c1DepthErrors(bank)).toHaveLength(isInBand ? 0 : 1)
})
