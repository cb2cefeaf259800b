import { lazy, Suspense } from 'react'
import type { QuizPageState } from '#contract/quiz-page.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { Button } from '../ui/button.tsx'
import { Report } from './report.tsx'
import styles from './result-screen.module.css'
import { WalledReport } from './walled-report.tsx'

export const loadProfileCard = () => import('./profile-card.tsx')

const ProfileCard = lazy(() => loadProfileCard().then(({ ProfileCard: component }) => ({ default: component })))

const TeachersForYou = lazy(() =>
  import('./teachers-for-you.tsx').then(({ TeachersForYou: component }) => ({ default: component })),
)
const VocabularyForYou = lazy(() =>
  import('./vocabulary-for-you.tsx').then(({ VocabularyForYou: component }) => ({ default: component })),
)

export type ResultScreenProps = {
  language: Language
  level: Level
  than: number
  page: QuizPageState
  /** The server gave this result: it may go into a profile. */
  isOwnResult: boolean
  isStarting: boolean
  hasFailed: boolean
  onRetake: () => void
  onTestOther: () => void
}

export function ResultScreen({ language, level, than, page, isOwnResult, ...rest }: ResultScreenProps) {
  const { isStarting, hasFailed, onRetake, onTestOther } = rest
  const { login, signIn } = page
  const { user_id: userId, country_id: country } = login
  const t = useTexts()
  return (
    <main className={styles.screen}>
      {userId === undefined ? (
        <WalledReport language={language} offer={{ country, ...signIn }} />
      ) : (
        <Report language={language} level={level} than={than} page={page} />
      )}
      {userId !== undefined && isOwnResult && (
        <TextsPart part="account">
          <ProfileCard
            key={`${language} ${level} ${than}`}
            userId={userId}
            country={country}
            language={language}
            level={level}
          />
        </TextsPart>
      )}
      {userId !== undefined && (
        <Suspense fallback={null}>
          <TeachersForYou language={language} page={page} />
        </Suspense>
      )}
      {page.isMobileApp && (
        <Suspense fallback={null}>
          <VocabularyForYou language={language} level={level} page={page} />
        </Suspense>
      )}
      <div className={styles.actions}>
        <Button look={userId === undefined ? 'plain' : 'primary'} isBusy={isStarting} onClick={onRetake}>
          {t('result.retake')}
        </Button>
        <Button look="plain" onClick={onTestOther}>
          {t('result.testOther')}
        </Button>
      </div>
      <p role="alert" className={styles.failed}>
        {hasFailed && t('guide.failed')}
      </p>
    </main>
  )
}
