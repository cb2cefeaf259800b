import { expect, it } from 'vitest'
import { LANGUAGES } from '#quiz/languages.ts'
import { bankProblems, pointsProblems } from './all-rules.ts'
import { readLanguageBank } from './language-bank.ts'
import { wholeBankProblems } from './whole-bank.ts'

it.each(LANGUAGES)('the bank of %s fails no rule', (language) => {
  const bank = readLanguageBank(language)
  const failures = [...bankProblems(bank), ...pointsProblems(bank), ...wholeBankProblems(bank)].filter(
    ({ severity }) => severity === 'fail',
  )
  expect(failures).toEqual([])
})
