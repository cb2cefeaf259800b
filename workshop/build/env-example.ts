/** Writes .env.example from the settings, as `npm run fix` does. */
import { writeFileSync } from 'node:fs'
import { ROOT } from '#server/files.ts'
import { envExample } from '#settings/env-example.ts'

writeFileSync(new URL('.env.example', ROOT), envExample())
