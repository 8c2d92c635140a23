// `corridor rails waiting`: entries of rails that are invalid or could not be taken up. `corridor rails accounts list | add
// | retire`: funding accounts of pools, of which only the last characters are shown.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { toTimestamp } from '@corridor/server/clock.ts'
import { publicId, uuidOf } from '@corridor/server/ids.ts'
import { addPoolAccounts, retirePoolAccount } from '@corridor/server/rails/pool-accounts.ts'
import { selectPoolAccounts, type PoolAccountRow } from '@corridor/server/rails/pool-queries.ts'
import { selectWaitingEntries } from '@corridor/server/rails/queries.ts'
import { audited } from '../audited.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const HEADINGS = ['RAIL', 'KIND', 'TRANSACTION', 'REPORTED', 'ATTEMPTS', 'PROBLEM']

export const waitingEntriesCommand = (): Promise<void> =>
  withDatabase(async (db) => {
    const lines = (await selectWaitingEntries(db)).map((row) => [
      row.rail,
      row.kind,
      `${row.transaction} ${row.index}`,
      toTimestamp(row.reported_at),
      String(row.attempt),
      row.problem ?? '',
    ])
    process.stdout.write(
      lines.length === 0 ? 'No entry of a rail waits.\n' : table(HEADINGS, lines),
    )
  })

const ACCOUNTS = ['ID', 'RAIL', 'METHOD', 'CURRENCY', 'ACCOUNT', 'STATE', 'SINCE', 'REASON']

export const listAccountsCommand = (options: { rail?: string }): Promise<void> =>
  withDatabase(async (db) => {
    const lines = (await selectPoolAccounts(db, options.rail ?? null)).map((row) => [
      publicId('fac', row.id),
      row.rail,
      row.method,
      row.currency,
      endOf(row.account),
      ...stateOf(row),
    ])
    process.stdout.write(
      lines.length === 0 ? 'No pool has a funding account.\n' : table(ACCOUNTS, lines),
    )
  })

/** Enough to find the account in the bank's own list. */
const endOf = (account: string): string => `…${account.slice(-4)}`

function stateOf(row: PoolAccountRow): [string, string, string] {
  const order = row.order_id === null ? '' : publicId('ord', row.order_id)
  if (row.retired_at !== null)
    return [`retired ${order}`.trim(), toTimestamp(row.retired_at), row.retired_reason ?? '']
  if (row.assigned_at !== null && order !== '') return [order, toTimestamp(row.assigned_at), '']
  return ['free', toTimestamp(row.added_at), row.added_reason ?? '']
}

type AddOptions = { rail: string; method: string; currency: string; reason: string }

export const addAccountsCommand = (path: string, options: AddOptions): Promise<void> =>
  withDatabase(async (_, { openDeps }) => {
    const accounts = accountsIn(path)
    const deps = await openDeps()
    const rail = (await deps.rails.all()).find(({ name }) => name === options.rail)
    const { reason } = options
    const entry = { enterpriseId: null, act: 'account.add', subject: options.rail, reason }
    const count = await audited(deps, entry, async (db) => {
      const result = await addPoolAccounts({ ...deps, db }, rail, options, accounts, reason)
      const { method, currency } = options
      return result === 0
        ? undefined
        : { result, detail: { after: { method, currency, added: result } } }
    })
    const added = count ?? 0
    const known = accounts.length - added
    process.stdout.write(
      `${added} accounts added to the pool of ${options.rail}${known === 0 ? '' : `; ${known} were there already`}.\n`,
    )
  })

function accountsIn(path: string): Record<string, string>[] {
  const list = parsedFile(path)
  if (!Array.isArray(list))
    throw new Error(`${path} must be a list of accounts, each with the fields of the method`)
  return list.map((item: unknown, index) => {
    const fields: [string, unknown][] =
      typeof item === 'object' && item !== null ? Object.entries(item) : []
    return Object.fromEntries(
      fields.map(([name, value]) => {
        if (typeof value === 'string') return [name, value]
        throw new Error(`${path}: account ${index + 1}: ${name} must be a text in quotation marks`)
      }),
    )
  })
}

function parsedFile(path: string): unknown {
  const text = readFileSync(path, 'utf8')
  try {
    return parse(text)
  } catch {
    // The parser's message repeats the line, which has an account.
    throw new Error(`${path} is not YAML`)
  }
}

export const retireAccountCommand = (text: string, options: { reason: string }): Promise<void> =>
  withDatabase(async (db, { clock }) => {
    const id = uuidOf('fac', text)
    if (id === undefined) throw new Error(`${text} is no account: its id begins with fac_`)
    const { reason } = options
    const entry = { enterpriseId: null, act: 'account.retire', subject: text, reason }
    const order = await audited({ db, clock }, entry, async (inside) => {
      const { orderId } = await retirePoolAccount({ db: inside, clock }, id, reason)
      const result = orderId === null ? null : publicId('ord', orderId)
      return { result, detail: { after: { is_retired: true, order_id: result } } }
    })
    process.stdout.write(
      order == null
        ? `${text} is retired.\n`
        : `${text} is retired. ${order} keeps it, and can be paid at it.\n`,
    )
  })
