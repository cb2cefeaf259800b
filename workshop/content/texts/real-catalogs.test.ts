import { expect, it } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { textsFaults } from './all-faults.ts'

it('no text is missing or broken, in any language', () => {
  const faults = textsFaults(LOCALES)
  if (faults.length > 0) expect.fail(`${faults.length} texts to mend\n${faults.join('\n')}`)
})
