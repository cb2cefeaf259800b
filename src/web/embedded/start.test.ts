import { describe, expect, it } from 'vitest'
import { findEmbedder } from './start.tsx'

const ALLOWED = ['https://school.example', 'https://blog.example']

describe('the origin that receives messages from the iframe', () => {
  it.each([
    ['https://blog.example', '', 'https://blog.example'],
    [undefined, 'https://school.example/tests/', 'https://school.example'],
    ['https://evil.example', 'https://school.example/', undefined],
    [undefined, 'https://school.example.evil.example/', undefined],
    [undefined, '', undefined],
  ])('ancestor %s, referrer "%s": %s', (ancestor, referrer, expected) => {
    expect(findEmbedder(ALLOWED, ancestor, referrer)).toBe(expected)
  })
})
