import type { Language } from './languages.ts'

/**
 * The flow id: user id (0 when logged out), language and timestamp joined by hyphens (Specification §3).
 * @param now milliseconds since 1970
 */
export function makeFlowId(userId: number, language: Language, now: number): string {
  return `${userId}-${language}-${now}`
}

/** When a flow began, in milliseconds since 1970; 0 for a flow id that does not say. */
export function flowTime(flowId: string): number {
  return Number(flowId.split('-')[2]) || 0
}
