import { kill, stalePid } from './catalogue/f01-kill.ts'
import { firstStart } from './catalogue/f02-first-start.ts'
import { terminated } from './catalogue/f03-terminate.ts'
import { twoOpeners } from './catalogue/f04-two-openers.ts'
import { power } from './catalogue/f06-power.ts'
import { fullDisk } from './catalogue/f07-full-disk.ts'
import { unusableFolder } from './catalogue/f08-unusable-folder.ts'
import { crash, restart } from './catalogue/f10-restart.ts'
import { terminate } from './catalogue/f12-terminate.ts'
import { connections } from './catalogue/f13-connections.ts'
import { lock } from './catalogue/f14-lock.ts'
import { network } from './catalogue/f15-network.ts'
import { conflicts } from './catalogue/f16-conflicts.ts'
import { redisFaults } from './catalogue/f17-redis.ts'
import { races } from './catalogue/f19-races.ts'
import { codeRaces } from './catalogue/f20-code-races.ts'
import { callbackReplays } from './catalogue/f21-callback-replays.ts'
import { providerFaults } from './catalogue/f22-provider-faults.ts'
import { senders } from './catalogue/f23-senders.ts'
import { wechatTicket } from './catalogue/f24-wechat-ticket.ts'
import { slowClients } from './catalogue/f28-slow-clients.ts'
import { aborts } from './catalogue/f29-aborts.ts'
import { throws } from './catalogue/f30-throws.ts'
import { migrations } from './catalogue/f31-migrations.ts'
import { backup } from './catalogue/f33-backup.ts'
import { balancer } from './catalogue/f34-balancer.ts'
import { logDisk } from './catalogue/f35-log-disk.ts'
import { hungProcess } from './catalogue/f36-hung-process.ts'
import type { Fault } from './fault.ts'

/** The existing drivers, in catalog order. */
export const FAULTS: readonly Fault[] = [
  kill,
  firstStart,
  terminated,
  twoOpeners,
  stalePid,
  power,
  fullDisk,
  unusableFolder,
  restart,
  crash,
  terminate,
  connections,
  lock,
  network,
  conflicts,
  redisFaults,
  races,
  codeRaces,
  callbackReplays,
  providerFaults,
  senders,
  wechatTicket,
  slowClients,
  aborts,
  throws,
  migrations,
  backup,
  balancer,
  logDisk,
  hungProcess,
]

/** The faults of the catalogue that no driver injects: what they are, and why not. */
export const NOT_RUN: Readonly<Record<string, { title: string; reason: string }>> = {
  F9: {
    title: 'torn or bit-flipped log or data page',
    reason: 'no driver yet; PGlite has page checksums (on by default), on a server they are the operator’s',
  },
  F18: {
    title: 'clocks that differ or jump',
    reason: 'no driver yet; sessions, codes and sign-ins on their way expire in SQL, by the database’s clock alone',
  },
  F25: {
    title: 'the marketplace’s teachers and vocabulary fail',
    reason:
      'the blocks are the browser’s: `src/web/result/recommendations.test.ts`, `test/e2e/marketplace.e2e.ts` (a marketplace that never answers)',
  },
  F26: { title: 'overload, 2 and 5 times', reason: 'measured by `npm run load`' },
  F27: { title: '30 minutes of load', reason: 'measured by `npm run load -- --soak`' },
  F32: { title: 'data of the previous format', reason: 'there is no earlier release' },
}

export const CATALOGUE_SIZE = 36
