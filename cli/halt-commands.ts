// Defines the commands that stop quotes, fills and sends in an emergency.
import { asClient } from './client/add-client.ts'
import { Argument, type Command } from 'commander'

const what = () =>
  new Argument('<what>', 'sends are payouts, refunds and sweeps').choices([
    'quotes',
    'fills',
    'sends',
  ])

export function addHaltCommands(program: Command): void {
  asClient(
    program
      .command('halt')
      .description('halt new quotes, fills or sends in every process within a second')
      .addArgument(what())
      .option('--rail <name>', 'only over this rail (quotes, sends)')
      .option('--provider <name>', 'only at this liquidity provider (quotes, fills)')
      .requiredOption('--reason <text>', 'why, for the audit trail'),
  )
  asClient(
    program
      .command('resume')
      .description('end a halt; what waited goes on at once')
      .addArgument(what())
      .option('--rail <name>', 'the halt of this rail')
      .option('--provider <name>', 'the halt of this liquidity provider')
      .option(
        '--of-no-order <references>',
        'sends that the rail listed after a restore and that are of no order, with commas between',
      )
      .requiredOption('--reason <text>', 'why, for the audit trail'),
  )
  asClient(program.command('halts').description('list what is halted'))
}
