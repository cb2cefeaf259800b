import { kill } from './catalog/f01-kill.ts'
import { firstStart } from './catalog/f02-first-start.ts'
import { terminated } from './catalog/f03-terminate.ts'
import { fullDisk } from './catalog/f07-full-disk.ts'
import { crash, restart } from './catalog/f10-restart.ts'
import { terminate } from './catalog/f12-terminate.ts'
import { connections } from './catalog/f13-connections.ts'
import { lock } from './catalog/f14-lock.ts'
import { network } from './catalog/f15-network.ts'
import { conflicts } from './catalog/f16-conflicts.ts'
import { redisFaults } from './catalog/f17-redis.ts'
import { clocks } from './catalog/f18-clocks.ts'
import { races } from './catalog/f19-races.ts'
import { codeRaces } from './catalog/f20-code-races.ts'
import { callbackReplays } from './catalog/f21-callback-replays.ts'
import { providerFaults } from './catalog/f22-provider-faults.ts'
import { senders } from './catalog/f23-senders.ts'
import { wechatTicket } from './catalog/f24-wechat-ticket.ts'
import { slowClients } from './catalog/f28-slow-clients.ts'
import { aborts } from './catalog/f29-aborts.ts'
import { throws } from './catalog/f30-throws.ts'
import { migrations } from './catalog/f31-migrations.ts'
import { backup } from './catalog/f33-backup.ts'
import { balancer } from './catalog/f34-balancer.ts'
import { logDisk } from './catalog/f35-log-disk.ts'
import { failover } from './catalog/f37-failover.ts'
import { upgrade } from './catalog/f38-upgrade.ts'
import type { Fault } from './fault.ts'

/** The existing drivers, in catalog order. */
export const FAULTS: readonly Fault[] = [
  kill,
  firstStart,
  terminated,
  fullDisk,
  restart,
  crash,
  terminate,
  connections,
  lock,
  network,
  conflicts,
  redisFaults,
  clocks,
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
  failover,
  upgrade,
]
