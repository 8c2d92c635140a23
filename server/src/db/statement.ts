// Statements as constants. Each has a name, the names of its parameters and a text that never changes, so that a
// database person can read all of them in server/statements.

export type Statement = {
  /** It is prepared under this name, once on each connection. */
  readonly name: string
  /** Of $1, $2, ... in order. */
  readonly parameters: readonly string[]
  readonly text: string
}

const statements = new Map<string, Statement>()

/** A statement of the service. A name stands for one text: PostgreSQL keeps the first plan of a name. */
export function statement(name: string, parameters: readonly string[], text: string): Statement {
  if (statements.has(name)) throw new Error(`two statements are named ${name}`)
  const made = { name, parameters, text }
  statements.set(name, made)
  return made
}

/** Those of all modules that were imported so far. */
export const allStatements = (): readonly Statement[] => [...statements.values()]

const WRITES = /^(insert|update|upsert|change|claim|correct|lock|make|settle|count_call)/
/** By its name: server/test/tidy.test.ts compares the names with the statements. */
export const isWrite = (statementName: string): boolean => WRITES.test(statementName)
