// Reads what a reconciliation is asked for, from the query of a request or the options of a command, into checked options.
import { createHash } from 'node:crypto'
import { outsideAccounts, presentDesk, type DeskDeps } from '../../engine/treasury/accounts.ts'
import type { Db } from '../../platform/db/pool.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { nearestFirst } from '../../platform/nearest.ts'
import { selectRails } from '../../outside/rails/queries.ts'
import { UnreadableStatement } from './csv.ts'
import { dayIn, type Day } from './lines.ts'
import type { Format } from './queries.ts'
import { columnsIn, type CsvOptions } from './read-csv.ts'

/** Texts, because queries and options of commands have no other type. */
export type WrittenOptions = {
  account: string
  currency: string
  from?: string
  to?: string
  tolerance_days?: string
  /** camt.053: the number of the bank account, if its rail has no settings for it. */
  number?: string
  columns?: string
  delimiter?: string
  decimal?: string
  date_format?: string
  encoding?: string
}

const DEFAULT_TOLERANCE = 3
const MOST_TOLERANCE = 30

type Options = {
  account: string
  currency: string
  period: { from: Day; to: Day } | null
  toleranceDays: number
}

export type AccountDeps = DeskDeps & { db: Db }

/** Throws UnreadableStatement with what is wrong. */
export async function optionsIn(deps: AccountDeps, written: WrittenOptions): Promise<Options> {
  const { account, currency } = written
  const known = outsideAccounts(await presentDesk(deps))
  if (!known.includes(account))
    throw new UnreadableStatement(
      `${account} is not an account of a rail or provider. Known: ${nearestFirst(account, known)}`,
    )
  if (!isCurrency(currency))
    throw new UnreadableStatement(`${currency} is not a currency of Corridor`)
  const tolerance = written.tolerance_days ?? String(DEFAULT_TOLERANCE)
  if (!/^\d{1,2}$/.test(tolerance) || Number.parseInt(tolerance, 10) > MOST_TOLERANCE)
    throw new UnreadableStatement(`tolerance_days is a whole number from 0 to ${MOST_TOLERANCE}`)
  return {
    account,
    currency,
    period: periodIn(written),
    toleranceDays: Number.parseInt(tolerance, 10),
  }
}

function periodIn({ from, to }: Pick<WrittenOptions, 'from' | 'to'>): Options['period'] {
  if (from === undefined && to === undefined) return null
  const first = dayIn(from ?? '')
  const last = dayIn(to ?? '')
  if (first === undefined || last === undefined)
    throw new UnreadableStatement('from and to are dates such as 2026-03-31, and come together')
  if (last < first) throw new UnreadableStatement(`from ${from} is after to ${to}`)
  if (last - first > MOST_DAYS)
    throw new UnreadableStatement(`from and to are at most ${MOST_DAYS} days apart`)
  return { from: first, to: last }
}
const MOST_DAYS = 400

const oneOf = <T extends string>(name: string, text: string, allowed: readonly T[]): T => {
  const found = allowed.find((one) => one === text)
  if (found === undefined)
    throw new UnreadableStatement(`${name} is one of ${allowed.map(shown).join(' ')}`)
  return found
}
const shown = (text: string): string => (text === '\t' ? 'tab' : text)

export function csvOptionsIn(written: WrittenOptions): CsvOptions {
  if (written.columns === undefined)
    throw new UnreadableStatement(
      'columns is missing. It says which column is what, such as date:Fecha,amount:Valor,reference:Referencia',
    )
  const delimiter = written.delimiter === 'tab' ? '\t' : (written.delimiter ?? ',')
  return {
    columns: columnsIn(written.columns),
    delimiter: oneOf('delimiter', delimiter, [',', ';', '\t', '|']),
    decimal: oneOf('decimal', written.decimal ?? '.', ['.', ',']),
    dateFormat: oneOf('date_format', written.date_format ?? 'YYYY-MM-DD', [
      'YYYY-MM-DD',
      'DD/MM/YYYY',
      'MM/DD/YYYY',
      'YYYYMMDD',
      'DD-MM-YYYY',
    ]),
    encoding: oneOf('encoding', written.encoding ?? 'utf-8', ['utf-8', 'windows-1252']),
  }
}

/** The number of the bank account that a camt.053 is about: of the settings of its rail, else as it is named. */
export async function accountNumberIn(db: Db, written: WrittenOptions): Promise<string> {
  const rail = (await selectRails(db)).find(({ name }) => `rail:${name}` === written.account)
  const account: unknown = rail?.kind === 'bank_files' ? rail.settings['account'] : undefined
  const fields = new Map(Object.entries(Object(account)))
  const own: unknown = fields.get('iban') ?? fields.get('number')
  if (typeof own === 'string') return own
  if (written.number === undefined)
    throw new UnreadableStatement(
      `number is missing: ${written.account} has no bank account in its settings, so name the account that the file is about`,
    )
  return written.number
}

/** Digest of the file and the options: the same file with another column is another reconciliation. */
export const digestOf = (hash: Buffer, format: Format, written: WrittenOptions): Buffer =>
  createHash('sha256')
    .update(hash)
    .update(JSON.stringify([format, ...Object.entries(written).toSorted()]))
    .digest()
