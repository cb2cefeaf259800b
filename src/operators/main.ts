/** `npm run {import|events} -- {subcommand} …`; in the image also `node src/operators/main.ts banks analyze`. */
import { COMMANDS } from './commands.ts'
import { runCommand } from './run-command.ts'

await runCommand(COMMANDS)
