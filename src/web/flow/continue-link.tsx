import type { Attempt } from '#contract/attempts.ts'
import { useTexts } from '../texts.tsx'
import { Icon } from '../ui/icon.tsx'

type ContinueLinkProps = { attempt: Attempt; onContinue: (attempt: Attempt) => void }

/** Leads back into an unfinished test. */
export function ContinueLink({ attempt, onContinue }: ContinueLinkProps) {
  const t = useTexts()
  const { language, answered, total } = attempt
  return (
    <button type="button" className="link resume" onClick={() => onContinue(attempt)}>
      <span>{t('result.continue', { language, position: answered + 1, total })}</span>
      <Icon name="arrow" isMirrored />
    </button>
  )
}
