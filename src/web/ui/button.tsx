import type { ReactNode } from 'react'
import styles from './button.module.css'

export type ButtonProps = {
  children: ReactNode
  /** Left out where the button submits its form. */
  onClick?: () => void
  type?: 'button' | 'submit'
  look?: 'primary' | 'plain' | 'danger'
  /** Waiting for its own effect: pressed again it does nothing, and it says so to a screen reader. */
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
      className={`${styles.button} ${styles[look]}`}
      disabled={isDisabled}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onClick?.()}
    >
      {children}
    </button>
  )
}
