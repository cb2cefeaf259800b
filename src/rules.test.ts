import { describe, expect, it } from 'vitest'
import { RULES } from '../workshop/house/rules/all.ts'

describe.each(Object.entries(RULES))('rules on %s', (_topic, rules) => {
  it.each(rules)('$rule', ({ why, mend, breaches }) => {
    expect(breaches(), `${why}\n${mend}`).toEqual([])
  })
})
