import type { AccountData } from '#contract/account.ts'
import { formatDay } from '../format.ts'
import { useTexts } from '../texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ResultReview } from './result-review.tsx'
import styles from './review.module.css'

type ReviewDialogProps = { entry: AccountData['assessments'][number]; onClose: () => void }

/** The review of one result from the account's history. */
export function ReviewDialog({
  entry: { assessment_id: id, language, level, finished_at: finishedAt },
  onClose,
}: ReviewDialogProps) {
  const t = useTexts()
  return (
    <Dialog title={t('review.dialogTitle', { language, date: formatDay(t.locale, finishedAt) })} onClose={onClose}>
      <p className={styles.level}>{t('review.level', { level })}</p>
      <ResultReview attemptId={id} />
    </Dialog>
  )
}
