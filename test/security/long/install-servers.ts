import { ensureInstalled } from '#harness/install.ts'

export async function setup(): Promise<void> {
  await ensureInstalled('Postgres', 'nginx')
}
