// Defines the commands of Corridor. commands/ implements them; each file is loaded only when its command runs.
import { FOR_OPERATORS } from './client/add-client.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { addClientCommands } from './client-commands.ts'
import { FOR_BOTH, FOR_CUSTOMERS } from './customer/add-verb.ts'
import { addCustomerCommands } from './customer-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addDeskCommands } from './desk-commands.ts'
import { addFileCommands } from './file-commands.ts'
import { addOperatorCommands } from './operator-commands.ts'
import { addMcpCommand } from './mcp-command.ts'

const about: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
)

const WRONG_USAGE = 2

const program = new Command('corridor')
  .version(about.version, '-V, --version', 'print the version of Corridor')
  .description(
    'A cross-currency order service. Settings come from the environment: see example.env. Exit codes: docs/command-line.md.',
  )
  .showHelpAfterError('Add --help to see what there is.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_USAGE))

/** These need none of the other commands: defining them would cost each start its time and the table of operations. */
const isServer = /^(?:serve|work)$/.test(process.argv[2] ?? '')
if (!isServer) addOthers()

function addOthers(): void {
  program.commandsGroup(FOR_CUSTOMERS)
  addCustomerCommands(program)
  addKeyCommands(program)
  program.commandsGroup(FOR_OPERATORS)
  addClientCommands(program)
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .helpGroup(FOR_BOTH)
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: string) => {
      const { scriptFor } = await import('./completion.ts')
      process.stdout.write(scriptFor(shell, program))
    })
  addDeskCommands(program)
  addFileCommands(program)
  addOperatorCommands(program, process.argv.slice(2))
}

program.commandsGroup('For the server:')

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

const secrets = program
  .command('secrets')
  .description('print a new random value for CORRIDOR_SECRETS')
  .action(async () => (await import('./commands/secrets.ts')).secretsCommand())
secrets
  .command('reseal')
  .description('encrypt everything sealed in the database anew under the current key')
  .action(async () => (await import('./commands/secrets.ts')).resealCommand())

/** `corridor orders` is `corridor orders list`. */
function withList(words: readonly string[]): string[] {
  const [name, next = '--', ...rest] = words
  const group = program.commands.find((one) => one.name() === name)
  const hasList = group?.commands.some((one) => one.name() === 'list') === true
  if (name === undefined || !hasList || !next.startsWith('-') || /^(-h|--help)$/.test(next))
    return [...words]
  return [name, 'list', ...(words.length === 1 ? [] : [next, ...rest])]
}

// A reader such as `head` may close the pipe early. The command goes on to its end: it may be in the middle of an act.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

try {
  await program.parseAsync(withList(process.argv.slice(2)), { from: 'user' })
} catch (error) {
  // Print the message without the stack.
  const { explain } = await import('./explain.ts')
  process.stderr.write(`corridor: ${explain(error)}\n`)
  process.exitCode =
    error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number'
      ? error.exitCode
      : 1
}
