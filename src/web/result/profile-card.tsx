import { Suspense, useEffect, useRef, useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import type { ProfileUpdate } from '#contract/profile.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { type KnownLanguage, levelNumber, profileCardAction } from '#quiz/marketplace.ts'
import { getFoundation, getOwnPurposes, postOnboarding, postProfile } from '../browser/account-client.ts'
import { readFlowId, tabStorage } from '../browser/storage.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { LEAVING_PAGE, useSubmit } from '../ui/use-submit.tsx'
import badge from './level-badge.module.css'
import styles from './profile-card.module.css'

/** The whole language list with the result's entry changed or added, as POST /v2/me/profile takes it. */
function withResult(list: readonly KnownLanguage[], language: Language, level: Level): ProfileUpdate {
  const entry = { language, level: levelNumber(level), is_learning: true }
  const isKnown = list.some((known) => known.language === language)
  const next = isKnown ? list.map((known) => (known.language === language ? entry : known)) : [...list, entry]
  return {
    language: {
      language_s: next.map((known) => known.language),
      level_s: next.map((known) => known.level),
      is_learning_s: next.map((known) => known.is_learning),
    },
  }
}

type CardState = 'hidden' | 'card' | 'purpose' | 'done'

const WRITTEN_KEY = 'ASSESSMENT_PROFILE_WRITTEN'

type Result = { userId: number; language: Language; level: Level }

/** Updates the profile without asking, once per result: reloading the report does not write again. */
async function writeSilently(action: 'onboard' | 'update', { userId, language, level }: Result): Promise<void> {
  const result = `${userId} ${readFlowId()} ${language} ${level}`
  if (tabStorage.read(WRITTEN_KEY) === result) return
  const outcome =
    action === 'onboard'
      ? await postOnboarding(language, levelNumber(level))
      : await postProfile(withResult([], language, level))
  if (outcome.ok) tabStorage.write(WRITTEN_KEY, result)
}

/** Whoever has been signed out meanwhile gets the page anew, with the ways to sign in. */
function failed(code: ErrorCode | null) {
  if (code !== 'signed_out') return 'card.failed'
  location.reload()
  return LEAVING_PAGE
}

/** The state and the actions of the profile-update card (Specification §4). */
function useProfileCard({ userId, language, level }: Result) {
  const [state, setState] = useState<CardState>('hidden')
  const { isBusy, error, submit } = useSubmit()
  const hasBegun = useRef(false)

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void getFoundation().then((outcome) => {
      if (!outcome.ok) return
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
    // Read again: another tab or device may have changed the list since, and it is written as a whole.
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
    /** Asks for the purpose if none is stored for the language; otherwise updates the profile. */
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

export type ProfileCardProps = { userId: number; isInChina: boolean; language: Language; level: Level }

/** 'Use this result in your profile' (Specification §4). */
export function ProfileCard({ userId, isInChina, language, level }: ProfileCardProps) {
  const t = useTexts()
  const { state, isBusy, error, use, purposeSaved, purposeClosed } = useProfileCard({ userId, language, level })
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The focused button is gone.
    if (state === 'done') status.current?.focus()
  }, [state])

  return (
    <>
      {state !== 'hidden' && state !== 'done' && (
        <section className={styles.card} aria-labelledby="profile-card-title">
          <span className={`${styles.level} ${badge[level]}`} aria-hidden="true">
            {level}
          </span>
          <div className={styles.words}>
            <h2 id="profile-card-title">{t('card.title')}</h2>
            <p>{t('card.lead', { language, level })}</p>
          </div>
          <div className={styles.use}>
            <Button isBusy={isBusy} onClick={use}>
              {t('card.use')}
            </Button>
          </div>
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
