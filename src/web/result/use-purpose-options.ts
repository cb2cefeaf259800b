import { useCallback, useEffect, useState } from 'react'
import type { PurposeOptions } from '#contract/profile.ts'
import type { Language } from '#quiz/languages.ts'
import { getPurposeOptions } from '../browser/account-client.ts'

/** The purposes to choose from: those of children not in China (Specification §6), also where a marketplace answers with them. */
export function usePurposeOptions(language: Language, isInChina: boolean) {
  const [options, setOptions] = useState<PurposeOptions | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const load = useCallback(() => {
    setHasFailed(false)
    void getPurposeOptions(language).then((outcome) => {
      setHasFailed(!outcome.ok)
      if (outcome.ok) setOptions(isInChina ? { ...outcome.data, kids_purpose: [] } : outcome.data)
    })
  }, [language, isInChina])
  useEffect(load, [load])
  return { options, hasFailed, load }
}
