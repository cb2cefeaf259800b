/** Writes .env.example from the settings (`npm run fix`). */
import { writeFileSync } from 'node:fs'
import { ROOT } from '#server/files.ts'
import { envExample } from '#settings/env-example.ts'

writeFileSync(new URL('.env.example', ROOT), envExample())
