// Defines the commands of Corridor. commands/ implements them; each file is loaded only when its command runs.
import { asClient } from './client/add-client.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { addClientCommands } from './client-commands.ts'
import { addRailCommands, addTreasuryCommands } from './desk-commands.ts'
import { addHaltCommands } from './halt-commands.ts'
import { addDepositCommands } from './deposit-commands.ts'
import { addOrderCommands } from './order-commands.ts'
import type { ApplyOptions } from './commands/apply.ts'
import { addConfigurationCommands } from './configuration-commands.ts'
import { addReconcileCommand } from './report-commands.ts'
import { addMcpCommand } from './mcp-command.ts'
import { addUserCommands } from './user-commands.ts'

const about: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
)

const WRONG_USAGE = 2

const program = new Command('corridor')
  .version(about.version, '-V, --version', 'print the version of Corridor')
  .description(
    'A cross-currency order service. Settings come from the environment: see example.env.',
  )
  .showHelpAfterError()
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_USAGE))

program
  .command('serve')
  .description(
    'serve the API and run the background tasks; SIGHUP replaces the HTTP processes one by one',
  )
  .option('--no-work', 'leave the background tasks to `corridor work` processes')
  .option(
    '--workers <count>',
    'number of HTTP processes, to use several cores (default: CORRIDOR_WORKERS)',
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
  .description('run the background tasks only')
  .action(async () => (await import('./commands/serve.ts')).serve({ http: false, worker: true }))

program
  .command('migrate')
  .description('migrate the database to the newest schema')
  .action(async () => (await import('./commands/migrate.ts')).migrateCommand())

program
  .command('apply')
  .description('create or change what an operator file describes; see server/sandbox.yaml')
  .argument('<file>', 'the file, in YAML')
  .option('--dry-run', 'print what would change, but change nothing', false)
  .option('--preview', 'print what customers would be quoted, but change nothing', false)
  .option(
    '--amount <text>',
    "with --preview: an amount such as '1000.00 USDC'; may be given several times",
    (text: string, given: string[]) => [...given, text],
    [],
  )
  .option('--from <timestamp>', 'when it becomes effective, such as 2026-03-31T00:00:00Z')
  .option('--reason <text>', 'why, for the audit trail')
  .action(async (file: string, options: ApplyOptions) =>
    (await import('./commands/apply.ts')).apply(file, options),
  )

addConfigurationCommands(program)

program
  .command('export')
  .description('print the operator file that describes the database; apply of it changes nothing')
  .option('--with-details', 'with the details of instruments, which are sealed', false)
  .option('--reason <text>', 'why, for the audit trail; needed with --with-details')
  .action(async (options: { withDetails: boolean; reason?: string }) =>
    (await import('./commands/export.ts')).exportCommand(options),
  )

const keys = program.command('keys').description('API keys of this deployment')
keys
  .command('create')
  .description('create a key and print it once')
  .requiredOption('--enterprise <name>', 'the enterprise it belongs to')
  .requiredOption('--label <text>', 'what it is for')
  .option('--organization <id>', 'bind it to one organization (org_…)')
  .addOption(
    new Option('--scopes <list>', 'what the key may do')
      .default('read,write')
      .choices(['read', 'write', 'read,write']),
  )
  .option('--expires <timestamp>', 'when it stops working, such as 2027-01-31T00:00:00Z')
  .option('--addresses <list>', 'where it may be used from, such as 203.0.113.7,10.0.0.0/8')
  .action(async (options) => (await import('./commands/keys.ts')).createKeyCommand(options))
keys
  .command('list')
  .description('list every key with its scopes and last use, but not the key itself')
  .action(async () => (await import('./commands/keys.ts')).listKeysCommand())
keys
  .command('revoke')
  .description('revoke a key; it stops working within a second')
  .argument('<id>', 'the identifier (key_…)')
  .action(async (id: string) => (await import('./commands/keys.ts')).revokeKeyCommand(id))

addClientCommands(program)
addUserCommands(program)
addHaltCommands(program)
addReconcileCommand(program)

addOrderCommands(program)

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

addRailCommands(program)

const payouts = program.command('payouts').description('settled payouts that came back')
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

const refunds = program.command('refunds').description('refunds that wait for an operator')
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
    ),
)

asClient(
  refunds
    .command('release')
    .description('end the hold of a refund whose beneficiary screening holds')
    .argument('<id>', 'the identifier (rf_…)')
    .requiredOption('--reason <text>', 'why, for operators only'),
)

const connectors = program.command('connectors').description('connectors to banks and providers')
connectors
  .command('new-key')
  .description('write a new signing key to a file, and print its public key')
  .argument('<file>', 'the new file; only its owner can read it')
  .action(async (file: string) => (await import('./commands/connectors.ts')).newKeyCommand(file))
connectors
  .command('check')
  .description('check the promises of a sandbox connector; see docs/connectors.md')
  .argument('<url>', 'the URL of the connector')
  .requiredOption('--signing-key <reference>', 'the key of Corridor, env:NAME or file:PATH')
  .option('--signing-key-id <id>', 'the id of that key', 'corridor-1')
  .requiredOption('--public-key <id=key...>', 'a public key of the connector, in base64')
  .option('--amount <amount>', 'the amount of each payment and conversion', '10.00')
  .option('--restart <command>', 'a shell command that restarts the connector')
  .addOption(
    new Option('--timeout <seconds>', 'the longest time for an answer')
      .choices(Array.from({ length: 60 }, (_, index) => String(index + 1)))
      .default('10'),
  )
  .option('--json', 'print one JSON object instead of lines', false)
  .action(async (url: string, options) =>
    (await import('./commands/connectors.ts')).checkCommand(url, options),
  )

addDepositCommands(program)

const ledger = program.command('ledger').description('the double-entry ledger')
ledger
  .command('verify')
  .description(
    'recompute the ledger from its entries and the orders, and print the first difference',
  )
  .action(async () => (await import('./commands/ledger.ts')).verifyCommand())
ledger
  .command('balances')
  .description('print the balance of every account')
  .option('--at <timestamp>', 'balances at this time, such as 2027-01-31T00:00:00Z')
  .action(async (options: { at?: string }) =>
    (await import('./commands/ledger.ts')).balancesCommand(options),
  )

const partitions = program
  .command('partitions')
  .description('monthly partitions of events and webhook deliveries')
partitions
  .command('list')
  .description('list every partition with its size, and whether it is detached')
  .action(async () => (await import('./commands/partitions.ts')).listCommand())
partitions
  .command('make')
  .description('create the partitions of a month, and move its rows out of the default partition')
  .argument('<month>', 'such as 2026-11')
  .action(async (month: string) => (await import('./commands/partitions.ts')).makeCommand(month))
partitions
  .command('detach')
  .description('detach an ended month into the schema archive, which the service does not read')
  .argument('<month>', 'such as 2026-11')
  .action(async (month: string) => (await import('./commands/partitions.ts')).detachCommand(month))

program
  .command('demo')
  .description('take one order from offering to completion on the running sandbox')
  .option('--amount <decimal>', 'the payin amount in USDC', '1000.00')
  .action(async (options: { amount: string }) => (await import('./commands/demo.ts')).demo(options))

program
  .command('psql')
  .description('open psql on the database of this deployment')
  .argument('[arguments...]', "for psql, after --, such as -- --command 'select 1'")
  .option('--owner', 'connect with DATABASE_OWNER_URL', false)
  .action(async (args: string[], options: { owner: boolean }) =>
    (await import('./commands/psql.ts')).psql(args, options),
  )

program
  .command('reset')
  .description('delete the embedded sandbox with all its data')
  .option('--yes', 'confirm the deletion', false)
  .action(async (options: { yes: boolean }) => (await import('./commands/reset.ts')).reset(options))

program
  .command('dev')
  .description('serve a sandbox and restart it when a source file changes')
  .action(async () => (await import('./commands/dev.ts')).dev())

program
  .command('doctor')
  .description('check this deployment and print what is wrong')
  .action(async () => (await import('./commands/doctor.ts')).doctor())

addMcpCommand(program, about.version)
addTreasuryCommands(program)

const secrets = program
  .command('secrets')
  .description('print a new random value for CORRIDOR_SECRETS')
  .action(async () => (await import('./commands/secrets.ts')).secretsCommand())
secrets
  .command('reseal')
  .description('encrypt everything sealed in the database anew under the current key')
  .action(async () => (await import('./commands/secrets.ts')).resealCommand())

// A reader such as `head` may close the pipe early. The command goes on to its end: it may be in the middle of an act.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

try {
  await program.parseAsync()
} catch (error) {
  // Print the message without the stack.
  const { explain } = await import('./explain.ts')
  process.stderr.write(`corridor: ${explain(error)}\n`)
  process.exitCode =
    error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number'
      ? error.exitCode
      : 1
}
