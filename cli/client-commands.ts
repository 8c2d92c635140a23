// Defines the commands that sign people in, which need a service.
import type { Command } from 'commander'
import { asEither } from './customer/add-verb.ts'

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
  asEither(
    program.command('whoami').description('show as whom commands act'),
    async () => (await import('./customer/login.ts')).whoami,
  )
}
