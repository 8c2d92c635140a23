// SQL statements as constants: a name, the names of the parameters and a fixed text. server/statements lists the full
// text of each one, to read and EXPLAIN.

import { hash } from 'node:crypto'

export type Statement = {
  /** The name of the prepared statement on each connection. */
  readonly name: string
  /** The names of $1, $2, ... in order. */
  readonly parameters: readonly string[]
  readonly text: string
}

const statements = new Map<string, Statement>()

/** Registers a statement. Names are unique, since a connection prepares only the first text under a name. */
export function statement(name: string, parameters: readonly string[], text: string): Statement {
  if (statements.has(name)) throw new Error(`two statements are named ${name}`)
  const made = { name, parameters, text }
  statements.set(name, made)
  return made
}

/** Names of statements have 63 characters at most, which many filters at once exceed. */
export const shortName = (name: string): string =>
  name.length <= 63 ? name : `${name.slice(0, 46)} ${hash('sha256', name).slice(0, 16)}`

const onDemand = new Set<Statement>()

/** Registers one of many that a list can need, when a request first needs it. */
export function statementOnDemand(
  name: string,
  parameters: readonly string[],
  text: string,
): Statement {
  const made = { name, parameters, text }
  onDemand.add(made)
  return made
}

/** The statements that requests of this process needed, beside those of its modules. */
export const statementsOnDemand = (): readonly Statement[] => [...onDemand]

/** The statements of all modules imported so far. */
export const allStatements = (): readonly Statement[] => [...statements.values()]

const WRITES = /^(insert|update|upsert|delete|change|claim|correct|lock|make|settle|count_call)/
/** Decides by the name. server/test/service/tidy.test.ts compares the names with the statements. */
export const isWrite = (statementName: string): boolean => WRITES.test(statementName)
