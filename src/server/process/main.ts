/** `npm run serve`: the product beside a marketplace, without anything of the demo. */
import { createApp } from '../app.ts'
import { run } from './run.ts'

await run({ environment: process.env, makeApp: createApp, isProduction: true })
