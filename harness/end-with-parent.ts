import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Ends a server whose parent died without stopping it, even by SIGKILL: a guard shell reads from a pipe that closes
 * with this process. It also removes `folder`, which belongs to the server.
 */
export function endWithParent(child: ChildProcess, signal: 'KILL' | 'QUIT', folder?: string): void {
  if (child.pid === undefined) return
  const script = `read -r _; kill -${signal} "$1"; ${folder ? 'sleep 1; rm -rf "$2"' : ''}`
  const guard = spawn('sh', ['-c', script, 'sh', String(child.pid), folder ?? ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C in the terminal must not end the guard first.
    detached: true,
  })
  guard.unref()
  ;(guard.stdin as Socket).unref()
  child.once('exit', () => guard.kill('SIGKILL'))
}
