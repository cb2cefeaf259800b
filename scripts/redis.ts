import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** An installed Redis, or Valkey, which speaks the same. */
export function findRedis(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return ['redis-server', 'valkey-server']
    .flatMap((program) => folders.map((folder) => join(folder, program)))
    .find((file) => existsSync(file))
}
