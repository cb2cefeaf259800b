/** `npm start`: the product with demo data, on this machine only. */
import { run } from '../start/run.ts'
import { createDemoApp, DEMO_PAGES } from './app.ts'

await run({ environment: process.env, makeApp: createDemoApp, announced: DEMO_PAGES })
