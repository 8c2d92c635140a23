// Defines the commands that sign people in, and those of approvals, which need a service.
import type { Command } from 'commander'
import { asClient } from './client/add-client.ts'
import { asBoth } from './customer/add-verb.ts'

const url = ['--url <url>', 'the service (default: CORRIDOR_URL, else this machine)'] as const
const passwordFile = ['--password-file <file>', 'the password, instead of asking'] as const

export function addClientCommands(program: Command): void {
  program
    .command('sign-in')
    .description('sign in at a service: other commands then go through its operator API')
    .option(...url)
    .option('--login <login>', 'your login, instead of asking')
    .option(...passwordFile)
    .option('--code-file <file>', 'the code of the authenticator app, instead of asking')
    .action(async (options) => (await import('./commands/sign-in.ts')).signInCommand(options))
  program
    .command('enrol')
    .description('choose a password with the token of `users create`, and sign in')
    .option(...url)
    .option('--token-file <file>', 'the token, instead of asking')
    .option(...passwordFile)
    .action(async (options) => (await import('./commands/sign-in.ts')).enrolCommand(options))
  program
    .command('sign-out')
    .description('end your session at a service')
    .option('--url <url>', 'the service (default: where you signed in last)')
    .action(async (options) => (await import('./commands/sign-in.ts')).signOutCommand(options))
  asBoth(program.command('whoami').description('show as whom commands act'), {
    customer: async () => (await import('./customer/login.ts')).whoami,
  })

  const approvals = program.command('approvals').description('acts that need a second person')
  asClient(
    approvals
      .command('list')
      .description('list acts that wait')
      .option('--all', 'decided ones too', false),
  )
  asClient(
    approvals.command('show').description('show what was asked for').argument('<id>', 'apr_…'),
  )
  const decisions = {
    approve: 'approve an act of somebody else, which carries it out',
    reject: 'reject an act of somebody else',
    withdraw: 'take back an act of your own',
  } as const
  for (const verb of ['approve', 'reject', 'withdraw'] as const)
    asClient(
      approvals
        .command(verb)
        .description(decisions[verb])
        .argument('<id>', 'the approval (apr_…)')
        .requiredOption('--reason <text>', 'why, for the audit trail'),
    )
}
