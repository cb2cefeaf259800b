import { afterEach, expect, it, vi } from 'vitest'
import { sealed } from './sealed.ts'

const KEY = 'a key that is long enough'
const form = { seconds: 600, claim: { id: '[a-z-]+', level: '[ABC][12]' } }
const ticket = sealed('ticket', form)
const claim = { id: 'ada-lovelace', level: 'B2' }
const token = ticket.make(KEY, claim, 'a browser', 'a network')
const read = (text: string | undefined) => ticket.read(KEY, text, 'a browser', 'a network')

afterEach(() => vi.useRealTimers())

it('reveals its claim, given the key and the bound value', () => {
  expect(token).toMatch(/^ada-lovelace~B2\.\d{13}\.[\w-]{16}\.[\w-]{43}$/)
  expect(read(token)).toEqual(claim)
})

it('differs from every other token with the same claim', () => {
  expect(ticket.make(KEY, claim, 'a browser', 'a network')).not.toBe(token)
})

it.each([
  ['a forged claim', token.replace('B2', 'C2')],
  ['a later expiry', token.replace(/\.1/, '.9')],
  ['another random part', token.replace(/[\w-](?=\.[\w-]+$)/, (sign) => (sign === 'x' ? 'y' : 'x'))],
  ['a token cut at its end', token.slice(0, -1)],
  ['a token cut at its start', token.slice(1)],
  ['a claim without a seal', token.slice(0, token.lastIndexOf('.'))],
  ['an empty seal', `${token.slice(0, token.lastIndexOf('.'))}.`],
  ['a non-ASCII letter', token.replace(/.$/, 'é')],
  ["a string that isn't a token", 'x'],
  ['nothing', ''],
  ['no text', undefined],
])('%s is refused', (_name, text) => {
  expect(read(text)).toBeUndefined()
})

it('is rejected with another key, another purpose, or another bound value', () => {
  expect(ticket.read('another key that is long enough', token, 'a browser', 'a network')).toBeUndefined()
  expect(sealed('passport', form).read(KEY, token, 'a browser', 'a network')).toBeUndefined()
  expect(ticket.read(KEY, token, 'a browser')).toBeUndefined()
  expect(ticket.read(KEY, token, 'a browser', 'another network')).toBeUndefined()
  expect(ticket.read(KEY, token, 'a browsera network')).toBeUndefined()
})

it('is rejected once expired', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const made = ticket.make(KEY, claim)
  vi.advanceTimersByTime(599_999)
  expect(ticket.read(KEY, made)).toEqual(claim)
  vi.advanceTimersByTime(1)
  expect(ticket.read(KEY, made)).toBeUndefined()
})

it.each([
  { id: 'ada', level: 'D1' },
  { id: 'ada~A1', level: 'B2' },
  { id: 'ada.', level: 'B2' },
])('a sealed claim with other fields is rejected: %j', (other) => {
  expect(ticket.read(KEY, ticket.make(KEY, other))).toBeUndefined()
})
