import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './screen-heading.module.css'

let isFirstScreen = true

/**
 * The heading of a screen. It takes the focus unless it's the first screen, so keyboard and screen reader users can
 * follow. A quiet heading is invisible and leaves the focus to the screen's main content.
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
