/** The app as `npm start` runs it, plus a route that sends a constant string: the upper bound for rendering. */
import { randomInt } from 'node:crypto'
import { QUICK_TAKERS } from '#harness/server-process.ts'
import { createApp } from '#server/app.ts'
import { loadBanks } from '#server/banks/banks.ts'
import { openInMemory } from '#server/db/pglite.ts'
import { loadBuiltSite } from '#server/pages/built-site.ts'
import { readSettings } from '#server/settings.ts'

const { db, storage } = await openInMemory()
const app = await createApp({
  db,
  storage,
  banks: loadBanks(),
  random: () => randomInt(2 ** 32) / 2 ** 32,
  site: { ...(await loadBuiltSite()), brand: undefined },
  sender: {},
  settings: readSettings({ LOG_LEVEL: 'silent', ASSESSMENTS_PER_HOUR: '1000000', ...QUICK_TAKERS }),
})
let constant = ''
app.get('/bench/constant', (_request, reply) => {
  reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-store')
  return constant
})
await app.ready()
constant = (await app.inject({ url: '/languageassessment/quiz' })).body
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
