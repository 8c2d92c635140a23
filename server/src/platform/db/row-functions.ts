// Functions that are one statement: their arguments are its parameters, in order, and its rows are their result.
import type { QueryResultRow } from 'pg'
import { firstRow, rows, type Db } from './pool.ts'
import { statement } from './statement.ts'

/** For a statement that returns at most one row. */
export function oneRow<Row extends QueryResultRow, Values extends readonly unknown[] = []>(
  name: string,
  parameters: readonly string[],
  text: string,
) {
  const made = statement(name, parameters, text)
  return (db: Db, ...values: Values): Promise<Row | undefined> => firstRow<Row>(db, made, values)
}

export function allRows<Row extends QueryResultRow, Values extends readonly unknown[] = []>(
  name: string,
  parameters: readonly string[],
  text: string,
) {
  const made = statement(name, parameters, text)
  return (db: Db, ...values: Values): Promise<Row[]> => rows<Row>(db, made, values)
}
