import { execFileSync } from 'node:child_process'

/** The user for programs that refuse to run as root, such as Postgres: its package's user, or else `nobody`. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (user: string, kind: 'u' | 'g') => Number(execFileSync('id', [`-${kind}`, user], { stdio: 'pipe' }))
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id(user, 'u'), gid: id(user, 'g') }
    } catch {}
  }
  throw new Error('No user other than root is available to run this.')
}
