import { expect, it } from 'vitest'
import { LANGUAGES } from '#quiz/languages.ts'
import { bankErrors, pointsErrors } from './all-rules.ts'
import { readLanguageBank } from './language-bank.ts'
import { wholeBankErrors } from './whole-bank.ts'

it.each(LANGUAGES)('has no failures in the %s bank', (language) => {
  const bank = readLanguageBank(language)
  const failures = [...bankErrors(bank), ...pointsErrors(bank), ...wholeBankErrors(bank)].filter(
    ({ severity }) => severity === 'fail',
  )
  expect(failures).toEqual([])
})
