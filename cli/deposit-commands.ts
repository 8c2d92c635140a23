// `corridor deposits ...`: the commands for deposits in suspense and for reversed deposits.
import { asClient, groupOf } from './client/add-client.ts'
import type { Command } from 'commander'

export function addDepositCommands(program: Command): void {
  addStrayCommands(program)
  const deposits = groupOf(
    program,
    'deposits',
    'deposits in suspense, held deposits and reversed deposits',
  )
  asClient(
    deposits
      .command('reversed')
      .description(
        'list orders whose payers owe the desk money, or which lack money, after reversals',
      )
      .option('--json', 'as JSON', false),
  )
  asClient(
    deposits
      .command('received')
      .description('note that the money of reversed deposits is at its rail again')
      .argument('<order>', 'the order (ord_…)')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
  asClient(
    deposits
      .command('set-off')
      .description('pay what the payer of an order owes after reversals with its unsent refunds')
      .argument('<order>', 'the order (ord_…)')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
  asClient(
    deposits
      .command('write-off')
      .description('give up what the payer of an order owes after reversals')
      .argument('<order>', 'the order (ord_…)')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
  asClient(
    deposits
      .command('book')
      .description("book a deposit in suspense as the desk's own money")
      .argument('<deposit>', 'the deposit (dep_…)')
      .option('--from <account>', 'the account that it came from, such as treasury')
      .option('--movement <id>', 'the movement that it is the arrival of (mv_…)')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
  asClient(
    deposits
      .command('keep')
      .description('write off a deposit in suspense that nobody claims')
      .argument('<deposit>', 'the deposit (dep_…)')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
  const why = ['--reason <text>', 'why, for operators only'] as const
  const deposit = ['<deposit>', 'the deposit (dep_…)'] as const
  asClient(
    deposits
      .command('return')
      .description('send a deposit in suspense back to its sender')
      .argument(...deposit)
      .option('--method <method>', 'another account than the rail told: its method')
      .option('--details <file>', 'the fields of the method, a file of JSON')
      .option('--evidence <text>', 'why that account is the sender')
      .requiredOption(...why),
  )
  asClient(deposits.command('returns').description('list deposits that go back to senders'))
  asClient(
    deposits
      .command('stop-return')
      .description('withdraw a return that was not sent, or have its rail cancel it')
      .argument(...deposit)
      .requiredOption(...why),
  )
  asClient(
    deposits
      .command('mark-return')
      .description('record the outcome of a stopped return, with evidence')
      .argument(...deposit)
      .requiredOption('--outcome <outcome>', 'settled or rejected')
      .requiredOption('--evidence <text>', 'what shows it')
      .requiredOption(...why),
  )
  asClient(
    deposits
      .command('held')
      .description('list deposits that screening holds, rejected or has not answered about')
      .option('--json', 'as JSON'),
  )
  asClient(
    deposits
      .command('release')
      .description('end the hold of a deposit, so that it is credited as of when it was recorded')
      .argument('<id>', 'the identifier (dep_…)')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
  asClient(deposits.command('unmatched').description('list deposits that belong to no order'))
  asClient(
    deposits
      .command('assign')
      .description(
        'assign a deposit to an order; if it cannot count towards the order, it is refunded',
      )
      .argument('<id>', 'the identifier (dep_…)')
      .requiredOption('--to <order>', 'the order (ord_…)')
      .option('--reason <text>', 'why, for operators only')
      .option(
        '--wrong-asset',
        'assign it even if the order expects another asset; it is refunded',
        false,
      ),
  )
}

function addStrayCommands(program: Command): void {
  const strays = groupOf(
    program,
    'strays',
    'coins and tokens at deposit addresses that are no deposit',
  )
  asClient(
    strays
      .command('list')
      .description('list those that wait for a decision or are being returned')
      .option('--json', 'as JSON', false),
  )
  asClient(
    strays
      .command('return')
      .description('send all of it to an address on its chain')
      .argument('<stray>', 'the stray (str_…)')
      .requiredOption('--to <address>', 'the address, which its sender must have proved')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
  asClient(
    strays
      .command('dismiss')
      .description('leave dust or spam where it is')
      .argument('<stray>', 'the stray (str_…)')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
}
