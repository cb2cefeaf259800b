import { useEffect, useRef, useState } from 'react'
import type { FoundationReply } from '#contract/profile.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { levelNumber, profileCardAction } from '#quiz/marketplace.ts'
import { getFoundation, getOwnPurposes, postOnboarding, postProfile } from '../browser/account-client.ts'
import { readFlowId } from '../browser/flow-id.ts'
import { tabStorage } from '../browser/storage.ts'
import { useSubmit } from '../ui/use-submit.tsx'
import { withResult } from './language-list.ts'

export type CardState = 'hidden' | 'card' | 'purpose' | 'done'

const WRITTEN_KEY = 'ASSESSMENT_PROFILE_WRITTEN'

type Result = { userId: number; language: Language; level: Level }

/** Writes without asking, once for a result: a reload of the same report writes nothing again. */
async function writeSilently(action: 'onboard' | 'update', { userId, language, level }: Result): Promise<void> {
  const result = `${userId} ${readFlowId()} ${language} ${level}`
  if (tabStorage.read(WRITTEN_KEY) === result) return
  const outcome =
    action === 'onboard'
      ? await postOnboarding(language, levelNumber(level))
      : await postProfile(withResult([], language, level))
  if (outcome.ok) tabStorage.write(WRITTEN_KEY, result)
}

/** The profile-update card (Specification §4): what it shows, and what its button does. */
export function useProfileCard({ userId, language, level }: Result) {
  const [state, setState] = useState<CardState>('hidden')
  const { isBusy, error, submit } = useSubmit()
  const foundation = useRef<FoundationReply>(null)
  const hasBegun = useRef(false)

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void getFoundation().then((outcome) => {
      if (!outcome.ok) return
      foundation.current = outcome.data
      const { user, language_list: languageList = null } = outcome.data
      const action = profileCardAction({
        isPro: user.is_pro,
        isTutor: user.is_tutor,
        registerStatus: user.register_status,
        languageList,
        language,
        level,
      })
      if (action === 'card') setState('card')
      else if (action !== 'none') void writeSilently(action, { userId, language, level })
    })
  }, [userId, language, level])

  const update = async () => {
    const outcome = await postProfile(withResult(foundation.current?.language_list ?? [], language, level))
    if (!outcome.ok) return 'card.failed'
    setState('done')
    return null
  }

  return {
    state,
    isBusy,
    error,
    /** Asks for the purpose if none is stored for the language; otherwise updates the profile. */
    use: () =>
      submit(async () => {
        const outcome = await getOwnPurposes(userId)
        if (!outcome.ok) return 'card.failed'
        if (outcome.data.purpose_list?.some((purpose) => purpose.language === language)) return update()
        setState('purpose')
        return null
      }),
    purposeSaved() {
      setState('card')
      void submit(update)
    },
    purposeClosed: () => setState((present) => (present === 'purpose' ? 'card' : present)),
  }
}
