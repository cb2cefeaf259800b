import { fork } from 'node:child_process'
import { once } from 'node:events'
import { ended } from './ended.ts'
import type { Order } from './generator.ts'
import type { Figures } from './recorder.ts'

export type GeneratorProcess = {
  pid: number
  /** @returns the figures of each window. @throws Error if the process ends instead */
  run: (order: Order) => Promise<Figures[]>
  stop: () => Promise<void>
}

/** One line of progress. */
function describe(order: Order, figures: Figures[]): string {
  const name = order.kind === 'closed' ? `${order.clients} visitors who never pause` : 'visitors by a schedule'
  const stretches = figures.map(({ finishedPerSecond, p50, p99, outcomes }) => {
    const others = Object.entries(outcomes).filter(([outcome, count]) => outcome !== 'finished' && count > 0)
    return `${finishedPerSecond.toFixed(1)} quizzes/s, p50 ${p50?.toFixed(1)} ms, p99 ${p99?.toFixed(1)} ms${others.map(([outcome, count]) => `, ${count} ${outcome}`).join('')}`
  })
  return `  ${name}: ${stretches.join('; then ')}`
}

export function startGenerator(): GeneratorProcess {
  const child = fork('workshop/lab/load/generator.ts')
  return {
    pid: child.pid ?? 0,
    run: async (order) => {
      const answered = new AbortController()
      const { signal } = answered
      const death = once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`The generator ended with ${code}.`)
      })
      child.send(order)
      try {
        const [figures] = await Promise.race([once(child, 'message', { signal }), death])
        console.log(describe(order, figures))
        return figures
      } finally {
        death.catch(() => undefined)
        answered.abort()
      }
    },
    stop: () => ended(child),
  }
}
