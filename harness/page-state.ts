import type { QuizPageState } from '#contract/page-data.ts'

/** The state that a page contains for its script to start with. */
export function readPageState<State = QuizPageState>(html: string): State {
  return JSON.parse(html.match(/id="state"[^>]*>(.*?)<\/script>/s)?.[1] ?? 'null')
}
