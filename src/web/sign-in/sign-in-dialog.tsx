import { useState } from 'react'
import type { CodeChallenge } from '../browser/account-client.ts'
import { useTexts } from '../texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CodeStep } from './code-step.tsx'
import { TargetStep } from './target-step.tsx'

/** Where a code was sent, and when. */
export type SentCode = CodeChallenge & { target: string; sentAt: number }

/** Sign-in with a one-time code: first the email address or phone number, then the six digits. */
export function SignInDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const [target, setTarget] = useState('')
  const [sent, setSent] = useState<SentCode | null>(null)
  return (
    <Dialog title={t(sent ? 'signIn.codeTitle' : 'signIn.title')} onClose={onClose}>
      {sent ? (
        <CodeStep sent={sent} onResent={setSent} onOther={() => setSent(null)} />
      ) : (
        <TargetStep target={target} onTarget={setTarget} onSent={setSent} />
      )}
    </Dialog>
  )
}
