/**
 * `npm run browsers [-- journey firefox]`: takes one whole journey in Firefox and in WebKit, Safari's engine. Installs
 * them on Debian if they're missing.
 */

import { ensureInstalled } from '#harness/install.ts'
import { startServer } from '#harness/server-process.ts'
import { until } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { travel } from './journey.ts'
import { startWebKit } from './webkit.ts'

const BROWSERS = {
  firefox: async () => startFirefox(...((await ensureInstalled('Firefox')) as [string])),
  webkit: async () => startWebKit(...((await ensureInstalled('WebKit')) as [string])),
}

const asked = process.argv[2]
const server = await startServer({ env: { CONSENT: 'ask' } })
let failed = 0
for (const [name, start] of Object.entries(BROWSERS)) {
  if (asked && asked !== name) continue
  const started = performance.now()
  const driver = await start()
  const error = await travel(driver, server.origin).then(
    () => '',
    async ({ message }: Error) =>
      `${message}; the page says: ${await driver.evaluate('document.body.innerText').catch(String)}\n`,
  )
  const messages = driver.messages().join('\n')
  // A broken console listener would look like a clean console.
  await driver.evaluate('console.log("heard")')
  await until('the message', async () => driver.messages().some((message) => message.includes('heard')))
  await driver.close()
  const errors = error + messages
  if (errors) failed += 1
  console.log(`${errors ? '✗' : '✓'} ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s ${errors}`)
}
await server.stop()
process.exit(failed === 0 ? 0 : 1)
