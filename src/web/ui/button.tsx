import type { ReactNode } from 'react'
import styles from './button.module.css'

export type ButtonProps = {
  children: ReactNode
  onClick: () => void
  look?: 'primary' | 'plain'
  /** Waiting for its own effect: pressed again it does nothing, and it says so to a screen reader. */
  isBusy?: boolean
}

export function Button({ children, onClick, look = 'primary', isBusy = false }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.button} ${styles[look]}`}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onClick()}
    >
      {children}
    </button>
  )
}
