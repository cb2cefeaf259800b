import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { findMiniProgram, miniProgramUrl } from './mini-program.ts'

/** The mini-program tears this page down when it relaunches; a page that still stands after this has to go on by itself. */
const RELAUNCH_MS = 3000

/**
 * Relaunches the mini-program's score page with language and level (Specification §2, test end).
 * @returns whether the mini-program took over: not without its SDK, nor when the call fails or nothing happens
 */
export function relaunchScorePage(path: string, result: { language: Language; level: Level }): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), RELAUNCH_MS)
    try {
      const miniProgram = findMiniProgram()
      if (!miniProgram) return resolve(false)
      miniProgram.reLaunch({
        url: miniProgramUrl(path, result),
        success: () => resolve(true),
        fail: () => resolve(false),
      })
    } catch {
      resolve(false)
    }
  })
}
