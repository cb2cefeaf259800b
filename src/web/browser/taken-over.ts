import type { QuizPageState } from '#contract/page-data.ts'
import { keepFlowId } from './flow-id.ts'
import { writeStoredOptions } from './stored-options.ts'

/**
 * Stores the result that the address names (`?result=`): this visitor has just taken it over from a frame (docs/decisions/016). It counts
 * once and is taken out of the address.
 */
export function storeTakenOver({ finished }: QuizPageState): void {
  const address = new URL(location.href)
  const id = address.searchParams.get('result')
  if (!id) return
  address.searchParams.delete('result')
  history.replaceState(history.state, '', address)
  const assessment = finished.find((one) => one.id === id)
  if (!assessment?.result) return
  writeStoredOptions(assessment.result)
  keepFlowId(assessment.flow_id)
}
