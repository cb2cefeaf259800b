import { Suspense, startTransition, useEffect, useRef, useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import type { Id } from '#contract/ids.ts'
import type { KnownLanguage } from '#contract/profile.ts'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { levelNumber, profileCardAction } from '#quiz/profile.ts'
import { getFoundation, getOwnPurposes, postOnboarding, postProfile, withResult } from '../browser/account-client.ts'
import { readFlowId, tabStorage } from '../browser/storage.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { LEAVING_PAGE, useSubmit } from '../ui/use-submit.tsx'
import styles from './profile-card.module.css'

/** `loading`: not yet known whether there is a card. */
type CardState = 'loading' | 'hidden' | 'card' | 'purpose' | 'done'

const WRITTEN_KEY = 'ASSESSMENT_PROFILE_WRITTEN'

type Result = { userId: Id; language: Language; level: Level }

/** Updates the profile without asking, once per result: reloading the result doesn't write again. */
async function writeSilently(action: 'onboard' | 'update', { userId, language, level }: Result): Promise<void> {
  const result = `${userId} ${readFlowId()} ${language} ${level}`
  if (tabStorage.read(WRITTEN_KEY) === result) return
  const outcome =
    action === 'onboard'
      ? await postOnboarding(language, levelNumber(level))
      : await postProfile(withResult([], language, level))
  if (outcome.ok) tabStorage.write(WRITTEN_KEY, result)
}

/** Reloads the page if the user has been signed out, to offer sign-in. */
function failed(code: ErrorCode | null) {
  if (code !== 'signed_out') return 'card.failed'
  location.reload()
  return LEAVING_PAGE
}

/** A marketplace may send the level as text. */
const toFact = ({ language, level, is_learning: isLearning }: KnownLanguage) => ({
  language,
  level: Number(level),
  isLearning,
})

/**
 * The state and actions of the profile-update card (Specification §4). Only the account's own attempt updates its
 * profile.
 */
export function useProfileCard({ userId, language, level, isOwn }: Result & { isOwn: boolean }) {
  const [state, setState] = useState<CardState>(isOwn ? 'loading' : 'hidden')
  const { isBusy, error, submit } = useSubmit()
  const hasBegun = useRef(false)

  useEffect(() => {
    if (hasBegun.current || !isOwn) return
    hasBegun.current = true
    void getFoundation().then((outcome) => {
      if (!outcome.ok) return startTransition(() => setState('hidden'))
      const { user, language_list: list } = outcome.data
      const action = profileCardAction({
        isPro: user.is_pro,
        isTutor: user.is_tutor,
        registerStatus: user.register_status,
        languageList: list?.map(toFact) ?? null,
        language,
        level,
      })
      startTransition(() => setState(action === 'card' ? 'card' : 'hidden'))
      if (action === 'onboard' || action === 'update') void writeSilently(action, { userId, language, level })
    })
  }, [userId, language, level, isOwn])

  const update = async () => {
    // Read it again: another tab or device may have changed the list, which is written as a whole.
    const present = await getFoundation()
    if (!present.ok) return failed(present.code)
    const outcome = await postProfile(withResult(present.data.language_list ?? [], language, level))
    if (!outcome.ok) return failed(outcome.code)
    setState('done')
    return null
  }

  return {
    state,
    isBusy,
    error,
    /** Asks for the purpose if the language has none; otherwise updates the profile. */
    use: () =>
      submit(async () => {
        const outcome = await getOwnPurposes(userId)
        if (!outcome.ok) return failed(outcome.code)
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

const [PurposeDialog] = lazyComponent(() => import('./purpose-dialog.tsx').then((module) => module.PurposeDialog))

type ProfileCardState = ReturnType<typeof useProfileCard>

export type ProfileCardProps = {
  card: ProfileCardState
  isInChina: boolean
  language: Language
  level: Level
}

/** 'Use this result in your profile' (Specification §4). */
export function ProfileCard({ card, isInChina, language, level }: ProfileCardProps) {
  const t = useTexts()
  const { state, isBusy, error, use, purposeSaved, purposeClosed } = card
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The focused button is gone.
    if (state === 'done') status.current?.focus()
  }, [state])

  return (
    <>
      {(state === 'card' || state === 'purpose') && (
        <section className={`card ${styles.card}`} aria-labelledby="profile-card-title">
          <h2 id="profile-card-title">{t('card.title')}</h2>
          <p className={styles.lead}>{t('card.lead', { language, level })}</p>
          <Button look="tonal" isBusy={isBusy} onClick={use}>
            {t('card.use')}
          </Button>
          <p role="alert" className={styles.failed}>
            {error && t(error)}
          </p>
        </section>
      )}
      <p ref={status} role="status" tabIndex={-1} className={styles.done}>
        {state === 'done' && t('card.done')}
      </p>
      {state === 'purpose' && (
        <Suspense fallback={null}>
          <PurposeDialog language={language} isInChina={isInChina} onSaved={purposeSaved} onClose={purposeClosed} />
        </Suspense>
      )}
    </>
  )
}
