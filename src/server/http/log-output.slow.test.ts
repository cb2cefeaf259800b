import { closeSync, existsSync, openSync } from 'node:fs'
import { expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startServer } from '#harness/server-process.ts'

const REQUESTS = 300

it.runIf(existsSync('/dev/full'))(
  'requests aren’t delayed by a full log disk or by a log reader that has gone away',
  async () => {
    const full = openSync('/dev/full', 'w')
    for (const log of [full, undefined]) {
      const server = await startServer({ mode: 'serve', env: { LOG_LEVEL: 'info' }, ...(log ? { log } : {}) })
      server.process.stdout?.destroy()
      for (let n = 0; n < REQUESTS; n++) {
        const reply = await fetch(`${server.origin}${urls.health}`, { signal: AbortSignal.timeout(5000) })
        if (reply.status !== 200) throw new Error(`${reply.status} at request ${n}`)
      }
      expect(server.process.exitCode).toBeNull()
      await server.stop()
    }
    closeSync(full)
  },
)
