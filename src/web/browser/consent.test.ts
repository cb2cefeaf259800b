import { afterEach, expect, it, vi } from 'vitest'
import { readChoice } from './consent.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['https:', '__Host-consent=allowed', 'allowed'],
  ['https:', 'consent=allowed', undefined],
  ['https:', 'consent=allowed; __Host-consent=declined', 'declined'],
  ['http:', 'a=b; consent=declined', 'declined'],
  ['http:', '__Host-consent=allowed', undefined],
  ['http:', 'noconsent=allowed', undefined],
])('%s with %s: %s', (protocol, cookie, choice) => {
  vi.stubGlobal('location', { protocol })
  vi.stubGlobal('document', { cookie })
  expect(readChoice()).toBe(choice)
})
