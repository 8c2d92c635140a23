// Defines the operators' command that lists what needs a person.
import type { Command } from 'commander'
import { asClient } from './client/add-client.ts'

export function addQueueCommand(program: Command): void {
  asClient(
    program
      .command('queue')
      .description('list everything that needs a person, oldest first')
      .option('--kind <kind>', 'only items of this kind, such as parked_order')
      .option('--mine', 'only those that you have claimed', false)
      .option('--snoozed', 'only snoozed ones', false),
  )
}
