/** Writes the list in docs/addresses.md from the contract (`npm run fix`). */
import { readFileSync, writeFileSync } from 'node:fs'
import { withAddresses } from '#harness/address-list.ts'

const FILE = 'docs/addresses.md'

writeFileSync(FILE, withAddresses(readFileSync(FILE, 'utf8')))
