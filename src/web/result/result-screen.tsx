import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import { LevelBadge } from './level-badge.tsx'
import styles from './result-screen.module.css'

export type ResultScreenProps = {
  language: Language
  level: Level
  than: number
  isStarting: boolean
  hasFailed: boolean
  onRetake: () => void
  onTestOther: () => void
}

export function ResultScreen({
  language,
  level,
  than,
  isStarting,
  hasFailed,
  onRetake,
  onTestOther,
}: ResultScreenProps) {
  const t = useTexts()
  return (
    <main className={styles.screen}>
      <article className={styles.report}>
        <LevelBadge level={level} />
        <ScreenHeading>{t(`level.${level}.title`)}</ScreenHeading>
        <p className={styles.line}>{t(`level.${level}.line`)}</p>
        <p className={styles.level}>{t('result.level', { language: t(`language.${language}`), level })}</p>
        <p className={styles.than}>{t('result.than', { percent: than })}</p>
        <p className={styles.disclaimer}>{t('result.disclaimer')}</p>
      </article>
      <div className={styles.actions}>
        <Button isBusy={isStarting} onClick={onRetake}>
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
