import { useEffect } from 'react'

const TEXT_FIELDS = 'textarea, input:not([type="radio"], [type="checkbox"])'

/** Single keys for the whole page; not while a text is typed, and never together with Ctrl, Alt or Command. */
export function useKeys(actions: Record<string, () => void>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (event.target instanceof Element && event.target.matches(TEXT_FIELDS)) return
      const action = actions[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}
