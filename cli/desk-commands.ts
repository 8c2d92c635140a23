// The operators' commands on holds, payouts, refunds, rails and the desk's own money.
import { asClient, groupOf } from './client/add-client.ts'
import type { Command } from 'commander'

export function addRailCommands(program: Command): void {
  const rails = program.command('rails').description('what the rails reported, and their pools')
  asClient(
    rails.command('waiting').description('list entries that are invalid or could not be taken up'),
  )
  const entry = ['<entry>', 'the entry (entry_…)'] as const
  const evidence = ['--evidence <text>', 'what shows it'] as const
  const why = ['--reason <text>', 'why, for operators only'] as const
  asClient(
    rails
      .command('retry')
      .description('take an entry up now')
      .argument(...entry)
      .requiredOption(...why),
  )
  asClient(
    rails
      .command('dismiss')
      .description('dismiss an entry that is no money')
      .argument(...entry)
      .requiredOption(...evidence)
      .requiredOption(...why),
  )
  asClient(
    rails
      .command('tie')
      .description('say which payment came back, or which deposit was taken back')
      .argument(...entry)
      .option('--key <key>', 'the key that came back')
      .option('--deposit <id>', 'the deposit that was taken back (dep_…)')
      .requiredOption(...evidence)
      .requiredOption(...why),
  )
  asClient(
    rails
      .command('deposit')
      .description('record money that came as a deposit in suspense')
      .argument(...entry)
      .option('--transaction <name>', 'of an invalid entry: the transaction, as the rail names it')
      .option('--account <account>', 'the account that received it')
      .option('--currency <code>', 'its currency')
      .option('--amount <amount>', 'its amount')
      .requiredOption(...evidence)
      .requiredOption(...why),
  )
  const accounts = rails.command('accounts').description('funding accounts of pools')
  asClient(
    accounts
      .command('list')
      .description('list funding accounts with the orders that have them')
      .option('--rail <name>', 'of this rail only'),
  )
  asClient(
    accounts
      .command('add')
      .description('add funding accounts that your bank opened to the pool of a rail')
      .argument('<file>', 'a YAML or JSON list of accounts, each with the fields of the method')
      .requiredOption('--rail <name>', 'the rail')
      .requiredOption('--method <method>', 'such as MXN_CLABE')
      .requiredOption('--currency <code>', 'the currency')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
  asClient(
    accounts
      .command('retire')
      .description('give a funding account to no further order')
      .argument('<id>', 'the identifier (fac_…)')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
}

export function addTreasuryCommands(program: Command): void {
  const treasury = program
    .command('treasury')
    .description("the desk's own money at rails and providers")
  asClient(
    treasury
      .command('balances')
      .description('show the ledger beside what rails and providers report')
      .option('--json', 'as JSON'),
  )
  asClient(
    treasury
      .command('list')
      .description('list movements that are not finished')
      .option('--all', 'finished movements too'),
  )
  asClient(
    treasury
      .command('sweeps')
      .description('list sweeps that are under way or failed within a week')
      .option('--all', 'the latest finished sweeps too'),
  )
  asClient(
    treasury
      .command('propose')
      .description('propose a movement between two accounts of the desk')
      .requiredOption(
        '--from <account>',
        'an account such as rail:sandbox, provider:ALPHA or treasury',
      )
      .requiredOption('--to <account>', 'another account')
      .requiredOption('--currency <code>', 'the currency')
      .requiredOption('--amount <decimal>', 'the amount, such as 1000.00')
      .requiredOption('--reason <text>', 'why')
      .option('--evidence <text>', 'what shows it, such as the name of a statement')
      .option('--value-date <date>', 'when it takes effect outside, such as 2027-01-31'),
  )
  const acts = {
    approve: 'approve a proposed movement',
    send: 'record that an approved movement has left its account',
    settle: 'record that a movement has arrived',
    fail: 'record that a sent movement came back',
    cancel: 'cancel a movement that was not sent',
  } as const
  for (const act of ['approve', 'send', 'settle', 'fail', 'cancel'] as const) {
    asClient(
      treasury
        .command(act)
        .description(acts[act])
        .argument('<id>', 'the identifier (mv_…)')
        .requiredOption('--reason <text>', 'why')
        .option('--evidence <text>', 'what shows it, such as a transaction hash'),
    )
  }
}

export function addHoldCommands(program: Command): void {
  const holds = program.command('holds').description('organizations and instruments on hold')
  asClient(
    holds
      .command('list')
      .description('list what is on hold, and other enterprises that use the same account'),
  )
  asClient(
    holds
      .command('place')
      .description(
        'put an enterprise, an organization, or all instruments of an account in one enterprise on hold',
      )
      .argument('<id>', 'the identifier (ent_…, org_… or epi_…)')
      .requiredOption('--reason <text>', 'why, for the log'),
  )
  asClient(
    holds
      .command('release')
      .description('end a hold, or release a new organization or instrument for the first time')
      .argument('<id>', 'the identifier (ent_…, org_… or epi_…)')
      .requiredOption('--reason <text>', 'why, for the log'),
  )
}

export function addPaymentCommands(program: Command): void {
  const payouts = groupOf(program, 'payouts', 'settled payouts that came back')
  asClient(
    payouts.command('returned').description('list payouts that came back and wait for a decision'),
  )
  asClient(
    payouts
      .command('pay-again')
      .description('pay out again, to the same or another instrument of the organization')
      .argument('<id>', 'the identifier (po_…)')
      .requiredOption('--reason <text>', 'why, for operators only')
      .option('--instrument <id>', 'another destination (epi_…)'),
  )
  asClient(
    payouts
      .command('refund')
      .description('refund the order of a payout that came back')
      .argument('<id>', 'the identifier (po_…)')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )

  const refunds = groupOf(program, 'refunds', 'refunds that wait for an operator')
  asClient(
    refunds
      .command('waiting')
      .description(
        'list refunds without a destination, held ones, ones beyond an outflow cap, and ones that the rail rejects',
      ),
  )
  asClient(
    refunds
      .command('send')
      .description('send a waiting refund')
      .argument('<id>', 'the identifier (rf_…)')
      .requiredOption(
        '--to <instrument>',
        'the destination, an instrument of the organization (epi_…)',
      )
      .option('--reason <text>', 'why, for operators only'),
  )

  asClient(
    refunds
      .command('send-kept')
      .description('send the small refunds that an order keeps, together')
      .argument('<order>', 'the identifier of the order (ord_…)')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
  asClient(
    refunds
      .command('release')
      .description('end the hold of a refund whose beneficiary screening holds')
      .argument('<id>', 'the identifier (rf_…)')
      .requiredOption('--reason <text>', 'why, for operators only'),
  )
}
