import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './screen-heading.module.css'

let isFirstScreen = true

/** The heading of a screen. It takes the focus when the screen follows another, so that keyboard and screen reader are led along. */
export function ScreenHeading({ children, isQuiet = false }: { children: ReactNode; isQuiet?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (!isFirstScreen) heading.current?.focus()
    isFirstScreen = false
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={isQuiet ? 'visually-hidden' : styles.heading}>
      {children}
    </h1>
  )
}
