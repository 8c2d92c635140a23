// `corridor deposits ...`: the commands for deposits in suspense and for reversed deposits.
import type { Command } from 'commander'

export function addDepositCommands(program: Command): void {
  const deposits = program
    .command('deposits')
    .description('deposits in suspense, held deposits and reversed deposits')
  deposits
    .command('reversed')
    .description(
      'list orders whose payers owe the desk money, or which lack money, after reversals',
    )
    .option('--json', 'as JSON', false)
    .action(async (options: { json: boolean }) =>
      (await import('./commands/reversals.ts')).reversedCommand(options),
    )
  deposits
    .command('received')
    .description('note that the money of reversed deposits is at its rail again')
    .argument('<order>', 'the order (ord_…)')
    .requiredOption('--reason <text>', 'why, for operators only')
    .action(async (id: string, options: { reason: string }) =>
      (await import('./commands/reversals.ts')).settleCommand('received', id, options),
    )
  deposits
    .command('write-off')
    .description('give up what the payer of an order owes after reversals')
    .argument('<order>', 'the order (ord_…)')
    .requiredOption('--reason <text>', 'why, for operators only')
    .action(async (id: string, options: { reason: string }) =>
      (await import('./commands/reversals.ts')).settleCommand('written_off', id, options),
    )
  deposits
    .command('held')
    .description('list deposits that screening holds, rejected or has not answered about')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) =>
      (await import('./commands/deposits.ts')).heldCommand(options),
    )
  deposits
    .command('release')
    .description('end the hold of a deposit, so that it is credited as of when it was recorded')
    .argument('<id>', 'the identifier (dep_…)')
    .requiredOption('--reason <text>', 'why, for operators only')
    .action(async (id: string, options: { reason: string }) =>
      (await import('./commands/deposits.ts')).releaseCommand(id, options),
    )
  deposits
    .command('unmatched')
    .description('list deposits that belong to no order')
    .action(async () => (await import('./commands/deposits.ts')).unmatchedCommand())
  deposits
    .command('assign')
    .description(
      'assign a deposit to an order; if it cannot count towards the order, it is refunded',
    )
    .argument('<id>', 'the identifier (dep_…)')
    .requiredOption('--to <order>', 'the order (ord_…)')
    .option(
      '--wrong-asset',
      'assign it even if the order expects another asset; it is refunded',
      false,
    )
    .action(async (id: string, options: { to: string; wrongAsset: boolean }) =>
      (await import('./commands/deposits.ts')).assignCommand(id, options),
    )
}
