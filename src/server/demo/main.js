/** `npm start`: the product with demo data, on this machine alone. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// As for the production server.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/compiled'))
const { createDemoApp, DEMO_PAGES } = await import('./app.ts')
const { run } = await import('../process/run.ts')

await run({ environment: process.env, makeApp: createDemoApp, announced: DEMO_PAGES })
