// `corridor completion`: scripts for shells, made from the commands as they are defined.
import { Argument, type Command } from 'commander'
import { FOR_BOTH } from './customer/add-verb.ts'

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .helpGroup(FOR_BOTH)
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: string) => {
      const { scriptFor } = await import('./completion.ts')
      process.stdout.write(scriptFor(shell, program))
    })
}
