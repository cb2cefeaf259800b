import { type FaultyGoogle, startFaultyGoogle } from '#harness/peers/google.ts'
import { type FaultyVendors, startFaultyVendors } from '#harness/peers/vendors.ts'
import { settingsOfGoogle, settingsOfVendors } from '#server/demo/identity/start.ts'
import { type Machines, startMachines, startTwoServers, type TwoServers } from './two-servers.ts'

export type SignInServers = TwoServers & {
  /** The providers' callback URL, at the first process. */
  base: string
  google: FaultyGoogle
  vendors: FaultyVendors
  machines: Machines
}

/** Two processes behind one public address, with the three providers. */
export async function startSignInServers(env: Record<string, string> = {}): Promise<SignInServers> {
  const [machines, google, vendors] = await Promise.all([startMachines(), startFaultyGoogle(), startFaultyVendors()])
  const providers = { ...settingsOfGoogle(google), ...settingsOfVendors(vendors) }
  const two = await startTwoServers(machines, ([base = '']) => ({ ...providers, PUBLIC_URL: base, ...env }))
  return {
    ...two,
    base: two.servers[0].origin,
    google,
    vendors,
    machines,
    stop: async () => {
      await two.stop()
      await Promise.all([machines.stop(), google.close(), vendors.close()])
    },
  }
}

/** Switches to a new person and clears all faults. */
export function seatPerson({ google, vendors }: SignInServers, n: number): void {
  const name = 'Ada Lovelace'
  google.person = { id: `g${n}`, name, email: `google${n}@example.com` }
  vendors.person = { id: String(1000 + n), name, email: `vendor${n}@example.com` }
  Object.assign(google, { fault: undefined, tokenFault: undefined, calls: 0 })
  Object.assign(vendors, { fault: undefined, vendorFault: undefined, calls: 0 })
}
