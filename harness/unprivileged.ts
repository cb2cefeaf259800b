import { execFileSync } from 'node:child_process'

/** The user as whom root runs what must not run as root, such as Postgres: its package's user, else nobody. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (user: string, kind: 'u' | 'g') => Number(execFileSync('id', [`-${kind}`, user], { stdio: 'pipe' }))
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id(user, 'u'), gid: id(user, 'g') }
    } catch {}
  }
  throw new Error('There is no user but root to run this as.')
}
