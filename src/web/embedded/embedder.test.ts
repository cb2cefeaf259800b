import { describe, expect, it } from 'vitest'
import { embedderAmong } from './embedder.ts'

const LISTED = ['https://school.example', 'https://blog.example']

describe('to whom the frame speaks', () => {
  it.each([
    ['https://blog.example', '', 'https://blog.example'],
    [undefined, 'https://school.example/tests/', 'https://school.example'],
    ['https://evil.example', 'https://school.example/', undefined],
    [undefined, 'https://school.example.evil.example/', undefined],
    [undefined, '', undefined],
  ])('ancestor %s, referrer "%s": %s', (ancestor, referrer, expected) => {
    expect(embedderAmong(LISTED, ancestor, referrer)).toBe(expected)
  })
})
