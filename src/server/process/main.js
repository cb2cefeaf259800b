/** `npm run serve`: the production server, without the demo. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What a start compiles is kept for the next, which takes a quarter less. Static imports would be compiled before this line runs.
// This file is no TypeScript: for it alone, Node would load its compiler at each start.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/compiled'))
const { createApp } = await import('../app.ts')
const { run } = await import('./run.ts')

await run({ environment: process.env, makeApp: createApp, isProduction: true })
