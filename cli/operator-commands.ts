// Defines the operators' commands that are one operation each, from the table of operations.
import { Argument, InvalidArgumentError, Option, type Command } from 'commander'
import { asClient, groupOf, hasOption } from './client/add-client.ts'
import { pairs } from './customer/options.ts'
import { derivedOperations, isHistory, type Field, type Operation } from './client/operations.ts'

/** Of groups that customers do not have. */
const GROUPS: Readonly<Record<string, string>> = {
  'account-matches': 'accounts that occur in several organizations',
  'operator-keys': 'keys of programs that use the operator API',
  accounts: 'accounts at the desk, and accounts of the ledger',
  'rails accounts': 'funding accounts of pools',
  approvals: 'acts that need a second person',
  audit: 'what operators did',
  configuration: 'versions of the configuration: each applied file is one',
  differences: 'differences between statements and the ledger',
  endpoints: 'webhook endpoints of all customers',
  enterprises: 'enterprises with their organizations',
  exports: 'rows of orders, money and the ledger as a file',
  holds: 'organizations and instruments on hold',
  limits: 'what an organization may order in a day and a month',
  organizations: 'organizations of all enterprises',
  passkeys: 'your passkeys: a browser adds them',
  providers: 'liquidity providers',
  queue: 'everything that needs a person',
  rails: 'what the rails reported, and their pools',
  reconciliations: 'statements that were compared with the ledger',
  strays: 'coins and tokens at deposit addresses that are no deposit',
  treasury: "the desk's own money at rails and providers",
  users: 'people who use the operator API',
}

/**
 * A group that no typed word names gets no commands: defining all costs each start 4 ms of processor time. `help` and
 * `completion` need all.
 */
export function addOperatorCommands(program: Command, typed: readonly string[]): void {
  const needsAll = typed.some((word) => word === 'help' || word === 'completion')
  for (const operation of derivedOperations()) {
    const words = operation.words.split(' ')
    const name = words.pop() ?? ''
    const [top] = words
    if (!needsAll && top !== undefined && !typed.includes(top)) {
      groupNamed(program, top)
      continue
    }
    const group = groupNamed(program, ...words)
    if (group.commands.some((one) => one.name() === name)) continue
    const command = group.command(name).description(lowered(operation.summary))
    asClient(withFields(command, operation))
  }
}

/** The group of these words, such as `rails accounts`. */
export const groupNamed = (program: Command, ...words: string[]): Command =>
  words.reduce((parent, word, at) => {
    const path = words.slice(0, at + 1).join(' ')
    return groupOf(parent, word, GROUPS[path] ?? path)
  }, program)

/** Adds the arguments, options and help of an operation, as far as the command has no others. */
export function withFields(command: Command, operation: Operation, prefix = ''): Command {
  if (command.registeredArguments.length === 0)
    for (const field of operation.args) command.addArgument(argumentOf(field))
  for (const field of operation.options) {
    const { option, value, isRequired } = field
    if (hasOption(command, `--${option}`)) continue
    const isFlag = value !== undefined || field.kind === 'flag'
    const made = new Option(
      `--${option}${isFlag ? '' : ` <${placeOf(field)}>`}`,
      prefix + aboutOf(field),
    )
    if (!isFlag && field.kind !== 'list' && field.choices !== null) {
      made.choices([...field.choices]).argParser((text) => choiceOf(field.choices ?? [], text))
    }
    if (field.kind === 'pairs') made.argParser(pairs)
    if (prefix === '') made.makeOptionMandatory(isRequired)
    command.addOption(made)
  }
  if (operation.reason !== null && !hasOption(command, '--reason'))
    command.addOption(
      new Option('--reason <text>', `${prefix}why, for the audit trail`).makeOptionMandatory(
        prefix === '' && operation.reason === 'required',
      ),
    )
  if (operation.columns !== null && !hasOption(command, '--limit')) {
    const ofHistory = isHistory(operation)
    command.option('--limit <count>', `the most rows${ofHistory ? ' (default: 50)' : ''}`, numberOf)
    if (ofHistory && !hasOption(command, '--all')) command.option('--all', 'every row', false)
  }
  return command.addHelpText('after', () => helpOf(operation))
}

function argumentOf(field: Field): Argument {
  const argument = new Argument(
    `<${field.name.replace(/^external_payment_|_id$/g, '')}>`,
    aboutOf(field),
  )
  return field.choices === null ? argument : argument.choices([...field.choices])
}

const helpOf = ({ about, roles, isAct }: Operation): string =>
  [
    '',
    ...(about === '' ? [] : [about]),
    ...(roles === '' ? [] : [`Roles: ${roles}.`]),
    ...(isAct ? ['A rule of approval may cover it: then it waits for a second person.'] : []),
  ].join('\n')

const placeOf = ({ kind, about, name }: Field): string => {
  if (kind === 'file') return 'file'
  if (kind === 'pairs') return 'key=value'
  if (kind === 'list') return 'list'
  if (kind === 'number') return 'count'
  return /\([a-z]+_…\)$/.test(about) ? 'id' : (name.split('_').at(-1) ?? name)
}

const aboutOf = ({ about, kind, isNullable }: Field): string =>
  about +
  (kind === 'list' ? ', with commas between' : kind === 'file' ? ', a file of YAML or JSON' : '') +
  (isNullable ? ' (or none)' : '')

function choiceOf(choices: readonly string[], text: string): string {
  const found = choices.find((one) => one.toLowerCase() === text.toLowerCase())
  if (found !== undefined) return found
  throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
}

function numberOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number.parseInt(text, 10)
  throw new InvalidArgumentError('It must be a whole number of at least 1.')
}

/** The first letter of a sentence as that of a help text. Abbreviations stay. */
const lowered = (text: string): string =>
  /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
