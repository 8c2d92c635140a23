// The commands of Corridor. Each one's work is in commands/, loaded only when it is called for.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'

const about: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
)

const program = new Command('corridor')
  .version(about.version, '-V, --version', 'print the version of Corridor')
  .description(
    'A cross-currency order service. Settings come from the environment: see example.env.',
  )
  .showHelpAfterError()

program
  .command('serve')
  .description('serve the API, and work in the background; SIGHUP renews its workers one by one')
  .option('--no-work', 'leave the background work to `corridor work` processes')
  .option(
    '--workers <count>',
    'processes that serve, for several cores; else CORRIDOR_WORKERS',
    (text) => {
      if (/^[1-9]\d?$/.test(text) && Number.parseInt(text, 10) <= 64)
        return Number.parseInt(text, 10)
      throw new InvalidArgumentError('It must be a whole number from 1 to 64.')
    },
  )
  .action(async ({ work, workers }: { work: boolean; workers?: number }) =>
    (await import('./commands/serve.ts')).serve({ http: true, worker: work }, workers),
  )

program
  .command('work')
  .description('do the background work only')
  .action(async () => (await import('./commands/serve.ts')).serve({ http: false, worker: true }))

program
  .command('migrate')
  .description('bring the database to the newest schema')
  .action(async () => (await import('./commands/migrate.ts')).migrateCommand())

program
  .command('apply')
  .description('create or change what an operator file describes; see server/sandbox.yaml')
  .argument('<file>', 'the file, in YAML')
  .option('--dry-run', 'say what would change, and change nothing', false)
  .action(async (file: string, options: { dryRun: boolean }) =>
    (await import('./commands/apply.ts')).apply(file, options),
  )

const keys = program.command('keys').description('API keys of this deployment')
keys
  .command('create')
  .description('make a key and show it, once')
  .requiredOption('--enterprise <name>', 'the enterprise it belongs to')
  .requiredOption('--label <text>', 'what it is for')
  .option('--organization <id>', 'bind it to one organization (org_…)')
  .addOption(
    new Option('--scopes <list>', 'what it may do')
      .default('read,write')
      .choices(['read', 'write', 'read,write']),
  )
  .option('--expires <timestamp>', 'when it stops working, such as 2027-01-31T00:00:00Z')
  .option('--addresses <list>', 'where it may be used from, such as 203.0.113.7,10.0.0.0/8')
  .action(async (options) => (await import('./commands/keys.ts')).createKeyCommand(options))
keys
  .command('list')
  .description('every key, its scopes and its last use; never the key itself')
  .action(async () => (await import('./commands/keys.ts')).listKeysCommand())
keys
  .command('revoke')
  .description('stop a key within a second')
  .argument('<id>', 'the identifier (key_…)')
  .action(async (id: string) => (await import('./commands/keys.ts')).revokeKeyCommand(id))

const orders = program.command('orders').description('orders that wait for an operator')
orders
  .command('parked')
  .description('orders that are parked, with what is needed to decide about them')
  .option('--json', 'as JSON')
  .action(async (options: { json?: boolean }) =>
    (await import('./commands/orders.ts')).parkedCommand(options),
  )
orders
  .command('show')
  .description('all of an order: provider, rates, result, notes, money and events')
  .argument('<id>', 'the identifier (ord_…)')
  .option('--json', 'as JSON')
  .action(async (id: string, options: { json?: boolean }) =>
    (await import('./commands/orders.ts')).showCommand(id, options),
  )
orders
  .command('release')
  .description('let a parked order go on')
  .argument('<id>', 'the identifier (ord_…)')
  .action(async (id: string) => (await import('./commands/orders.ts')).releaseCommand(id))
orders
  .command('fail')
  .description('end a parked order; a funded one then waits for its customer, as a declined one')
  .argument('<id>', 'the identifier (ord_…)')
  .requiredOption('--reason <text>', 'why, for operators only')
  .action(async (id: string, options: { reason: string }) =>
    (await import('./commands/orders.ts')).endCommand('fail', id, options),
  )
orders
  .command('refund')
  .description('end a parked or declined order and send the money back')
  .argument('<id>', 'the identifier (ord_…)')
  .requiredOption('--reason <text>', 'why, for operators only')
  .action(async (id: string, options: { reason: string }) =>
    (await import('./commands/orders.ts')).endCommand('refund', id, options),
  )

const holds = program.command('holds').description('organizations and instruments on hold')
holds
  .command('list')
  .description('what is on hold, and where else its account is used')
  .action(async () => (await import('./commands/holds.ts')).listHoldsCommand())
holds
  .command('place')
  .description(
    'put an organization on hold, or an instrument with all others of the same account in its enterprise',
  )
  .argument('<id>', 'the identifier (org_… or epi_…)')
  .requiredOption('--reason <text>', 'why, for the log')
  .action(async (id: string, options: { reason: string }) =>
    (await import('./commands/holds.ts')).placeHoldCommand(id, options),
  )
holds
  .command('release')
  .description('release what was put on hold, or was made and waits for its first release')
  .argument('<id>', 'the identifier (org_… or epi_…)')
  .requiredOption('--reason <text>', 'why, for the log')
  .action(async (id: string, options: { reason: string }) =>
    (await import('./commands/holds.ts')).releaseHoldCommand(id, options),
  )

const refunds = program.command('refunds').description('refunds that wait for an operator')
refunds
  .command('waiting')
  .description('refunds without a destination, or rejected by the rail')
  .action(async () => (await import('./commands/refunds.ts')).waitingCommand())
refunds
  .command('send')
  .description('send a waiting refund')
  .argument('<id>', 'the identifier (rf_…)')
  .requiredOption('--to <instrument>', 'where to, an instrument of the same organization (epi_…)')
  .action(async (id: string, options: { to: string }) =>
    (await import('./commands/refunds.ts')).sendCommand(id, options),
  )

const deposits = program.command('deposits').description('deposits in suspense')
deposits
  .command('unmatched')
  .description('deposits that belong to no order')
  .action(async () => (await import('./commands/deposits.ts')).unmatchedCommand())
deposits
  .command('assign')
  .description('say which order a deposit is for; where it cannot count, it goes back to the payer')
  .argument('<id>', 'the identifier (dep_…)')
  .requiredOption('--to <order>', 'the order (ord_…)')
  .option('--wrong-asset', 'also where the order takes another asset: it is refunded', false)
  .action(async (id: string, options: { to: string; wrongAsset: boolean }) =>
    (await import('./commands/deposits.ts')).assignCommand(id, options),
  )

const ledger = program.command('ledger').description('the double-entry ledger')
ledger
  .command('verify')
  .description('recompute it from its entries and from the orders; name the first difference')
  .action(async () => (await import('./commands/ledger.ts')).verifyCommand())
ledger
  .command('balances')
  .description('the balance of every account')
  .option('--at <timestamp>', 'as of an instant, such as 2027-01-31T00:00:00Z')
  .action(async (options: { at?: string }) =>
    (await import('./commands/ledger.ts')).balancesCommand(options),
  )

const partitions = program
  .command('partitions')
  .description('the months of events and webhook deliveries')
partitions
  .command('list')
  .description('every month, with how much it holds and whether it is detached')
  .action(async () => (await import('./commands/partitions.ts')).listCommand())
partitions
  .command('make')
  .description('give a month its partitions, however much of it is written elsewhere')
  .argument('<month>', 'such as 2026-11')
  .action(async (month: string) => (await import('./commands/partitions.ts')).makeCommand(month))
partitions
  .command('detach')
  .description('set a month that is over aside, where the service does not read')
  .argument('<month>', 'such as 2026-11')
  .action(async (month: string) => (await import('./commands/partitions.ts')).detachCommand(month))

program
  .command('demo')
  .description('walk one order from offering to completion against the running sandbox')
  .option('--amount <decimal>', 'what to pay in, in USDC', '1000.00')
  .action(async (options: { amount: string }) => (await import('./commands/demo.ts')).demo(options))

program
  .command('psql')
  .description('open psql on the database of this deployment')
  .argument('[arguments...]', "for psql, after --, such as -- --command 'select 1'")
  .option('--owner', 'with DATABASE_OWNER_URL', false)
  .action(async (args: string[], options: { owner: boolean }) =>
    (await import('./commands/psql.ts')).psql(args, options),
  )

program
  .command('reset')
  .description('delete the embedded sandbox with all that is in it')
  .option('--yes', 'do it', false)
  .action(async (options: { yes: boolean }) => (await import('./commands/reset.ts')).reset(options))

program
  .command('dev')
  .description('serve a sandbox and start it again when a source file changes')
  .action(async () => (await import('./commands/dev.ts')).dev())

program
  .command('doctor')
  .description('look for what is wrong with this deployment')
  .action(async () => (await import('./commands/doctor.ts')).doctor())

program
  .command('secrets')
  .description('print a fresh value for CORRIDOR_SECRETS')
  .action(async () => (await import('./commands/secrets.ts')).secrets())

try {
  await program.parseAsync()
} catch (error) {
  // What went wrong is in the message; where in our code it did is for LOG_LEVEL=debug.
  const { explain } = await import('./explain.ts')
  process.stderr.write(`corridor: ${explain(error)}\n`)
  process.exitCode = 1
}
