import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A subcommand: the file it runs with its first arguments, and a one-line description. */
type Subcommand = { run: readonly [file: string, ...args: string[]]; does: string; isDefault?: true }

/** The subcommands of each `npm run {group} -- {subcommand}`. */
export type Commands = Readonly<Record<string, Readonly<Record<string, Subcommand>>>>

/** Runs the command given in argv (group, subcommand, arguments), or lists the group's subcommands. */
export async function runCommand(commands: Commands): Promise<void> {
  const [group = '', ...given] = process.argv.slice(2)
  const subcommands = commands[group] ?? {}
  const isNamed = given[0] !== undefined && !given[0].startsWith('-')
  const fallback = Object.keys(subcommands).find((name) => subcommands[name]?.isDefault)
  const name = isNamed ? given[0] : fallback
  const chosen = Object.hasOwn(subcommands, name ?? '') ? subcommands[name as string] : undefined
  if (chosen) {
    const [file, ...args] = chosen.run
    process.argv = [process.execPath, resolve(file), ...args, ...(isNamed ? given.slice(1) : given)]
    await import(pathToFileURL(resolve(file)).href)
    return
  }
  if (isNamed) console.error(`Unknown command: "npm run ${group} -- ${name}".`)
  const width = Math.max(...Object.keys(subcommands).map((one) => one.length))
  for (const [one, { does, isDefault }] of Object.entries(subcommands))
    console.error(`  npm run ${group} -- ${one.padEnd(width)}  ${does}${isDefault ? ' (default)' : ''}`)
  process.exitCode = 2
}
