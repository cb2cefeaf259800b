import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** An installed nginx; Debian's is where only an administrator's PATH leads. */
export function findNginx(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file))
}
