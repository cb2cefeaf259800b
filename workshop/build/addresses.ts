/** Writes the list of docs/addresses.md from the contract, as `npm run fix` does. */
import { readFileSync, writeFileSync } from 'node:fs'
import { withAddresses } from '#harness/address-list.ts'

const FILE = 'docs/addresses.md'

writeFileSync(FILE, withAddresses(readFileSync(FILE, 'utf8')))
