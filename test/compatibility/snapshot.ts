/**
 * `npm run release -- snapshot`: writes what docs/compatibility.md promises, as the product has it now. Only a new
 * major version may do so to break it; a minor one may, to promise what it adds.
 */
import { writeFileSync } from 'node:fs'
import { urls } from '#contract/urls.ts'
import { startServer } from '#harness/server-process.ts'
import { EVERY_CALL, promisedNow, STATE } from './promised.ts'

const server = await startServer({ mode: 'serve', env: EVERY_CALL })
const reply = await fetch(`${server.origin}${urls.openapi}`)
writeFileSync(STATE, `${JSON.stringify(promisedNow(await reply.json()), null, 1)}\n`)
await server.stop()
console.log(STATE)
