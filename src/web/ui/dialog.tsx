import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTexts } from '../texts.tsx'
import styles from './dialog.module.css'

export type DialogProps = { title: string; onClose: () => void; children: ReactNode }

/**
 * A native modal dialog: the browser traps the focus, closes the dialog on Escape, and restores the focus. The focus
 * starts on the element marked `data-focus`, else on the heading.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const t = useTexts()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Close before unmounting, or the browser doesn't restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    const first = element?.querySelector<HTMLElement>('[data-focus]') ?? element?.querySelector('h2')
    first?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={id} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <button type="button" className={styles.close} aria-label={t('dialog.close')} onClick={onClose}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6L6 18" />
          </svg>
        </button>
      </header>
      {children}
    </dialog>
  )
}
