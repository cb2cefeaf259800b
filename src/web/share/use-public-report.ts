import { useRef, useState } from 'react'
import type { SharedReport } from '#contract/reports.ts'

export type Publication = {
  /** Null until a target is chosen. */
  report: SharedReport | null
  /** Makes the report public; null on failure. */
  publish: () => Promise<SharedReport | null>
  withdraw: (report: SharedReport) => Promise<void>
}

/** Ways to use the public report. Each makes it public first. */
export function usePublicReport({ report, publish, withdraw }: Publication) {
  const [notice, setNotice] = useState<'share.moreFailed' | 'share.ready' | null>(null)
  const isUsed = useRef(false)
  const isMenuOpen = useRef(false)

  /** The public report, marked as used. */
  const use = async () => {
    setNotice(null)
    const published = report ?? (await publish())
    if (published) isUsed.current = true
    return published
  }

  /** Opens the address that `addressOf` builds from the public report's, in an app or in a window. */
  const open = async (addressOf: (url: string) => string, opensApp: boolean) => {
    // Open it immediately: browsers block windows that open after a reply.
    const opened = opensApp ? null : window.open('', '_blank')
    const published = await use()
    if (!published) return opened?.close()
    if (opensApp) location.assign(addressOf(published.url))
    else if (opened) {
      opened.opener = null
      opened.location.replace(addressOf(published.url))
    } else setNotice('share.ready')
  }

  /**
   * Opens the system's menu. It needs an address, so the report is public while it's open, and withdrawn if nothing is
   * chosen.
   * @returns false if the menu failed
   */
  const openMenu = async (texts: { title: string; text: string }): Promise<boolean> => {
    setNotice(null)
    isMenuOpen.current = true
    const published = report ?? (await publish())
    try {
      if (!published) return true
      await navigator.share({ ...texts, url: published.url })
      isUsed.current = true
      return true
    } catch (error) {
      if (published?.is_new && !isUsed.current) await withdraw(published)
      // Closing the share menu, or pressing again while it's open, isn't a failure.
      if (['AbortError', 'InvalidStateError'].includes((error as DOMException).name)) return true
      setNotice('share.moreFailed')
      return false
    } finally {
      isMenuOpen.current = false
    }
  }

  return { notice, use, open, isMenuOpen, openMenu }
}
