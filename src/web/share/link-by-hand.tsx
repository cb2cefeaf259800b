import { useEffect, useId, useRef } from 'react'
import { useTexts } from '../texts.tsx'
import field from '../ui/field.module.css'
import styles from './share-sheet.module.css'

/** The link, selected, where the clipboard is not to be had. */
export function LinkByHand({ url }: { url: string }) {
  const t = useTexts()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  return (
    <div className={styles.byHand}>
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
