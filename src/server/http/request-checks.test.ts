import { afterEach, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp | undefined
afterEach(() => world?.close())

/**
 * Starts the app like a browser sees it on https://quiz.example, behind a proxy that forwards neither host nor
 * protocol.
 */
async function startBehindProxy(environment: Record<string, string>, origin = 'https://quiz.example') {
  const log: string[] = []
  world = await startTestApp({ LOG_LEVEL: 'warn', ...environment }, {}, { write: (line) => log.push(line) })
  const { statusCode } = await world.app.inject({
    method: 'POST',
    url: urls.attempts,
    headers: { host: '127.0.0.1:3000', origin, 'sec-fetch-site': 'same-origin' },
    payload: { language: 'english' },
  })
  return { statusCode, log }
}

it('PUBLIC_URL is our own site, regardless of the proxy', async () => {
  const { statusCode, log } = await startBehindProxy({
    PUBLIC_URL: 'https://quiz.example',
    TRUSTED_PROXIES: '10.0.0.1',
  })
  expect([statusCode, log]).toEqual([201, []])
})

it.each([{}, { PUBLIC_URL: 'https://other.example', TRUSTED_PROXIES: '10.0.0.1' }])(
  'without it, a refusal logs a warning that names the settings: %o',
  async (environment) => {
    const { statusCode, log } = await startBehindProxy(environment)
    expect([statusCode, log.length]).toEqual([403, 1])
    const line = JSON.parse(log[0] as string)
    expect([line.level, line.msg]).toEqual([40, expect.stringMatching(/set PUBLIC_URL .*TRUSTED_PROXIES/)])
  },
)
