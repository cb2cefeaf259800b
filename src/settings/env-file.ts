import { existsSync } from 'node:fs'

/** Reads `.env` from the working directory, if it exists. Variables already in the environment take precedence. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
