/**
 * Web storage that never throws: in private modes and with storage blocked, reading finds nothing and writing is
 * forgotten, and the quiz goes on in memory.
 */
function storage(kind: 'localStorage' | 'sessionStorage') {
  return {
    read(key: string): string | null {
      try {
        return window[kind].getItem(key)
      } catch {
        return null
      }
    },
    write(key: string, value: string | null): void {
      try {
        if (value === null) window[kind].removeItem(key)
        else window[kind].setItem(key, value)
      } catch {
        // Full or forbidden: nothing to be done, and nothing depends on it within the page.
      }
    },
  }
}

export const tabStorage = storage('sessionStorage')
export const browserStorage = storage('localStorage')
