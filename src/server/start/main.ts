/** `npm run serve`: the production server, without the demo. */
import { createApp } from '../app.ts'
import { run } from './run.ts'

await run({ environment: process.env, makeApp: createApp, isProduction: true })
