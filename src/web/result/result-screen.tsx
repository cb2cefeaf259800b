import { useState } from 'react'
import type { Attempt } from '#contract/attempts.ts'
import type { QuizHost, QuizPageState } from '#contract/page-data.ts'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { track } from '../browser/analytics.ts'
import { findEnvironment } from '../browser/environment.ts'
import { flowIdFor } from '../browser/storage.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { isSharePending } from '../share/pending-share.ts'
import { offerOn } from '../sign-in/sign-in-offer.ts'
import { WalledResult } from '../sign-in/wall.tsx'
import { useTexts } from '../texts.tsx'
import { TextsPart, useTextsParts } from '../texts-part.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Result } from './result.tsx'
import styles from './result-screen.module.css'

const [Share] = lazyComponent(() => import('../share/share-sheet.tsx').then((module) => module.Share))

/**
 * Whether the mini-program's page shared the result. If not, the share sheet opens; failures aren't shown
 * (Specification §8).
 */
async function sharesThroughMiniProgram(
  { isMobileApp, miniProgram: { sharePage } }: QuizHost,
  result: { language: Language; level: Level },
): Promise<boolean> {
  if (!sharePage || findEnvironment(isMobileApp) !== 'mWx') return false
  return import('../browser/mini-program.ts')
    .then((bridge) => bridge.shareThroughMiniProgram(sharePage, result))
    .catch(() => false)
}

export type ResultScreenProps = {
  language: Language
  level: Level
  percentile: number
  page: QuizPageState
  /**
   * The attempt behind the result, which can update the profile and be shared; null if the result is only stored or a
   * score page's.
   */
  ownAttemptId: string | null
  /** A test started after this result. */
  offered: Attempt | undefined
  isStarting: boolean
  /** Why a test didn't start, as text. */
  startFailure: string | null
  onContinue: (attempt: Attempt) => void
  onRetake: () => void
  onTestOther: () => void
}

export function ResultScreen({ language, level, percentile, page, ownAttemptId, ...rest }: ResultScreenProps) {
  const { offered, isStarting, startFailure, onContinue, onRetake, onTestOther } = rest
  const { host, links, social } = page
  const [renamed, setRenamed] = useState<string | null>(null)
  const login = renamed === null ? page.visitor.login : { ...page.visitor.login, nickname: renamed }
  const userId = login.user_id
  const offer = offerOn(page)
  const t = useTexts()
  // All at once, because a part that arrives later would push down the buttons below it.
  useTextsParts('account', ...(userId === undefined ? [] : (['review'] as const)))
  // Visitors who signed up to share continue with sharing.
  const [isSharing, setIsSharing] = useState(() => userId !== undefined && isSharePending(ownAttemptId))
  const canShare = page.result.mayShare && ownAttemptId !== null
  // Behind the wall, signing up comes first.
  const share = async () => {
    const isSignedIn = userId !== undefined
    if (isSignedIn && (await sharesThroughMiniProgram(host, { language, level })))
      track('share_report', { flow_id: flowIdFor(language), language, level, target: 'more' })
    else setIsSharing(true)
  }
  const actions = (
    <>
      <div className={`${styles.actions} ${userId === undefined ? styles.small : ''}`}>
        {offered && (
          <Button look="plain" onClick={() => onContinue(offered)}>
            {t('result.continue', {
              language: offered.language,
              position: Math.min(offered.answered + 1, offered.total),
              total: offered.total,
            })}
          </Button>
        )}
        {canShare && (
          <Button look={userId === undefined ? 'text' : 'tonal'} onClick={share}>
            {userId !== undefined && <Icon name="share" />}
            <span>{t('result.share')}</span>
          </Button>
        )}
        <Button look="text" isBusy={isStarting} onClick={onRetake}>
          {t('result.retake')}
        </Button>
        <Button look="text" onClick={onTestOther}>
          {t('result.testOther')}
        </Button>
      </div>
      <p role="alert" className={styles.failed}>
        {startFailure}
      </p>
    </>
  )
  return (
    <main className={styles.screen}>
      {userId === undefined ? (
        <>
          <WalledResult
            language={language}
            offer={offer}
            embedded={host.embedders ? { attemptId: ownAttemptId } : null}
          />
          {actions}
        </>
      ) : (
        <Result
          key={`${language} ${level} ${percentile}`}
          userId={userId}
          language={language}
          level={level}
          percentile={percentile}
          page={{ ...page, visitor: { ...page.visitor, login } }}
          attemptId={ownAttemptId}
          actions={actions}
        />
      )}
      {canShare && isSharing && (
        <TextsPart part="share">
          <Share
            attemptId={ownAttemptId}
            language={language}
            level={level}
            login={login}
            onRenamed={setRenamed}
            offer={offer}
            links={links}
            social={social}
            onClose={() => setIsSharing(false)}
          />
        </TextsPart>
      )}
    </main>
  )
}
