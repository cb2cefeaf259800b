/** Loaded before the service: kills its process (like kill -9) on reaching the migration named by DIE_AT_MIGRATION. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { readFile } = fs.promises
fs.promises.readFile = ((...given: Parameters<typeof readFile>) => {
  if (String(given[0]).endsWith(process.env.DIE_AT_MIGRATION ?? '?')) process.kill(process.pid, 'SIGKILL')
  return readFile(...given)
}) as typeof readFile
syncBuiltinESMExports()
