import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { urls } from '#contract/urls.ts'
import type { RunningServer } from '#harness/server-process.ts'

/** Shuts it down cleanly. @returns the exit code, and how long it took */
export async function terminate({ process }: RunningServer): Promise<{ code: number | null; ms: number }> {
  const begun = performance.now()
  process.kill('SIGTERM')
  await once(process, 'exit')
  return { code: process.exitCode, ms: performance.now() - begun }
}

/** Sends half a request, and the rest on demand. */
export function slowStart(origin: string): { finish: () => Promise<number> } {
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify({ language: 'english' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const sent = request(`${origin}${urls.attempts}`, { method: 'POST', agent, headers })
  const answered = once(sent, 'response')
  answered.catch(() => undefined)
  sent.write(body.slice(0, 5))
  return {
    finish: async () => {
      sent.end(body.slice(5))
      const [response] = await answered
      response.resume()
      return response.statusCode
    },
  }
}
