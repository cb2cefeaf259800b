import { expect, it } from 'vitest'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'

it('npm run serve refuses a database that the demo has used', async () => {
  const postgres = await startPostgres()
  const env = { DATABASE_URL: await createDatabase(postgres.url, 'demo') }
  const demo = await startServer({ mode: 'demo', env })
  await demo.stop()
  await expect(startServer({ mode: 'serve', env })).rejects.toThrow('The demo has used this database')
  await postgres.stop()
})
