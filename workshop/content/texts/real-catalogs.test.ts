import { expect, it } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { textsErrors } from './all-errors.ts'

it('has no missing or broken text in any language', () => {
  const errors = textsErrors(LOCALES)
  if (errors.length > 0) expect.fail(`${errors.length} texts to fix\n${errors.join('\n')}`)
})
