import { useEffect, useId, useRef, useState } from 'react'
import { stopSharing } from '../browser/account-client.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import field from '../ui/field.module.css'
import { SubmitError, useSubmit } from '../ui/use-submit.tsx'

// Shared by the share sheet and the account page.

export type CopyState = 'idle' | 'copied' | 'failed'

/** Pass a future value as a promise: browsers that allow copying only during a press would refuse it afterward. */
function writeToClipboard(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text)
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }))
  // Without a clipboard, nothing else awaits the promise.
  blob.catch(() => undefined)
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}

/** Copies a text to the clipboard; fails where the browser has none or denies access. */
export function useCopy(): [CopyState, (text: string | Promise<string>) => Promise<void>] {
  const [state, setState] = useState<CopyState>('idle')
  const copy = async (text: string | Promise<string>) => {
    // Cleared first, so screen readers announce a second copy too.
    setState('idle')
    try {
      await writeToClipboard(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return [state, copy]
}

/** Reports that copying failed and shows the link selected, ready to copy by hand. */
export function CopyByHand({ url }: { url: string }) {
  const t = useTexts()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  return (
    <div className={field.field}>
      <label htmlFor={id}>{t('share.copyByHand')}</label>
      <input
        ref={input}
        id={id}
        className={field.input}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
    </div>
  )
}

export type StopSharingProps = { reportId: string; onStopped: () => void }

/** The button that stops sharing a public report, with its error. */
export function StopSharing({ reportId, onStopped }: StopSharingProps) {
  const t = useTexts()
  const { isBusy, error, submit } = useSubmit()
  const stop = () =>
    submit(async () => {
      const outcome = await stopSharing(reportId)
      // Not found: sharing was stopped in another tab.
      if (!outcome.ok && outcome.code !== 'not_found') return 'account.failed'
      onStopped()
      return null
    })
  return (
    <>
      <Button look="plain" isBusy={isBusy} onClick={stop}>
        {t('publicReport.stop')}
      </Button>
      <SubmitError error={error} />
    </>
  )
}
