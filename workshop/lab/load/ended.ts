import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Signals a process and waits until it has ended. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
