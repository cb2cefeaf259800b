import type { Locale } from '#contract/locales.ts'

export type CodeMessage = { target: string; code: string; locale: Locale }

/** How one-time codes reach people. A channel that is missing refuses its targets. */
export type Sender = {
  email?: (message: CodeMessage) => Promise<void>
  phone?: (message: CodeMessage) => Promise<void>
}
