// Gives customers' commands their options and actions, and commands that operators have too a way to tell who acts.
import type { Command } from 'commander'
import { nameOf, runOperator, wayOptions } from '../client/add-client.ts'
import { BY_HAND } from '../client/by-hand.ts'
import { operationOfCommand, type Operation } from '../client/operations.ts'
import type { Given } from '../client/rows.ts'
import { withFields } from '../operator-commands.ts'
import type { Verb } from './run.ts'

type Load = () => Promise<Verb>

export const FOR_CUSTOMERS = 'For customers:'
export const FOR_BOTH = 'For customers and operators:'

/**
 * Adds a command that calls the API with the profile in use. If the operator API has an operation with its words, an
 * operator has it too, but acts only with a way, a key or a session.
 */
export function asCustomer(command: Command, load: Load): Command {
  const name = nameOf(command)
  if (operationOf(command) !== undefined || name in BY_HAND)
    return asEither(command, load, { isOfCustomers: true })
  return profileOptions(command)
    .option('--json', 'as JSON', false)
    .helpGroup(FOR_CUSTOMERS)
    .action(() => runCustomer(command, load))
}

const operationOf = (command: Command): Operation | undefined => operationOfCommand(nameOf(command))

/** Adds a command of customers, and of operators with the options of the operation that has its words. */
export function asEither(
  command: Command,
  customer: Load,
  { isOfCustomers = false }: { isOfCustomers?: boolean } = {},
): Command {
  const operation = operationOf(command)
  profileOptions(wayOptions(command))
  const common = new Set(command.options.map(({ long }) => long))
  if (operation !== undefined) withFields(command, operation, 'operators: ')
  const needed = new Set([
    ...(operation?.reason === 'required' ? ['--reason'] : []),
    ...(operation?.options.flatMap((one) => (one.isRequired ? [`--${one.option}`] : [])) ?? []),
  ])
  const only = command.options.filter(({ long }) => !common.has(long))
  const [these = [], others = []] = [true, false].map((wanted) =>
    only.filter(({ long }) => needed.has(long ?? '') === wanted).map((one) => one.attributeName()),
  )
  const operatorOnly = { needed: these, optional: others }
  return actsFor(command, { customer, operatorOnly, isOfCustomers })
}

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
  /** Options that only an operator has. An operator needs the first ones. */
  operatorOnly?: { needed?: readonly string[]; optional?: readonly string[] }
  /** Somebody who is not signed in acts as a customer. */
  isOfCustomers?: boolean
  /** Instead of the rule for all such commands. */
  decide?: (options: Given['options']) => 'customer' | 'operator' | undefined
}

/** Adds a command that customers and operators have. Whoever signed in last acts. */
export const asBoth = (command: Command, both: Both): Command =>
  actsFor(profileOptions(wayOptions(command)), both)

const actsFor = (
  command: Command,
  { customer, operatorOnly = {}, isOfCustomers = false, decide }: Both,
): Command =>
  command.helpGroup(FOR_BOTH).action(async () => {
    const given = givenTo(command)
    const { actsAs } = await import('./profiles.ts')
    const { needed = [], optional = [] } = operatorOnly
    if ((decide?.(given.options) ?? actsAs(given.options, isOfCustomers)) === 'operator') {
      const missing = needed.find((name) => given.options[name] === undefined)
      if (missing !== undefined)
        await refuseUsage(
          `an operator needs --${missing}. Customers run \`corridor login\` first, or add --profile NAME.`,
        )
      return runOperator(command)
    }
    const foreign = [...needed, ...optional].find((name) => given.options[name] !== undefined)
    if (foreign !== undefined)
      await refuseUsage(
        `--${foreign} is for operators, and you act as a customer: leave it out. Operators add --direct or --url.`,
      )
    if (given.options['json'] !== true && !isOfCustomers) await tellWhoActs(given)
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
  const group = command.parent?.name() ?? ''
  await runVerb(await load(), givenTo(command), { takesKey, group })
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
