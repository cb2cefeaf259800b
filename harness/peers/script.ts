import type { Person, StandInOptions, Step } from '#server/demo/identity/stand-in.ts'
import { answerWithFault, type TransportFault } from './faults.ts'

/** What a stand-in does in a test; may change while it runs. */
export type Script<FaultyStep extends Step = Step> = {
  /** Who is using the browser, and whether they agree. */
  person: Person
  agrees: boolean
  fault: { step: FaultyStep; kind: TransportFault } | undefined
  /** The number of requests from our server. */
  calls: number
}

/**
 * A person who decides at once, and the script's fault injected at a step; `spoil` is what else the stand-in does
 * wrong.
 */
export function playing(script: Script, spoil: Pick<NonNullable<StandInOptions['faults']>, 'callback' | 'reply'>) {
  return {
    audience: { decide: () => (script.agrees ? script.person : null) },
    faults: {
      intercept: (step, response) => {
        script.calls++
        if (script.fault?.step !== step) return false
        answerWithFault(script.fault.kind, response)
        return true
      },
      ...spoil,
    },
  } satisfies StandInOptions
}
