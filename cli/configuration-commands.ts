// Defines the commands for versions of the configuration and for routes.
import { InvalidArgumentError, type Command } from 'commander'
import { FOR_OPERATORS, groupOf } from './client/add-client.ts'

const reason = ['--reason <text>', 'why, for the audit trail'] as const

function numberOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number.parseInt(text, 10)
  throw new InvalidArgumentError('It must be the number of a version.')
}

export function addConfigurationCommands(program: Command): void {
  const configuration = program
    .command('configuration')
    .description('versions of the configuration: each applied file is one')
  configuration
    .command('list')
    .description('list the newest versions, pending ones too')
    .option('--limit <count>', 'at most so many', numberOf, 50)
    .action(async (options: { limit: number }) =>
      (await import('./commands/configuration.ts')).listVersionsCommand(options),
    )
  configuration
    .command('show')
    .description('show who made a version, why, and what it changed')
    .argument('<number>', 'the version', numberOf)
    .action(async (number: number) =>
      (await import('./commands/configuration.ts')).showVersionCommand(number),
    )
  configuration
    .command('rollback')
    .description('take back everything that became effective after a version; 0 takes back all')
    .argument('<number>', 'the version', numberOf)
    .requiredOption(...reason)
    .action(async (number: number, options: { reason: string }) =>
      (await import('./commands/configuration.ts')).rollBackCommand(number, options),
    )
  configuration
    .command('withdraw')
    .description('withdraw a pending version')
    .argument('<number>', 'the version', numberOf)
    .requiredOption(...reason)
    .action(async (number: number, options: { reason: string }) =>
      (await import('./commands/configuration.ts')).withdrawCommand(number, options),
    )

  const routes = groupOf(program, 'routes', 'routes that the desk offers')
  for (const name of ['disable', 'enable'])
    routes
      .command(name)
      .helpGroup(FOR_OPERATORS)
      .description(
        name === 'disable'
          ? 'disable the routes of this name in all organizations: they take no quotes and no orders'
          : 'enable a route again',
      )
      .argument('<name>', 'the name of the route')
      .option('--organization <id>', 'only in this organization (org_…)')
      .requiredOption(...reason)
      .action(async (route: string, options: { reason: string; organization?: string }) =>
        (await import('./commands/configuration.ts')).switchRouteCommand(
          route,
          name === 'disable',
          options,
        ),
      )
}
