import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import styles from './reading-page.module.css'

/** The way on and back. Where there is none, its place stays empty, so that the others keep theirs. */
export function Step({
  look,
  onGo,
  children,
}: {
  look: 'primary' | 'plain'
  onGo: (() => void) | undefined
  children: ReactNode
}) {
  if (!onGo) return <span className={styles.noStep} />
  return (
    <Button look={look} onClick={onGo}>
      {children}
    </Button>
  )
}
