import { expect, it } from 'vitest'
import { IMPORT_RULES, RULES } from './rules.ts'

it.each([...IMPORT_RULES, ...RULES])('$rule', ({ why, fix, breaches }) => {
  expect(breaches(), `${why}\n${fix}`).toEqual([])
})
