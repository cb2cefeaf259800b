/** `npm run serve`: the production server, without the demo. */
import { loadEnvFile } from '#settings/env-file.ts'
import { createApp } from '../app.ts'
import { run } from './run.ts'

loadEnvFile()
await run({ environment: process.env, makeApp: createApp, isProduction: true })
