import { forgetFlowId } from './flow-id.ts'
import { clearStoredOptions } from './stored-options.ts'

/** Whoever sits down at this machine next finds neither the result nor the flow id of the person who has left. */
export function forgetVisit(): void {
  clearStoredOptions()
  forgetFlowId()
}
