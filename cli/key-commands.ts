// The commands on API keys: of customers, and of operators on all of them.
import { Option, type Command } from 'commander'
import { groupOf } from './client/add-client.ts'
import { asBoth, asCustomer, asEither } from './customer/add-verb.ts'
import { ofTime, paged, repeat } from './customer/options.ts'

const reason = ['--reason <text>', 'operators: why, for the audit trail'] as const

export function addKeyCommands(program: Command): void {
  const keys = groupOf(program, 'keys', 'API keys: of your enterprise, or for operators of all')
  asEither(
    paged(keys.command('list').description('list keys with their last use, without the keys')),
    async () => (await import('./customer/keys.ts')).list,
  )
  asBoth(
    keys
      .command('create')
      .description('create a key and print it once')
      .requiredOption('--label <text>', 'what it is for')
      .option('--enterprise <name>', 'operators: the enterprise it belongs to')
      .addOption(
        new Option('--scopes <list>', 'what the key may do')
          .default('read,write')
          .choices(['read', 'write', 'read,write']),
      )
      .option('--expires <timestamp>', 'when it stops working, such as 2027-01-31T00:00:00Z')
      .option('--addresses <list>', 'where it may be used from, such as 203.0.113.7,10.0.0.0/8')
      .option(...reason)
      .option(...repeat),
    {
      customer: async () => (await import('./customer/keys.ts')).create,
      operatorOnly: { needed: ['enterprise'], optional: ['reason'] },
      // Both have --organization here.
      decide: ({ enterprise, profile }) =>
        enterprise !== undefined && profile === undefined ? 'operator' : undefined,
    },
  )
  asBoth(
    keys
      .command('revoke')
      .description('revoke a key; it stops working within a second')
      .argument('<id>', 'the identifier (key_…)')
      .option(...reason),
    {
      customer: async () => (await import('./customer/keys.ts')).revoke,
      operatorOnly: { optional: ['reason'] },
    },
  )
  asCustomer(
    paged(
      ofTime(
        keys
          .command('requests')
          .description('list what keys asked in the last days, and how it was answered')
          .argument('[request-id]', 'only of this X-Request-Id')
          .option('--key <id>', 'only of this key (key_…)')
          .option('--refused', 'only what was refused', false),
      ),
    ),
    async () => (await import('./customer/keys.ts')).requests,
  )
  asCustomer(
    keys.command('show').description('show a key').argument('<id>', 'the identifier (key_…)'),
    async () => (await import('./customer/keys.ts')).show,
  )
  asCustomer(
    keys
      .command('rotate')
      .description('print a new key that allows the same; the old one works for a while')
      .argument('<id>', 'the identifier (key_…)')
      .option('--overlap <seconds>', 'how long the old key still works (default: 86400)')
      .option(...repeat),
    async () => (await import('./customer/keys.ts')).rotate,
  )
}
