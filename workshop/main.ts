/** `npm run {group} -- {subcommand} …` of the workshop. */
import { runCommand } from '#operators/run-command.ts'
import { COMMANDS } from './commands.ts'

await runCommand(COMMANDS)
