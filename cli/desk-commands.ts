// Defines the operators' commands that are more than one operation. client/by-hand.ts names their operations.
import { Argument, Option, type Command } from 'commander'
import { asClient } from './client/add-client.ts'
import { operationNamed } from './client/operations.ts'
import { groupNamed, withFields } from './operator-commands.ts'

const reason = ['--reason <text>', 'why, for the audit trail'] as const
const order = ['<id>', 'the order (ord_…)'] as const

/** A command with the options of an operation, besides what the command defines itself. `taken`: fields that it fills. */
const like = (command: Command, id: string, taken: readonly string[] = []): Command => {
  const operation = operationNamed(id)
  const options = operation.options.filter(({ name }) => !taken.includes(name))
  return asClient(withFields(command, { ...operation, options }))
}

export function addDeskCommands(program: Command): void {
  addOrderCommands(program)
  addMonthCommand(program)
  addHoldCommands(program)
  addMoneyCommands(program)
  addUserCommands(program)
  const routes = groupNamed(program, 'routes')
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
  addInformationCommands(program)
  asClient(
    program
      .command('exposure')
      .description('show what open orders promise, by route or provider')
      .addOption(
        new Option('--by <what>', 'what to add up by')
          .choices(['route', 'provider'])
          .default('route'),
      ),
  )
}

function addOrderCommands(program: Command): void {
  const orders = groupNamed(program, 'orders')
  like(
    orders
      .command('mark')
      .description('record the outcome of a payout that its rail does not tell, with evidence')
      .argument(...order)
      .argument('<outcome>', 'settled or rejected')
      .option('--refund <id>', 'of this refund (rf_…) instead of the payout'),
    'markPayoutOfOrder',
    ['outcome'],
  )
  like(
    orders
      .command('sent-before')
      .description('record a payout, refund or fill that was made in the time that a restore lost')
      .argument('<key>', 'the key, as `corridor halts` lists it (ord_…:payout:1)')
      .option(
        '--order <id>',
        'the order that has the deposit, for a key that begins with `deposit:`',
      ),
    'recordOrderSentBefore',
    ['key'],
  )
  like(
    orders
      .command('cancel-send')
      .description('ask the rail not to execute a payout in flight')
      .argument(...order)
      .option('--refund <id>', 'this refund (rf_…) instead of the payout'),
    'cancelPayoutOfOrder',
  )
}

function addMonthCommand(program: Command): void {
  asClient(
    groupNamed(program, 'organizations')
      .command('month')
      .description('write the statement of a month as the customer gets it')
      .argument('<organization>', 'the organization (org_…)')
      .argument('<month>', 'such as 2026-11, in UTC')
      .option('--pdf <file>', 'as PDF, to this file')
      .option('--html <file>', 'as HTML, to this file')
      .addOption(new Option('--language <language>', 'of the document').choices(['en', 'es'])),
  )
}

function addHoldCommands(program: Command): void {
  const holds = groupNamed(program, 'holds')
  for (const [verb, description] of [
    [
      'place',
      'put an enterprise, an organization, or all instruments of an account in one enterprise on hold',
    ],
    ['release', 'end a hold, or release a new organization or instrument for the first time'],
  ] as const)
    asClient(
      holds
        .command(verb)
        .description(description)
        .argument('<id>', 'the identifier (ent_…, org_… or epi_…)')
        .requiredOption(...reason),
    )
  asClient(
    program
      .command('resume')
      .description('end a halt; what waited goes on at once')
      .addArgument(
        new Argument('<what>', 'sends are payouts, refunds and sweeps').choices([
          'quotes',
          'fills',
          'sends',
        ]),
      )
      .option('--rail <name>', 'the halt of this rail')
      .option('--provider <name>', 'the halt of this liquidity provider')
      .option('--halt <id>', 'a halt that has ended, of which you name sends')
      .option(
        '--of-no-order <references>',
        'sends that the rail listed after a restore and that are of no order, with commas between',
      )
      .requiredOption(...reason),
  )
  asClient(program.command('halts').description('list what is halted'))
}

function addMoneyCommands(program: Command): void {
  const deposits = groupNamed(program, 'deposits')
  const reversals = {
    received: 'note that the money of reversed deposits is at its rail again',
    'set-off': 'pay what the payer of an order owes after reversals with its unsent refunds',
    'write-off': 'give up what the payer of an order owes after reversals',
  }
  for (const [verb, description] of Object.entries(reversals))
    asClient(
      deposits
        .command(verb)
        .description(description)
        .argument('<order>', 'the order (ord_…)')
        .requiredOption(...reason),
    )
  asClient(deposits.command('unmatched').description('list deposits that belong to no order'))

  const payouts = groupNamed(program, 'payouts')
  asClient(
    payouts.command('returned').description('list payouts that came back and wait for a decision'),
  )
  const payout = ['<id>', 'the payout (po_…)'] as const
  asClient(
    payouts
      .command('pay-again')
      .description('pay out again, to the same or another instrument of the organization')
      .argument(...payout)
      .requiredOption(...reason)
      .option('--instrument <id>', 'another destination (epi_…)'),
  )
  asClient(
    payouts
      .command('refund')
      .description('refund the order of a payout that came back')
      .argument(...payout)
      .requiredOption(...reason),
  )
  asClient(
    groupNamed(program, 'refunds')
      .command('send')
      .description('send a waiting refund')
      .argument('<id>', 'the refund (rf_…)')
      .requiredOption('--to <instrument>', 'an instrument of the organization (epi_…)')
      .option(...reason),
  )
  like(
    groupNamed(program, 'rails', 'accounts')
      .command('add')
      .description('add funding accounts that your bank opened to the pool of a rail')
      .argument('<file>', 'a YAML or JSON list of accounts, each with the fields of the method'),
    'addFundingAccounts',
    ['accounts'],
  )
  like(
    groupNamed(program, 'treasury')
      .command('list')
      .description('list movements that are not finished')
      .option('--all', 'finished movements too'),
    'listOperatorMovements',
  )
}

function addInformationCommands(program: Command): void {
  const information = groupNamed(program, 'information')
  asClient(
    information
      .command('ask')
      .description('ask an organization for information, about itself or about an order')
      .argument('<organization>', 'the identifier (org_…)')
      .argument('<file>', 'a YAML or JSON file with message, fields, documents and deadline')
      .option('--order <id>', 'the order that it is about (ord_…)')
      .option('--deadline <timestamp>', 'until when, instead of the one in the file')
      .option('--freeze', 'freeze the order as well', false)
      .requiredOption(...reason),
  )
  asClient(
    information
      .command('document')
      .description('write a document of an answer to a new file; the audit trail has an entry')
      .argument('<id>', 'the identifier of the request (irq_…)')
      .argument('<document>', 'the identifier of the document (ird_…)')
      .requiredOption('--to <file>', 'a file that does not exist yet')
      .requiredOption(...reason),
  )
}

const collect = (text: string, texts: string[]) => [...texts, text]

function addUserCommands(program: Command): void {
  const users = groupNamed(program, 'users')
  const login = ['<login>', 'what the user signs in with'] as const
  like(
    users
      .command('create')
      .description('create a user and print the token to enrol with')
      .argument(...login)
      .option('--enterprise <name>', 'the user sees only this one; may be repeated', collect, []),
    'createUser',
    ['login'],
  )
  like(
    users
      .command('disable')
      .description('end all sessions of a user, who can no longer sign in')
      .argument(...login),
    'changeUser',
    ['role', 'enterprise_ids', 'is_disabled'],
  )
  asClient(
    users
      .command('enable')
      .description('let a disabled user sign in again')
      .argument(...login)
      .requiredOption(...reason),
  )
  like(
    groupNamed(program, 'approvals')
      .command('list')
      .description('list acts that wait')
      .option('--all', 'decided ones too', false),
    'listApprovals',
  )
  groupNamed(program, 'audit')
    .command('verify')
    .description('verify that nobody changed the audit trail')
    .option(
      '--head <text>',
      'a head from the log, to be found in the trail; repeatable',
      collect,
      [],
    )
    .action(async (options: { head: string[] }) =>
      (await import('./commands/audit.ts')).verifyCommand(options),
    )
}
