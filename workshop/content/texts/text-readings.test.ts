import { expect, it } from 'vitest'
import { presentTextReading, type TextJudgment, textErrors, withJudgments } from './text-readings.ts'

const one = { part: 'account', key: 'a.one', en: 'One', text: 'Eins' }
const two = { part: 'account', key: 'a.two', en: 'Two', text: undefined }
const good: TextJudgment = { key: 'a.one', verdict: 'good' }
const read = { pairs: [one, two], reader: 'reader de-1' }

it('counts a reading only for the text and English that were read', () => {
  const readings = withJudgments(new Map(), [good], read)
  expect(presentTextReading(readings, one)).toMatchObject({ verdict: 'good', reader: 'reader de-1', notes: '' })
  expect(presentTextReading(readings, { ...one, part: 'quiz' })?.verdict).toBe('good')
  expect(presentTextReading(readings, { ...one, text: 'Ein' })).toBeUndefined()
  expect(presentTextReading(readings, { ...one, en: 'A' })).toBeUndefined()
  expect(presentTextReading(readings, { ...one, key: 'a.three' })).toBeUndefined()
})

it('counts the latest reading of a text', () => {
  const earlier = withJudgments(new Map(), [good], read)
  const readings = withJudgments(earlier, [{ ...good, verdict: 'fix', notes: 'stiff' }], read)
  expect(presentTextReading(readings, one)).toMatchObject({ verdict: 'fix', notes: 'stiff' })
})

it.each([
  [{ key: 'a.nothing' }, 'a.nothing: no such text'],
  [{ key: 'a.two' }, 'a.two: no such text'],
  [{ verdict: 'fine' }, 'its verdict must be one of'],
  [{ verdict: 'fix' }, 'its notes must say'],
  [{ verdict: 'false', notes: ' ' }, 'its notes must say'],
  [{ text: 'Ein' }, 'a.one: it has changed since the sheet was printed'],
  [{ en: 'A' }, 'a.one: it has changed since the sheet was printed'],
])('rejects a judgment with %j', (change, error) => {
  expect(textErrors([{ ...good, en: 'One', text: 'Eins' }], read.pairs)).toEqual([])
  expect(textErrors([{ ...good, ...(change as Partial<TextJudgment>) }], read.pairs).join()).toContain(error)
})

it('rejects a text judged twice in one file', () => {
  expect(textErrors([good, good], read.pairs)).toEqual(['a.one: it is judged twice'])
})
