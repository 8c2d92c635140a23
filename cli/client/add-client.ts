// Gives each operator's command its options and its action.
import type { Command } from 'commander'
import { derivedOperations } from './operations.ts'
import type { Row } from './rows.ts'

/** Every command that operations of the operator API carry out. */
export async function loadRows(): Promise<Readonly<Record<string, Row>>> {
  const { rowOf } = await import('./derived.ts')
  return {
    ...Object.fromEntries(derivedOperations().map((one) => [one.words, rowOf(one)])),
    ...(await loadByHand()),
  }
}

async function loadByHand(): Promise<Readonly<Record<string, Row>>> {
  const { orderRows } = await import('./order-rows.ts')
  const { moneyRows } = await import('./money-rows.ts')
  const { holdRows } = await import('./hold-rows.ts')
  const { userRows } = await import('./user-rows.ts')
  const { informationRows } = await import('./information-rows.ts')
  const { keyRows } = await import('./key-rows.ts')
  const { railRows } = await import('./rail-rows.ts')
  const { configurationRows } = await import('./configuration-rows.ts')
  const { routeRows } = await import('./route-rows.ts')
  const { reconcileRow } = await import('./reconcile-row.ts')
  return {
    ...orderRows,
    ...moneyRows,
    ...holdRows,
    ...userRows,
    ...informationRows,
    ...keyRows,
    ...railRows,
    ...configurationRows,
    ...routeRows,
    reconcile: reconcileRow,
  }
}

export const FOR_OPERATORS = 'For operators:'

/** Adds the ways to a command, which is carried out by the row of its name. */
export const asClient = (command: Command): Command =>
  wayOptions(command)
    .helpGroup(FOR_OPERATORS)
    .action(() => runOperator(command))

export function wayOptions(command: Command): Command {
  command.option('--url <url>', 'the service (default: CORRIDOR_URL, else where you signed in)')
  command.option('--direct', 'without a service, on the database: for an emergency', false)
  if (!hasOption(command, '--json')) command.option('--json', 'as JSON')
  return command
}

export const hasOption = (command: Command, long: string): boolean =>
  command.options.some((one) => one.long === long)

export async function runOperator(command: Command): Promise<void> {
  const name = nameOf(command)
  const row = (await loadRows())[name]
  if (row === undefined) throw new Error(`the command ${name} has no operation`)
  const { runRow } = await import('./run.ts')
  await runRow(row, { args: command.args, options: command.opts() })
}

/** The group of commands of this name, which customers and operators may share. */
export const groupOf = (program: Command, name: string, description: string): Command =>
  program.commands.find((one) => one.name() === name) ??
  program.command(name).description(description)

export const nameOf = (command: Command): string =>
  command.parent?.parent == null ? command.name() : `${nameOf(command.parent)} ${command.name()}`
