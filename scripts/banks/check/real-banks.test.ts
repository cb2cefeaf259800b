import { expect, it } from 'vitest'
import { LANGUAGES } from '#quiz/languages.ts'
import { bankProblems, pointsProblems } from './all-rules.ts'
import { readLanguageBank } from './language-bank.ts'

it.each(LANGUAGES)('the bank of %s fails no rule', (language) => {
  const bank = readLanguageBank(language)
  const failures = [...bankProblems(bank), ...pointsProblems(bank)].filter(({ severity }) => severity === 'fail')
  expect(failures).toEqual([])
})
