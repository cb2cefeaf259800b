import type { ReactNode } from 'react'
import styles from './button.module.css'

export type ButtonProps = {
  children: ReactNode
  /** Not needed for a submit button. */
  onClick?: () => void
  type?: 'button' | 'submit'
  look?: 'primary' | 'level' | 'plain' | 'tonal' | 'danger' | 'text'
  /** The action is running: presses are ignored, and screen readers announce the button as busy. */
  isBusy?: boolean
  isDisabled?: boolean
}

export function Button({
  children,
  onClick,
  type = 'button',
  look = 'primary',
  isBusy = false,
  isDisabled = false,
}: ButtonProps) {
  return (
    <button
      type={type}
      className={look === 'text' ? 'link' : `${styles.button} ${styles[look]}`}
      disabled={isDisabled}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onClick?.()}
    >
      {children}
    </button>
  )
}
