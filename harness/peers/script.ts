import type { Person, SignInStep, StandInOptions } from '#server/demo/identity/stand-in.ts'
import { replyWithFault, type TransportFault } from './faults.ts'

/** How a stand-in behaves; this may change while it runs. */
export type Script<FaultyStep extends SignInStep = SignInStep> = {
  /** Who is using the browser, and whether they consent. */
  person: Person
  agrees: boolean
  fault: { step: FaultyStep; kind: TransportFault } | undefined
  /** The number of requests from our server. */
  calls: number
}

/**
 * A person who decides immediately, and the script's fault injected at a step; `misbehavior` is what the stand-in
 * does wrong.
 */
export function playing(
  script: Script,
  misbehavior: Pick<NonNullable<StandInOptions['faults']>, 'callback' | 'reply'>,
) {
  return {
    audience: { decide: () => (script.agrees ? script.person : null) },
    faults: {
      intercept: (step, response) => {
        script.calls++
        if (script.fault?.step !== step) return false
        replyWithFault(script.fault.kind, response)
        return true
      },
      ...misbehavior,
    },
  } satisfies StandInOptions
}
