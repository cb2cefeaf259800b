import { useState } from 'react'
import { stopSharing } from '../browser/account-client.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import styles from './share-sheet.module.css'

export type StopSharingProps = { reportId: string; onStopped: () => void }

/** Takes the public report back where there is no account page to do it: beside a marketplace. */
export function StopSharing({ reportId, onStopped }: StopSharingProps) {
  const t = useTexts()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const stop = async () => {
    setState('busy')
    const outcome = await stopSharing(reportId)
    // Stopped in another tab is stopped.
    if (outcome.ok || outcome.code === 'not_found') onStopped()
    else setState('failed')
  }
  return (
    <div className={styles.stop}>
      <Button look="plain" isBusy={state === 'busy'} onClick={stop}>
        {t('publicReport.stop')}
      </Button>
      <p role="alert" className={styles.failed}>
        {state === 'failed' && t('account.failed')}
      </p>
    </div>
  )
}
