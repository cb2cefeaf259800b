import { useState } from 'react'
import type { Assessment } from '#contract/assessments.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { track } from '../browser/analytics.ts'
import { findEnvironment } from '../browser/environment.ts'
import { flowIdFor } from '../browser/storage.ts'
import type { StartFailure } from '../flow/quiz-state.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { isSharePending } from '../share/pending-share.ts'
import { offerOn } from '../sign-in/sign-in-offer.ts'
import { WalledReport } from '../sign-in/wall.tsx'
import { useTexts } from '../texts.tsx'
import { TextsPart, useTextsParts } from '../texts-part.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Report } from './report.tsx'
import styles from './result-screen.module.css'

const [Share] = lazyComponent(() => import('../share/share.tsx').then((module) => module.Share))

/** Whether the mini-program's page handled it. A failure is not shown (Specification §8): the share sheet opens instead. */
async function sharesThroughMiniProgram(
  { isMobileApp, wechatSharePage }: QuizPageState,
  result: { language: Language; level: Level },
): Promise<boolean> {
  if (!wechatSharePage || findEnvironment(isMobileApp) !== 'mWx') return false
  return import('../browser/mini-program.ts')
    .then((bridge) => bridge.shareThroughMiniProgram(wechatSharePage, result))
    .catch(() => false)
}

export type ResultScreenProps = {
  language: Language
  level: Level
  percentile: number
  /** The number of finished assessments that the percentile was counted from; undefined when it was drawn. */
  percentileOf: number | undefined
  page: QuizPageState
  /** The assessment behind the result, which may update the profile and be shared; null if the result is only stored or a score page's. */
  ownAssessmentId: string | null
  /** A test started after this result. */
  offered: Assessment | undefined
  isStarting: boolean
  startFailure: StartFailure | null
  onContinue: (attempt: Assessment) => void
  onRetake: () => void
  onTestOther: () => void
}

export function ResultScreen({
  language,
  level,
  percentile,
  percentileOf,
  page,
  ownAssessmentId,
  ...rest
}: ResultScreenProps) {
  const { offered, isStarting, startFailure, onContinue, onRetake, onTestOther } = rest
  const userId = page.login.user_id
  const t = useTexts()
  // All at once: a part that came later would push the buttons below it.
  useTextsParts('account', ...(userId === undefined ? [] : (['review'] as const)))
  // Visitors who signed up in order to share continue with sharing.
  const [isSharing, setIsSharing] = useState(() => userId !== undefined && isSharePending(ownAssessmentId))
  const canShare = page.mayShare && ownAssessmentId !== null
  // Behind the wall, signing up comes first.
  const share = async () => {
    const isSignedIn = userId !== undefined
    if (isSignedIn && (await sharesThroughMiniProgram(page, { language, level })))
      track('share_report', { flow_id: flowIdFor(language), language, level, target: 'more' })
    else setIsSharing(true)
  }
  const actions = (
    <>
      <div className={styles.actions}>
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
            {t('result.share')}
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
        {startFailure && t(startFailure)}
      </p>
    </>
  )
  return (
    <main className={styles.screen}>
      {userId === undefined ? (
        <>
          <WalledReport
            language={language}
            offer={offerOn(page)}
            embedded={page.embedders ? { assessmentId: ownAssessmentId } : null}
          />
          {actions}
        </>
      ) : (
        <Report
          key={`${language} ${level} ${percentile}`}
          userId={userId}
          language={language}
          level={level}
          percentile={percentile}
          percentileOf={percentileOf}
          page={page}
          assessmentId={ownAssessmentId}
          actions={actions}
        />
      )}
      {canShare && isSharing && (
        <TextsPart part="share">
          <Share
            assessmentId={ownAssessmentId}
            language={language}
            level={level}
            percentile={percentile}
            page={page}
            onClose={() => setIsSharing(false)}
          />
        </TextsPart>
      )}
    </main>
  )
}
