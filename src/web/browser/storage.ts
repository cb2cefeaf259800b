import { type Level, STORED_OPTIONS_KEY } from '#quiz/constants.ts'
import { flowLanguage, flowUser, makeFlowId } from '#quiz/flow-id.ts'
import type { Language } from '#quiz/languages.ts'
import { isLevel } from '#quiz/levels.ts'

/**
 * Web storage that never throws. If storage is blocked, as in some private modes, reads find nothing, writes are lost,
 * and the quiz works in memory.
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
        // Full or blocked. Nothing on the page depends on it.
      }
    },
  }
}

export const tabStorage = storage('sessionStorage')
export const browserStorage = storage('localStorage')

const FLOW_ID_KEY = 'ASSESSMENT_FLOW_ID'

/** 0 when logged out (Specification §3). */
let userId: number | string = 0

/** Sets the user id for new flow ids. */
export function setFlowUser(id: number | string | undefined): void {
  userId = id ?? 0
}

/** This tab's flow id, if it has one. */
export function readFlowId(): string | null {
  return tabStorage.read(FLOW_ID_KEY)
}

/** Stores `flowId` in local and session storage (Specification §3). */
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

/** Whether the flow id was created signed out or by the current user; the server accepts no other. */
function isOwn(flowId: string): boolean {
  const user = flowUser(flowId)
  return user === undefined || user === String(userId)
}

/** The flow id for `language`: this tab's, or a new one when language or user have changed (Specification §3). */
export function flowIdFor(language: Language): string {
  const own = readFlowId()
  return own && flowLanguage(own) === language && isOwn(own) ? own : renewFlowId(language)
}

/** The stored result, with the wire's names: `than` is the percentile. */
export type StoredOptions = { level: Level; than: number }

/** This tab's stored result; null if missing or malformed. */
export function readStoredOptions(): StoredOptions | null {
  try {
    const { level, than } = JSON.parse(tabStorage.read(STORED_OPTIONS_KEY) ?? 'null') ?? {}
    return isLevel(level) && Number.isInteger(than) ? { level, than } : null
  } catch {
    return null
  }
}

/** Stored with the result: its attempt, since several attempts may have the same level and percentage. */
const RESULT_ID_KEY = 'ASSESSMENT_RESULT_ID'

export function readResultId(): string | null {
  return tabStorage.read(RESULT_ID_KEY)
}

/** Stores a result, with its attempt if it came from the server. */
export function writeStoredOptions(options: StoredOptions, attemptId: string | null): void {
  tabStorage.write(STORED_OPTIONS_KEY, JSON.stringify(options))
  tabStorage.write(RESULT_ID_KEY, attemptId)
}

/** The landing page clears the stored options when it opens (Specification §2). */
export function clearStoredOptions(): void {
  tabStorage.write(STORED_OPTIONS_KEY, null)
  tabStorage.write(RESULT_ID_KEY, null)
}

/** Removes the result and the flow id, so the next person on this device finds neither. */
export function forgetVisit(): void {
  clearStoredOptions()
  forgetFlowId()
}
