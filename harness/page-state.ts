import type { QuizPageState } from '#contract/page-data.ts'

/** The state in a page for its start in the browser. */
export function readPageState<State = QuizPageState>(html: string): State {
  return JSON.parse(html.match(/id="state"[^>]*>(.*?)<\/script>/s)?.[1] ?? 'null')
}
