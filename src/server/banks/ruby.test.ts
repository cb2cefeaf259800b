import { expect, it } from 'vitest'
import { parseRuby, rubyBase, spokenRuby } from './ruby.ts'

it('splits a sentence into parts with their readings', () => {
  const ruby = parseRuby('{昨日|きのう}、{学校|がっこう}に____。')
  expect(ruby).toEqual([
    ['昨日', 'きのう'],
    ['、', ''],
    ['学校', 'がっこう'],
    ['に____。', ''],
  ])
  expect([rubyBase(ruby), spokenRuby(ruby)]).toEqual(['昨日、学校に____。', 'きのう、がっこうに____。'])
})
