import { useEffect, useRef, useState } from 'react'
import type { LevelClaim, putLevelClaim } from '#contract/level-claims.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { LEVEL_FITS, type LevelFit } from '#quiz/level-claim.ts'
import { call } from '../browser/api-client.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { SubmitError, useSubmit } from '../ui/use-submit.tsx'
import { type Known, KnownLevel } from './known-level.tsx'
import styles from './level-claim.module.css'

type Asked = 'fit' | 'known' | 'nothing'

type Said = { fit: LevelFit; known: Known | null }

/** Sends what was said, one request after the other: a later one replaces an earlier. @returns whether it is stored */
function useSend(attemptId: string): (said: Said) => Promise<boolean> {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (said) => {
    const sent = last.current
      .then(() => call<typeof putLevelClaim>('PUT', urls.levelClaim(attemptId), { body: said }))
      .then(({ ok }) => ok)
    last.current = sent
    return sent
  }
}

/**
 * Asks whether the level fits, and then what else is known of it. The second question stands in the place of the first
 * at once, since a reply that comes later would move what is below under the finger; if the first answer could not be
 * stored, that question comes back.
 */
function Questions({ attemptId, language }: { attemptId: string; language: Language }) {
  const t = useTexts()
  const [asked, setAsked] = useState<Asked>('fit')
  const [fit, setFit] = useState<LevelFit | null>(null)
  const { error, submit } = useSubmit()
  const send = useSend(attemptId)
  const heading = useRef<HTMLHeadingElement>(null)
  const thanks = useRef<HTMLParagraphElement>(null)
  const before = useRef(asked)
  useEffect(() => {
    // What was pressed is gone.
    if (before.current !== asked) (asked === 'nothing' ? thanks : heading).current?.focus()
    before.current = asked
  }, [asked])

  const answer = (chosen: LevelFit) => {
    setFit(chosen)
    setAsked('known')
    void submit(async () => {
      if (await send({ fit: chosen, known: null })) return null
      setAsked('fit')
      return 'claim.failed'
    })
  }
  if (asked === 'nothing')
    return (
      <p ref={thanks} tabIndex={-1} role="status" className={styles.thanks}>
        {t('claim.sent')}
      </p>
    )
  return (
    <section className={`card ${styles.card}`} aria-labelledby="level-claim">
      <h2 id="level-claim" ref={heading} tabIndex={-1}>
        {t(asked === 'fit' ? 'claim.title' : 'claim.knownTitle')}
      </h2>
      <p className={styles.lead}>{t(asked === 'fit' ? 'claim.lead' : 'claim.knownLead')}</p>
      {asked === 'known' && fit ? (
        <KnownLevel language={language} onSend={(known) => send({ fit, known })} onDone={() => setAsked('nothing')} />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: three buttons that each answer at once are no form
        <div role="group" aria-labelledby="level-claim" className={styles.fits}>
          {LEVEL_FITS.map((each) => (
            <Button key={each} look="plain" onClick={() => answer(each)}>
              {t(`claim.${each}`)}
            </Button>
          ))}
        </div>
      )}
      <SubmitError error={error} />
    </section>
  )
}

type AskLevelProps = {
  attemptId: string
  language: Language
  /** What was said of this attempt before; it is asked once. */
  claim: LevelClaim | null
}

/** What the taker says of the level, below the next step and never in the way. */
export function AskLevel({ attemptId, language, claim }: AskLevelProps) {
  return claim === null && <Questions key={attemptId} attemptId={attemptId} language={language} />
}
