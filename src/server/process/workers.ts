import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process that ends sooner is not started anew at once. */
const SHORT_LIFE_MS = 5000
const PAUSE_MS = 1000
/** Longer than a worker's own. */
const LONGEST_STOP_MS = 9800

/** Lines like the app's own, for what no app is there to say. */
function log(level: 30 | 40, details: object, message: string): void {
  console.log(JSON.stringify({ level, time: Date.now(), pid: process.pid, ...details, msg: message }))
}

/**
 * Runs `count` processes of the same program behind one port, and another for each that dies, until SIGTERM or SIGINT, which it hands on.
 * Ends with 0 when all ended with 0 then; with 1 when a process ends before any has begun to listen: its message says why.
 */
export function runWorkers(count: number, environment: Record<string, string>): void {
  let isListening = false
  let isStopping = false
  let exitCode = 0

  const start = () => {
    const worker = cluster.fork(environment)
    const begun = performance.now()
    worker.once('listening', () => {
      isListening = true
      log(30, { worker: worker.process.pid }, 'a process takes requests')
    })
    worker.once('exit', (code, signal) => void replace(worker, { code, signal, lifeMs: performance.now() - begun }))
  }

  const replace = async (
    worker: Worker,
    { code, signal, lifeMs }: { code: number; signal: string; lifeMs: number },
  ) => {
    if (!isListening && !isStopping) stop('SIGTERM', 1)
    if (isStopping) {
      // One that was told before it had begun ends by the signal itself.
      exitCode ||= code === 0 || signal === 'SIGTERM' ? 0 : 1
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(exitCode)
      return
    }
    log(40, { worker: worker.process.pid, code, signal }, 'a process has ended; another takes its place')
    if (lifeMs < SHORT_LIFE_MS) await sleep(PAUSE_MS)
    if (!isStopping) start()
  }

  const stop = (signal: NodeJS.Signals, code = 0) => {
    if (isStopping) return
    isStopping = true
    exitCode = code
    setTimeout(() => process.exit(1), LONGEST_STOP_MS)
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
  }
  // The processes take connections themselves: those that the first process is about to hand to one that dies would hang (record 020).
  cluster.schedulingPolicy = cluster.SCHED_NONE
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGTERM'))
  for (let n = 0; n < count; n++) start()
}
