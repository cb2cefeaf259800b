import { makeFlowId } from '#quiz/flow-id.ts'
import type { Language } from '#quiz/languages.ts'
import { browserStorage, tabStorage } from './storage.ts'

const KEY = 'ASSESSMENT_FLOW_ID'

/** 0 when logged out (Specification §3). */
let userId = 0

/** Who is signed in: the flow ids made from now on carry it. */
export function setFlowUser(id: number | undefined): void {
  userId = id ?? 0
}

/** This tab's flow id, if it has one. */
export function readFlowId(): string | null {
  return tabStorage.read(KEY)
}

/** Makes `flowId` the one of this tab, kept in local and session storage (Specification §3). */
export function keepFlowId(flowId: string): string {
  tabStorage.write(KEY, flowId)
  browserStorage.write(KEY, flowId)
  return flowId
}

export function forgetFlowId(): void {
  tabStorage.write(KEY, null)
  browserStorage.write(KEY, null)
}

export function renewFlowId(language: Language): string {
  return keepFlowId(makeFlowId(userId, language, Date.now()))
}

/** The flow id for `language`: this tab's, or a new one when the language has changed (Specification §3). */
export function flowIdFor(language: Language): string {
  const known = readFlowId()
  return known?.split('-')[1] === language ? known : renewFlowId(language)
}
