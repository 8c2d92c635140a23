// Defines the commands for users of the operator API and for the audit trail.
import { asClient } from './client/add-client.ts'
import { Option, type Command } from 'commander'

const reason = ['--reason <text>', 'why, for the audit trail'] as const
const collect = (text: string, texts: string[]) => [...texts, text]

export function addUserCommands(program: Command): void {
  const users = program.command('users').description('people who use the operator API')
  asClient(
    users
      .command('create')
      .description('create a user and print the token to enrol with')
      .argument('<login>', 'what the user signs in with')
      .addOption(
        new Option('--role <role>', 'what the user may do')
          .choices(['viewer', 'operator', 'treasurer', 'compliance', 'admin'])
          .makeOptionMandatory(),
      )
      .option('--enterprise <name>', 'the user sees only this one; may be repeated', collect, [])
      .requiredOption(...reason),
  )
  asClient(users.command('list').description('list all users'))
  asClient(
    users
      .command('reset')
      .description('let a user enrol again, and end all sessions of the user')
      .argument('<login>', 'what the user signs in with')
      .requiredOption(...reason),
  )
  asClient(
    users
      .command('disable')
      .description('end all sessions of a user, who can no longer sign in')
      .argument('<login>', 'what the user signs in with')
      .addOption(
        new Option('--keys <what>', 'what becomes of the keys that the user made').choices([
          'revoke',
          'take_over',
        ]),
      )
      .requiredOption(...reason),
  )
  asClient(
    users
      .command('enable')
      .description('let a disabled user sign in again')
      .argument('<login>', 'what the user signs in with')
      .requiredOption(...reason),
  )
  asClient(
    users
      .command('admit')
      .description('confirm that you have spoken with a user who has enrolled')
      .argument('<login>', 'what the user signs in with')
      .requiredOption(...reason),
  )

  const audit = program.command('audit').description('what operators did')
  audit
    .command('verify')
    .description('verify that nobody changed the audit trail')
    .option(
      '--head <text>',
      'a head from the log, to be found in the trail; repeatable',
      collect,
      [],
    )
    .action(async (options: { head: string[] }) =>
      (await import('./commands/audit.ts')).verifyCommand(options),
    )
  asClient(
    audit
      .command('list')
      .description('list the newest entries')
      .option('--subject <id>', 'entries about this')
      .option('--limit <count>', 'at most so many', (text) => Number.parseInt(text, 10) || 50, 50),
  )
}
