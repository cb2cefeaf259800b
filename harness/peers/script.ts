import type { Person, StandInOptions, Step } from '#server/demo/identity/stand-in.ts'
import { answerWithFault, type TransportFault } from './faults.ts'

/** What a stand-in does in a test; it may be changed while it runs. */
export type Script<FaultyStep extends Step = Step> = {
  /** Who is at the browser, and whether they agree. */
  person: Person
  agrees: boolean
  fault: { step: FaultyStep; kind: TransportFault } | undefined
  /** How often our server has asked for anything. */
  calls: number
}

/** Somebody who decides at once, and the script's fault in place of a step; `spoil` is what else the stand-in does wrong. */
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
