import { existsSync } from 'node:fs'

/** Reads `.env` in the working directory, if there is one. What the environment already sets stays. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
