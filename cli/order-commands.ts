// The operators' commands on orders, and those that customers have too.
import { asClient, groupOf } from './client/add-client.ts'
import { asBoth } from './customer/add-verb.ts'
import type { Command } from 'commander'

export function addOrderCommands(program: Command): void {
  const orders = groupOf(program, 'orders', 'orders that wait for an operator')
  asClient(
    orders
      .command('parked')
      .description('list parked orders, with the facts that a decision needs')
      .option('--json', 'as JSON'),
  )
  asBoth(
    orders
      .command('show')
      .description('show an order: to its customer with its terms, to an operator with everything')
      .argument('<id>', 'the identifier (ord_…)'),
    { customer: async () => (await import('./customer/orders.ts')).show },
  )
  asClient(
    orders
      .command('release')
      .description('release a parked order, so that it continues')
      .argument('<id>', 'the identifier (ord_…)')
      .option('--reason <text>', 'why; required if screening parked the order'),
  )
  asClient(
    orders
      .command('fail')
      .description(
        'end a parked order; a funded one is then declined, and its customer asks for a refund or retry',
      )
      .argument('<id>', 'the identifier (ord_…)')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
  asBoth(
    orders
      .command('refund')
      .description('send the money of a declined order back; operators also end a parked one')
      .argument('<id>', 'the identifier (ord_…)')
      .option('--reason <text>', 'why; operators must say it, and only operators see it'),
    {
      customer: async () => (await import('./customer/orders.ts')).refund,
      operatorOnly: { needed: ['reason'] },
    },
  )

  asClient(
    orders
      .command('accept-loss')
      .description('let an order that is parked for slippage be filled at a loss')
      .argument('<id>', 'the identifier (ord_…)')
      .requiredOption(
        '--amount <decimal>',
        'the most that the desk may lose, in the payout currency',
      )
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
  asClient(
    orders
      .command('provider')
      .description('have an unfilled parked order filled at another provider')
      .argument('<id>', 'the identifier (ord_…)')
      .argument('<provider>', 'a configured provider that converts the pair')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
  asClient(
    orders
      .command('pay-elsewhere')
      .description('pay a parked filled order, or a payout that came back, to another instrument')
      .argument('<id>', 'the identifier (ord_…)')
      .argument('<instrument>', 'an ACTIVE instrument of the organization (epi_…)')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
  asClient(
    orders
      .command('mark')
      .description('record the outcome of a payout that its rail does not tell, with evidence')
      .argument('<id>', 'the identifier (ord_…)')
      .argument('<outcome>', 'settled or rejected')
      .requiredOption('--evidence <text>', 'what proves it, such as the number of a letter')
      .requiredOption('--reason <text>', 'why, for operators only')
      .option('--refund <id>', 'of this refund (rf_…) instead of the payout'),
  )
  asClient(
    orders
      .command('sent-before')
      .description('record a payout, refund or fill that was made in the time that a restore lost')
      .argument('<key>', 'the key, as `corridor halts` lists it (ord_…:payout:1)')
      .requiredOption('--reason <text>', 'why, for operators only')
      .option('--rail <name>', 'the rail, if it does not list the send')
      .option('--reference <text>', 'its reference, if it does not list the send or the key')
      .option(
        '--fill <text>',
        'the conversion of the order, if its provider lists it without a key',
      ),
  )
  asClient(
    orders
      .command('cancel-send')
      .description('ask the rail not to execute a payout in flight')
      .argument('<id>', 'the identifier (ord_…)')
      .requiredOption('--reason <text>', 'why, for operators only')
      .option('--refund <id>', 'this refund (rf_…) instead of the payout'),
  )
  asClient(orders.command('frozen').description('list frozen orders'))
  const freezes = {
    freeze: 'fill, pay out and refund nothing for an order, at any place, until it is unfrozen',
    unfreeze: 'end the freeze of an order',
  } as const
  for (const what of ['freeze', 'unfreeze'] as const)
    asClient(
      orders
        .command(what)
        .description(freezes[what])
        .argument('<id>', 'the identifier (ord_…)')
        .requiredOption('--reason <text>', 'why, for operators only'),
    )
}
