/** Loaded before the service: ends its process as kill -9 does when it comes to the migration that DIE_AT_MIGRATION names. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { readFile } = fs.promises
fs.promises.readFile = ((...given: Parameters<typeof readFile>) => {
  if (String(given[0]).endsWith(process.env.DIE_AT_MIGRATION ?? '?')) process.kill(process.pid, 'SIGKILL')
  return readFile(...given)
}) as typeof readFile
syncBuiltinESMExports()
