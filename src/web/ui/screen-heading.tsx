import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './screen-heading.module.css'

let isFirstScreen = true

/**
 * The heading of a screen. Takes the focus unless it is the first screen, so that keyboard and screen reader users
 * follow the change. A quiet one is seen by nobody and leaves the focus to what the screen is about.
 */
export function ScreenHeading({ children, isQuiet = false }: { children: ReactNode; isQuiet?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (!isFirstScreen && !isQuiet) heading.current?.focus()
    isFirstScreen = false
  }, [isQuiet])
  return (
    <h1 ref={heading} tabIndex={-1} className={isQuiet ? 'visually-hidden' : styles.heading}>
      {children}
    </h1>
  )
}
