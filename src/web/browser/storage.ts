import { makeFlowId } from '#quiz/flow-id.ts'
import type { Language } from '#quiz/languages.ts'
import { isLevel, type Level } from '#quiz/levels.ts'

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
const browserStorage = storage('localStorage')

const FLOW_ID_KEY = 'ASSESSMENT_FLOW_ID'

/** 0 when logged out (Specification §3). */
let userId = 0

/** Who is signed in: the flow ids made from now on carry it. */
export function setFlowUser(id: number | undefined): void {
  userId = id ?? 0
}

/** This tab's flow id, if it has one. */
export function readFlowId(): string | null {
  return tabStorage.read(FLOW_ID_KEY)
}

/** Makes `flowId` the one of this tab, kept in local and session storage (Specification §3). */
export function keepFlowId(flowId: string): string {
  tabStorage.write(FLOW_ID_KEY, flowId)
  browserStorage.write(FLOW_ID_KEY, flowId)
  return flowId
}

function forgetFlowId(): void {
  tabStorage.write(FLOW_ID_KEY, null)
  browserStorage.write(FLOW_ID_KEY, null)
}

export function renewFlowId(language: Language): string {
  return keepFlowId(makeFlowId(userId, language, Date.now()))
}

/** The flow id for `language`: this tab's, or a new one when the language has changed (Specification §3). */
export function flowIdFor(language: Language): string {
  const known = readFlowId()
  return known?.split('-')[1] === language ? known : renewFlowId(language)
}

/** Specification §3, quiz store: the fixed key under which level and than live in session storage. */
const STORED_OPTIONS_KEY = 'ASSESSMENT_OPTION_STORE_KEY'

/** `than_of`: on how many finished assessments the percentage rests, where it is not drawn. */
export type StoredOptions = { level: Level; than: number; than_of?: number }

/** The stored result of this tab; anything that is not one counts as none. */
export function readStoredOptions(): StoredOptions | null {
  try {
    const { level, than, than_of } = JSON.parse(tabStorage.read(STORED_OPTIONS_KEY) ?? 'null') ?? {}
    if (!isLevel(level) || !Number.isInteger(than)) return null
    return Number.isInteger(than_of) ? { level, than, than_of } : { level, than }
  } catch {
    return null
  }
}

export function writeStoredOptions(options: StoredOptions): void {
  tabStorage.write(STORED_OPTIONS_KEY, JSON.stringify(options))
}

/** Specification §2: stored options are cleared when the landing opens. */
export function clearStoredOptions(): void {
  tabStorage.write(STORED_OPTIONS_KEY, null)
}

/** Whoever sits down at this machine next finds neither the result nor the flow id of the person who has left. */
export function forgetVisit(): void {
  clearStoredOptions()
  forgetFlowId()
}
