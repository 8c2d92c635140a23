// Defines the commands for versions of the configuration and for routes.
import { InvalidArgumentError, type Command } from 'commander'
import { asClient, groupOf } from './client/add-client.ts'

const reason = ['--reason <text>', 'why, for the audit trail'] as const

function numberOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number.parseInt(text, 10)
  throw new InvalidArgumentError('It must be the number of a version.')
}

export function addConfigurationCommands(program: Command): void {
  asClient(
    program
      .command('apply')
      .description('create or change what an operator file describes; see server/sandbox.yaml')
      .argument('<file>', 'the file, in YAML')
      .option('--dry-run', 'print what would change, but change nothing', false)
      .option('--preview', 'print what customers would be quoted, but change nothing', false)
      .option(
        '--amount <text>',
        "with --preview: an amount such as '1000.00 USDC'; may be given several times",
        (text: string, given: string[]) => [...given, text],
        [],
      )
      .option('--from <timestamp>', 'when it becomes effective, such as 2026-03-31T00:00:00Z')
      .option(...reason),
  )
  asClient(
    program
      .command('export')
      .description(
        'print the operator file that describes the database; apply of it changes nothing',
      )
      .option('--with-details', 'with the details of instruments, which are sealed', false)
      .option('--reason <text>', 'why, for the audit trail; needed with --with-details'),
  )

  const configuration = program
    .command('configuration')
    .description('versions of the configuration: each applied file is one')
  asClient(
    configuration
      .command('list')
      .description('list the newest versions, pending ones too; at most 100')
      .option('--limit <count>', 'at most so many', numberOf, 50),
  )
  const version = ['<number>', 'the version', numberOf] as const
  asClient(
    configuration
      .command('show')
      .description('show who made a version, why, and what it changed')
      .argument(...version),
  )
  asClient(
    configuration
      .command('rollback')
      .description('take back everything that became effective after a version; 0 takes back all')
      .argument(...version)
      .requiredOption(...reason),
  )
  asClient(
    configuration
      .command('withdraw')
      .description('withdraw a pending version')
      .argument(...version)
      .requiredOption(...reason),
  )

  const routes = groupOf(program, 'routes', 'routes that the desk offers')
  for (const name of ['disable', 'enable'])
    asClient(
      routes
        .command(name)
        .description(
          name === 'disable'
            ? 'disable the routes of this name in all organizations: they take no quotes and no orders'
            : 'enable a route again',
        )
        .argument('<name>', 'the name of the route')
        .option('--organization <id>', 'only in this organization (org_…)')
        .requiredOption(...reason),
    )
}
