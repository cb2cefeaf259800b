import type { Peer, Person } from '#server/demo/identity/peer.ts'
import { startVendors } from '#server/demo/identity/vendors.ts'
import { answerWithFault, type TransportFault } from './faults.ts'

/** What Facebook or VK can do wrong beyond the transport. */
export const VENDOR_FAULTS = [
  'an error in the vendor’s form',
  'no access token',
  'a profile without id',
  'an id that is no text',
  'no device id',
  'doubled parameters',
  'an unknown error',
] as const

type VendorFault = (typeof VENDOR_FAULTS)[number]

export type FaultyVendors = Peer & {
  /** Who is at the browser, and whether they agree. */
  person: Person
  agrees: boolean
  fault: { step: 'token' | 'profile'; kind: TransportFault } | undefined
  vendorFault: VendorFault | undefined
}

/** Changes what the browser brings back, so that it is wrong. */
function spoilCallback({ searchParams }: URL, fault: VendorFault | undefined): void {
  if (fault === 'no device id') searchParams.delete('device_id')
  if (fault === 'doubled parameters') searchParams.append('code', searchParams.get('code') ?? '')
  // A code that the vendor does not know gets its own form of an error.
  if (fault === 'an error in the vendor’s form') searchParams.set('code', 'unknown')
  if (fault !== 'an unknown error') return
  searchParams.delete('code')
  searchParams.set('error', 'server_error')
}

function spoilReply(body: Record<string, unknown>, fault: VendorFault | undefined): void {
  if (fault === 'no access token') delete body.access_token
  if (fault === 'a profile without id') delete body.id
  if (fault === 'an id that is no text' && 'id' in body) body.id = { id: body.id }
}

/** The demo's Facebook and VK, with somebody who decides at once, and with faults. */
export async function startFaultyVendors(): Promise<FaultyVendors> {
  const good = await startVendors({
    audience: { decide: () => (peer.agrees ? peer.person : null) },
    sabotage: {
      intercept: (step, response) => {
        if (peer.fault?.step !== step) return false
        answerWithFault(peer.fault.kind, response)
        return true
      },
      callback: (address) => spoilCallback(address, peer.vendorFault),
      reply: (_step, body) => spoilReply(body, peer.vendorFault),
    },
  })
  const peer: FaultyVendors = {
    ...good,
    person: { id: '1', name: 'Nobody' },
    agrees: true,
    fault: undefined,
    vendorFault: undefined,
  }
  return peer
}
