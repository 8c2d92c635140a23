// Defines the operators' commands on webhook endpoints. `webhooks` are those of customers.
import type { Command } from 'commander'
import { asClient } from './client/add-client.ts'

const id = ['<id>', 'the webhook endpoint (whe_…)'] as const
const reason = ['--reason <text>', 'why, for the audit trail'] as const

export function addWebhookCommands(program: Command): void {
  const endpoints = program.command('endpoints').description('webhook endpoints of all customers')
  asClient(
    endpoints
      .command('list')
      .description('list webhook endpoints, newest first')
      .option('--disabled', 'only disabled ones', false),
  )
  const switches = { disable: 'send nothing to it any more', enable: 'send events to it again' }
  for (const verb of ['disable', 'enable'] as const)
    asClient(
      endpoints
        .command(verb)
        .description(switches[verb])
        .argument(...id)
        .requiredOption(...reason),
    )
  asClient(
    endpoints
      .command('redeliver')
      .description('send the events of a period to it again, at most the oldest 10000')
      .argument(...id)
      .requiredOption('--after <instant>', 'events later than this, such as 2026-03-02T00:00:00Z')
      .requiredOption('--before <instant>', 'events earlier than this')
      .requiredOption(...reason),
  )
}
