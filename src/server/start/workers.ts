import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatLine, standardLog } from '../http/logging.ts'

/** A worker that lived less than this is replaced only after a pause. */
const SHORT_LIFE_MS = 5000
const PAUSE_MS = 1000
/** Longer than a worker's own limit (run.ts). */
const LONGEST_STOP_MS = 9800

/** A worker that leaves this many questions unanswered has hung, and is killed. */
const QUESTION_MS = 2000
const MOST_UNANSWERED = 5
const QUESTION = 'are you there?'

const log = (level: 30 | 40, details: object, message: string) => standardLog.write(formatLine(level, message, details))

/** Lets the primary process see that this worker's event loop turns. */
export function answerPrimary(): void {
  process.on('message', (message) => {
    if (message === QUESTION) process.send?.(QUESTION, undefined, undefined, () => undefined)
  })
}

/**
 * Kills the worker when it stops answering. It counts questions, not time: a machine that was suspended kills nobody.
 */
function watch(worker: Worker): void {
  let unanswered = 0
  worker.on('message', (message) => {
    if (message === QUESTION) unanswered = 0
  })
  const timer = setInterval(() => {
    if (unanswered >= MOST_UNANSWERED) {
      log(40, { worker: worker.process.pid }, 'a worker has stopped answering; killing it')
      worker.process.kill('SIGKILL')
    }
    unanswered += 1
    worker.process.send?.(QUESTION, () => undefined)
  }, QUESTION_MS)
  worker.once('exit', () => clearInterval(timer))
}

/**
 * Runs `count` workers behind one port and replaces each that dies or stops answering, until SIGTERM or SIGINT, which
 * it passes on. Exits with 0 when all workers then exit with 0, and with 1 when a worker exits before any listens; that
 * worker's message says why.
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
      watch(worker)
      log(30, { worker: worker.process.pid }, 'a worker is listening')
    })
    worker.once('exit', (code, signal) => void replace(worker, { code, signal, lifeMs: performance.now() - begun }))
  }

  const replace = async (
    worker: Worker,
    { code, signal, lifeMs }: { code: number; signal: string; lifeMs: number },
  ) => {
    if (!isListening && !isStopping) stop('SIGTERM', 1)
    if (isStopping) {
      // A worker that was signaled during startup dies from the signal.
      exitCode ||= code === 0 || signal === 'SIGTERM' ? 0 : 1
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(exitCode)
      return
    }
    log(40, { worker: worker.process.pid, code, signal }, 'a process has ended; starting another')
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
  // Workers accept connections themselves: one handed over by the primary to a dying worker would hang
  // (docs/decisions/020).
  cluster.schedulingPolicy = cluster.SCHED_NONE
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGTERM'))
  for (let n = 0; n < count; n++) start()
}
