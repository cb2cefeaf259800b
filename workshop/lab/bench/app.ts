/** The app as `npm start` runs it, plus a route that sends a constant string: the upper bound for rendering. */
import { APP_SETTINGS } from '#harness/test-settings.ts'
import { createApp } from '#server/app.ts'
import { systemRandom } from '#server/attempts/random.ts'
import { readBanks } from '#server/banks/banks.ts'
import { openInMemory } from '#server/db/connection/pglite.ts'
import { loadBuiltSite } from '#server/pages/built-site.ts'
import { readSettings } from '#settings/read.ts'

const { db, engine } = await openInMemory()
const app = await createApp({
  db,
  engine,
  banks: readBanks(),
  random: systemRandom,
  site: { ...(await loadBuiltSite()), brand: undefined },
  sender: {},
  settings: readSettings({ ...APP_SETTINGS, ASSESSMENTS_PER_HOUR: '1000000' }),
})
let constant = ''
app.get('/bench/constant', (_request, reply) => {
  reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-store')
  return constant
})
await app.ready()
constant = (await app.inject({ url: '/languageassessment/quiz' })).body
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
