import type { Locale } from '#contract/locales.ts'

/** `id` is the same for each try at sending it, so that a service which took it and could not say so knows it again. */
export type CodeMessage = { id: string; target: string; code: string; locale: Locale }

/** How one-time codes reach people. A channel that is missing refuses its targets. */
export type Sender = {
  email?: (message: CodeMessage) => Promise<void>
  phone?: (message: CodeMessage) => Promise<void>
}
