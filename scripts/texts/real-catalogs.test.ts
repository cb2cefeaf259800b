import { expect, it } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { textsFaults } from './all-faults.ts'

it.each(LOCALES)('the catalogs of %s have no fault', (locale) => {
  expect(textsFaults([locale])).toEqual([])
})
