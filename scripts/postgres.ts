import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const OLDEST = 15

/** The folder with `postgres` and `initdb` of an installed Postgres, 15 or later: Debian's newest, else what the PATH finds. */
export function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).map(Number) : []
  const debian = versions
    .filter((version) => version >= OLDEST)
    .sort((one, other) => other - one)
    .map((version) => join(DEBIAN_FOLDER, String(version), 'bin'))
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
}
