import { useCallback, useEffect, useState } from 'react'
import type { PurposeOptions } from '#contract/account.ts'
import type { Language } from '#quiz/languages.ts'
import { getPurposeOptions } from '../browser/account-client.ts'

/** Specification §6: no child purposes in China, by profile country or cookie. */
function hidesKids(country: string | null): boolean {
  return country === 'CN' || /(?:^|;\s*)country_id=CN(?:;|$)/.test(document.cookie)
}

/** The purposes to choose from; the server leaves out those of children in China, and so does the page on its own. */
export function usePurposeOptions(language: Language, country: string | null) {
  const [options, setOptions] = useState<PurposeOptions | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const load = useCallback(() => {
    setHasFailed(false)
    void getPurposeOptions(language).then((outcome) => {
      setHasFailed(!outcome.ok)
      if (outcome.ok) setOptions(hidesKids(country) ? { ...outcome.data, kids_purpose: [] } : outcome.data)
    })
  }, [language, country])
  useEffect(load, [load])
  return { options, hasFailed, load }
}
