import { readFileSync } from 'node:fs'
import { type DemoAccount, ensureDemoAccount } from '../db/demo-accounts.ts'
import type { Database } from '../db/schema.ts'

const FILE = new URL('../../../data/demo/accounts.json', import.meta.url)

/** The ready accounts of data/demo/accounts.json. Those that are there stay as they are; a deleted one comes back. */
export async function seedAccounts(db: Database): Promise<DemoAccount[]> {
  const accounts: DemoAccount[] = JSON.parse(readFileSync(FILE, 'utf8'))
  for (const account of accounts) await ensureDemoAccount(db, account)
  return accounts
}
