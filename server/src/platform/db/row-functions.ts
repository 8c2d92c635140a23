// Functions that are one statement: its rows are their result. Their arguments are its parameters, in order, unless
// `valuesOf` makes the parameters of them.
import type { QueryResultRow } from 'pg'
import type { Kind, OwnedId, Uuid } from '../ids.ts'
import { firstRow, rows, type Db } from './pool.ts'
import { statement } from './statement.ts'

const asGiven = <Given extends readonly unknown[]>(...given: Given): readonly unknown[] => given

/** For a statement that returns at most one row. */
export function oneRow<Row extends QueryResultRow, Given extends readonly unknown[] = []>(
  name: string,
  parameters: readonly string[],
  text: string,
  valuesOf = asGiven<Given>,
) {
  const made = statement(name, parameters, text)
  return async (db: Db, ...given: Given): Promise<Row | undefined> =>
    firstRow<Row>(db, made, valuesOf(...given))
}

/** For a row of an organization, by its two ids. */
export function oneOwned<Row extends QueryResultRow, K extends Kind>(name: string, text: string) {
  const made = oneRow<Row, [Uuid<'org'>, Uuid<K>]>(name, ['organization_id', 'id'], text)
  return (db: Db, { organizationId, id }: OwnedId<K>): Promise<Row | undefined> =>
    made(db, organizationId, id)
}

export function allRows<Row extends QueryResultRow, Given extends readonly unknown[] = []>(
  name: string,
  parameters: readonly string[],
  text: string,
  valuesOf = asGiven<Given>,
) {
  const made = statement(name, parameters, text)
  return async (db: Db, ...given: Given): Promise<Row[]> => rows<Row>(db, made, valuesOf(...given))
}

/** For a statement whose rows nobody needs. */
export function write<Given extends readonly unknown[] = []>(
  name: string,
  parameters: readonly string[],
  text: string,
  valuesOf = asGiven<Given>,
) {
  const made = countRows<Given>(name, parameters, text, valuesOf)
  return async (db: Db, ...given: Given): Promise<void> => void (await made(db, ...given))
}

/** Whether the statement returns a row: for a write, whether it wrote. */
export function anyRow<Given extends readonly unknown[] = []>(
  name: string,
  parameters: readonly string[],
  text: string,
  valuesOf = asGiven<Given>,
) {
  const made = countRows<Given>(name, parameters, text, valuesOf)
  return async (db: Db, ...given: Given): Promise<boolean> => (await made(db, ...given)) > 0
}

export function countRows<Given extends readonly unknown[] = []>(
  name: string,
  parameters: readonly string[],
  text: string,
  valuesOf = asGiven<Given>,
) {
  const made = allRows<QueryResultRow, Given>(name, parameters, text, valuesOf)
  return async (db: Db, ...given: Given): Promise<number> => (await made(db, ...given)).length
}
