import { kill } from './catalogue/f01-kill.ts'
import { terminate } from './catalogue/f12-terminate.ts'
import type { Fault } from './fault.ts'

/** The drivers there are, in the order of the catalogue. */
export const FAULTS: readonly Fault[] = [kill, terminate]

/** The faults of the catalogue that no driver injects: what they are, and why not. */
export const NOT_RUN: Readonly<Record<string, { title: string; reason: string }>> = {
  F9: {
    title: 'torn or bit-flipped log or data page',
    reason: 'the embedded database has no data checksums; on a server they are the operator’s',
  },
  F18: {
    title: 'clocks that differ or jump',
    reason:
      'every expiry is compared in SQL, so that the database’s clock alone decides; no library for false clocks here',
  },
  F26: { title: 'overload, 2 and 5 times', reason: 'measured by `npm run load`' },
  F27: { title: '30 minutes of load', reason: 'measured by `npm run load -- --soak`' },
  F32: { title: 'data of the previous format', reason: 'there is no earlier release' },
}

export const CATALOGUE_SIZE = 34
