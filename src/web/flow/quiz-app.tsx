import { useEffect } from 'react'
import type { QuizPageState } from '#contract/quiz-page.ts'
import { track } from '../browser/analytics.ts'
import { flowIdFor } from '../browser/flow-id.ts'
import { ResultScreen } from '../result/result-screen.tsx'
import { useTexts } from '../texts.tsx'
import { GuideScreen } from './guide-screen.tsx'
import type { BrowserArrival, QuizState } from './quiz-state.ts'
import { SelectScreen } from './select-screen.tsx'
import { TestEndScreen } from './test-end-screen.tsx'
import { TestScreen } from './test-screen.tsx'
import { type QuizActions, useQuiz } from './use-quiz.ts'

/** The quiz page: one of the six screens (Specification §2). */
export function QuizApp({ page, arrival }: { page: QuizPageState; arrival: BrowserArrival }) {
  const [state, actions] = useQuiz(page, arrival)
  useTitle(state)
  useReportView(state)
  return <CurrentScreen state={state} actions={actions} pictures={page.pictures} />
}

type CurrentScreenProps = { state: QuizState; actions: QuizActions; pictures: QuizPageState['pictures'] }

function CurrentScreen({ state, actions, pictures }: CurrentScreenProps) {
  const { language, answered, result, isWaiting, isStarting, hasStartFailed } = state
  const attempt = state.open[language]
  switch (state.screen) {
    case 'empty':
    case 'select':
      return <SelectScreen onChoose={actions.chooseLanguage} />
    case 'guide':
      return (
        <GuideScreen
          language={language}
          open={attempt}
          isStarting={isStarting}
          hasFailed={hasStartFailed}
          onStart={actions.start}
          onContinue={actions.continueTest}
          onChangeLanguage={actions.changeLanguage}
        />
      )
    case 'test':
      return attempt ? (
        <TestScreen
          key={attempt.id}
          attempt={attempt}
          answered={answered}
          isWaiting={isWaiting}
          pictures={pictures}
          onAnswer={actions.answer}
        />
      ) : null
    case 'testEnd':
      return (
        <TestEndScreen hasResult={!attempt && result !== null} isWaiting={isWaiting} onDone={actions.finishCounting} />
      )
    case 'result':
      return result ? (
        <ResultScreen
          language={language}
          level={result.level}
          than={result.than}
          isStarting={isStarting}
          hasFailed={hasStartFailed}
          onRetake={() => actions.start({ anew: true })}
          onTestOther={actions.testOther}
        />
      ) : null
  }
}

function useTitle({ screen, language, answered, open }: QuizState): void {
  const t = useTexts()
  const total = open[language]?.total ?? 15
  const named = {
    empty: '',
    select: t('select.title'),
    guide: t('guide.title', { language: t(`language.${language}`) }),
    test: t('test.title', { position: Math.min(answered + 1, total), total }),
    testEnd: t('testEnd.title'),
    result: t('result.title'),
  }[screen]
  useEffect(() => {
    document.title = [named, t('site.name')].filter(Boolean).join(' · ')
  }, [named, t])
}

function useReportView({ screen, language, result }: QuizState): void {
  const level = screen === 'result' ? result?.level : undefined
  useEffect(() => {
    if (level) track('view_report', { flow_id: flowIdFor(language), language, level })
  }, [level, language])
}
