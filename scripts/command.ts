/** `npm run {group} -- {subcommand} …`: runs one of COMMANDS, or lists the group. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { COMMANDS } from './commands.ts'

const [group = '', ...given] = process.argv.slice(2)
const subcommands = COMMANDS[group] ?? {}
const isNamed = given[0] !== undefined && !given[0].startsWith('-')
const fallback = Object.keys(subcommands).find((name) => subcommands[name]?.isDefault)
const name = isNamed ? given[0] : fallback
const chosen = Object.hasOwn(subcommands, name ?? '') ? subcommands[name as string] : undefined

if (chosen) {
  const [file, ...args] = chosen.run
  process.argv = [process.execPath, resolve(file), ...args, ...(isNamed ? given.slice(1) : given)]
  await import(pathToFileURL(resolve(file)).href)
} else {
  if (isNamed) console.error(`Unknown command: "npm run ${group} -- ${name}".`)
  const width = Math.max(...Object.keys(subcommands).map((one) => one.length))
  for (const [one, { does, isDefault }] of Object.entries(subcommands))
    console.error(`  npm run ${group} -- ${one.padEnd(width)}  ${does}${isDefault ? ' (default)' : ''}`)
  process.exitCode = 2
}
