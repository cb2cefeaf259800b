import { startFacebookAndVk } from '#server/demo/identity/facebook-and-vk.ts'
import type { StandIn } from '#server/demo/identity/stand-in.ts'
import { playing, type Script } from './script.ts'

/** Faults of Facebook or VK beyond the transport. */
export const VENDOR_FAULTS = [
  'an error in the vendor’s form',
  'no access token',
  'a profile without an id',
  'an id that is not a string',
  'no device id',
  'doubled parameters',
  'an unknown error',
] as const

type VendorFault = (typeof VENDOR_FAULTS)[number]

type VendorScript = Script<'token' | 'profile'> & { vendorFault: VendorFault | undefined }

export type FaultyVendors = StandIn & VendorScript

/** Corrupts the callback. */
function tamperWithCallback({ searchParams }: URL, fault: VendorFault | undefined): void {
  if (fault === 'no device id') searchParams.delete('device_id')
  if (fault === 'doubled parameters') searchParams.append('code', searchParams.get('code') ?? '')
  // A code unknown to the vendor gets the vendor's own error format.
  if (fault === 'an error in the vendor’s form') searchParams.set('code', 'unknown')
  if (fault !== 'an unknown error') return
  searchParams.delete('code')
  searchParams.set('error', 'server_error')
}

function tamperWithReply(body: Record<string, unknown>, fault: VendorFault | undefined): void {
  if (fault === 'no access token') delete body.access_token
  if (fault === 'a profile without an id') delete body.id
  if (fault === 'an id that is not a string' && 'id' in body) body.id = { id: body.id }
}

/** The demo's Facebook and VK, with a person who decides immediately, and injected faults. */
export async function startFaultyVendors(): Promise<FaultyVendors> {
  const script: VendorScript = {
    person: { id: '1', name: 'Nobody' },
    agrees: true,
    fault: undefined,
    vendorFault: undefined,
    calls: 0,
  }
  const good = await startFacebookAndVk(
    playing(script, {
      callback: (address) => tamperWithCallback(address, script.vendorFault),
      reply: (_step, body) => tamperWithReply(body, script.vendorFault),
    }),
  )
  return Object.assign(script, good)
}
