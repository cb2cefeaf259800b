/** `npm run {export|events} -- {subcommand} …`; in the image `node src/operators/main.ts export answers`. */
import { COMMANDS } from './commands.ts'
import { runCommand } from './run-command.ts'

await runCommand(COMMANDS)
