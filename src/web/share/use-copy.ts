import { useState } from 'react'

export type CopyState = 'idle' | 'copied' | 'failed'

/** Copies a text to the clipboard; it fails where the browser has none or refuses it. */
export function useCopy(text: string): [CopyState, () => Promise<void>] {
  const [state, setState] = useState<CopyState>('idle')
  const copy = async () => {
    // Emptied first, so that a screen reader hears of the second copy too.
    setState('idle')
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return [state, copy]
}
