import { useEffect } from 'react'
import type { QuizHost, QuizVisitor } from '#contract/page-data.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { track } from '../browser/analytics.ts'
import { fireFreeTrialEvent } from '../browser/api-client.ts'
import { findEnvironment } from '../browser/environment.ts'
import { flowIdFor } from '../browser/storage.ts'
import { loadWithRetry } from '../lazy-component.tsx'
import { useTexts } from '../texts.tsx'
import type { QuizState } from './quiz-state.ts'

/** Sets the tab title for the screen. */
export function useTitle({ screen, language, answered, open }: QuizState): void {
  const t = useTexts()
  const total = open[language]?.total ?? QUESTIONS
  const title = {
    empty: '',
    select: t('select.title'),
    guide: t('guide.title', { language }),
    test: t('test.title', { position: Math.min(answered + 1, total), total }),
    testEnd: t('testEnd.title'),
    result: t('result.title'),
  }[screen]
  useEffect(() => {
    document.title = [title, t('site.name')].filter(Boolean).join(' · ')
  }, [title, t])
}

/** Fires the free-trial event if it's due (Specification §7). */
export function useFreeTrial({ isFreeTrialDue }: QuizVisitor): void {
  useEffect(() => {
    if (isFreeTrialDue) fireFreeTrialEvent()
  }, [isFreeTrialDue])
}

/** On the result screen, checks again who is signed in if that was unknown when the page opened. */
export function useLateLogin({ screen }: QuizState, { isLoginUnknown }: QuizVisitor): void {
  const isAwaited = isLoginUnknown && screen === 'result'
  useEffect(() => {
    if (isAwaited)
      void loadWithRetry(() => import('../browser/arrival.ts')).then((arrival) => arrival.reloadOnceIdentified())
  }, [isAwaited])
}

/** Sets the preview for sharing this page in the messaging app. Never the result, which is private. */
export function useSharedPage({ screen, language }: QuizState, { isMobileApp }: QuizHost): void {
  const t = useTexts()
  const tested = screen === 'select' ? null : language
  useEffect(() => {
    if (findEnvironment(isMobileApp) !== 'wx') return
    void import('../browser/messaging-app.ts').then((app) => app.showWhenShared(t, tested)).catch(() => undefined)
  }, [tested, isMobileApp, t])
}

/** Tracks that a signed-in visitor sees the result. */
export function useResultView({ screen, language, result }: QuizState, { login }: QuizVisitor): void {
  const level = screen === 'result' && login.user_id !== undefined ? result?.level : undefined
  useEffect(() => {
    if (level) track('view_report', { flow_id: flowIdFor(language), language, level })
  }, [level, language])
}
