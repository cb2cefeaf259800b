import type { Language } from './languages.ts'

/**
 * The flow id: user id (0 when logged out), language, and timestamp joined by hyphens (Specification §3). A
 * marketplace's user id may contain hyphens.
 * @param now milliseconds since 1970
 */
export function makeFlowId(userId: number | string, language: Language, now: number): string {
  return `${userId}-${language}-${now}`
}

/** The start of a flow, in milliseconds since 1970; 0 if the flow id doesn't contain it. */
export function flowTime(flowId: string): number {
  return Number(flowId.split('-').at(-1)) || 0
}

export function flowLanguage(flowId: string): string | undefined {
  return flowId.split('-').at(-2)
}

/** The user id in a flow id; undefined when logged out. Flow ids come from browsers, so it proves nothing. */
export function flowUser(flowId: string): string | undefined {
  const user = flowId.split('-').slice(0, -2).join('-')
  return user === '0' ? undefined : user
}
