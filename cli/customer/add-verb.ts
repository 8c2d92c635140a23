// Gives customers' commands their options and actions, and commands that operators have too a way to tell who acts.
import type { Command } from 'commander'
import { runOperator, wayOptions } from '../client/add-client.ts'
import type { Given } from '../client/rows.ts'
import type { Verb } from './run.ts'

type Load = () => Promise<Verb>

export const FOR_CUSTOMERS = 'For customers:'
export const FOR_BOTH = 'For customers and operators:'

/** Adds a command that calls the API with the profile in use. */
export const asCustomer = (command: Command, load: Load): Command =>
  profileOptions(command)
    .option('--json', 'as JSON', false)
    .helpGroup(FOR_CUSTOMERS)
    .action(() => runCustomer(command, load))

/** Adds a command of this machine alone. */
export const asLocal = (
  command: Command,
  load: () => Promise<(given: Given) => Promise<void> | void>,
): Command =>
  command
    .option('--json', 'as JSON', false)
    .helpGroup(FOR_CUSTOMERS)
    .action(async () => (await load())(givenTo(command)))

type Both = {
  customer: Load
  /** Left out: the operation of the operator API with the name of the command. */
  operator?: (given: Given) => Promise<void>
  /** Options that only an operator has. An operator needs the first ones. */
  operatorOnly?: { needed?: readonly string[]; optional?: readonly string[] }
  /** Instead of the rule for all such commands. */
  decide?: (options: Given['options']) => 'customer' | 'operator' | undefined
}

/** Adds a command that customers and operators have. Whoever signed in last acts. */
export const asBoth = (
  command: Command,
  { customer, operator, operatorOnly = {}, decide }: Both,
): Command =>
  profileOptions(wayOptions(command, operator === undefined))
    .helpGroup(FOR_BOTH)
    .action(async () => {
      const given = givenTo(command)
      const { actsAs } = await import('./profiles.ts')
      const { needed = [], optional = [] } = operatorOnly
      if ((decide?.(given.options) ?? actsAs(given.options)) === 'operator') {
        const missing = needed.find((name) => given.options[name] === undefined)
        if (missing !== undefined)
          await refuseUsage(
            `an operator needs --${missing}. Customers run \`corridor login\` first, or add --profile NAME.`,
          )
        return operator === undefined ? runOperator(command) : operator(given)
      }
      const foreign = [...needed, ...optional].find((name) => given.options[name] !== undefined)
      if (foreign !== undefined)
        await refuseUsage(
          `--${foreign} is for operators, and you act as a customer: leave it out. Operators add --direct or --url.`,
        )
      if (given.options['json'] !== true) await tellWhoActs(given)
      return runCustomer(command, customer)
    })

const profileOptions = (command: Command): Command =>
  command
    .option('--profile <name>', 'the profile of `corridor login` (default: the one in use)')
    .option('--organization <id>', 'the organization, org_… (default: the one of the profile)')

const givenTo = (command: Command): Given => ({ args: command.args, options: command.opts() })

async function runCustomer(command: Command, load: Load): Promise<void> {
  const { runVerb } = await import('./run.ts')
  const takesKey = command.options.some(({ long }) => long === '--idempotency-key')
  await runVerb(await load(), givenTo(command), { takesKey })
}

async function refuseUsage(message: string): Promise<never> {
  const { UsageError } = await import('./refused.ts')
  throw new UsageError(message)
}

async function tellWhoActs({ options }: Given): Promise<void> {
  const { chosenProfile } = await import('./profiles.ts')
  const { profile } = options
  const { name, url } = chosenProfile(typeof profile === 'string' ? profile : undefined)
  process.stderr.write(`As a customer at ${url}${name === null ? '' : `, profile ${name}`}.\n`)
}
