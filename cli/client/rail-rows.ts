// The commands on entries of rails and funding accounts of pools, and their operations.
import { parse } from 'yaml'
import { textOfFile } from './given-file.ts'
import { RefusedByService } from './refusals.ts'
import {
  act,
  list,
  listText,
  moneyText,
  pages,
  reasonOf,
  textIn,
  type Money,
  type Row,
} from './rows.ts'

type Entry = {
  id: string
  amount: Money | null
  rail: string
  kind: string
  transaction: string
  index: number
  reported_at: string
  attempts: number
  problem: string
}

type Account = {
  id: string
  rail: string
  method: string
  currency: string
  account_end: string
  status: string
  order_id: string | null
  assigned_at: string | null
  added_at: string
  added_reason: string | null
  retired_at: string | null
  retired_reason: string | null
}

const accountList = {
  headings: ['ID', 'RAIL', 'METHOD', 'CURRENCY', 'ACCOUNT', 'STATE', 'SINCE', 'REASON'],
  cells: (one: Account) => [
    one.id,
    one.rail,
    one.method,
    one.currency,
    `…${one.account_end}`,
    ...stateOf(one),
  ],
  empty: 'No pool has a funding account.',
}

function stateOf(one: Account): [string, string, string] {
  const order = one.order_id ?? ''
  if (one.retired_at !== null)
    return [`retired ${order}`.trim(), one.retired_at, one.retired_reason ?? '']
  if (one.assigned_at !== null && order !== '') return [order, one.assigned_at, '']
  return ['free', one.added_at, one.added_reason ?? '']
}

const listAccounts: Row = {
  async run(call, { options }) {
    const rail = textIn(options, 'rail')
    const filter = rail === undefined ? '' : `&rail=${encodeURIComponent(rail)}`
    const found = await pages<Account>(call, `/funding_accounts?limit=200${filter}`)
    const place = ({ rail: name, method, currency, id }: Account) =>
      [name, method, currency, id].join(' ')
    const data = found.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
    return { text: listText(accountList, data), json: data }
  },
}

/** The API takes so many at once. */
const MOST_AT_ONCE = 200

const addAccounts: Row = {
  async run(call, given) {
    const { args, options } = given
    const path = args[0] ?? ''
    const [rail, method, currency] = ['rail', 'method', 'currency'].map((name) =>
      textIn(options, name),
    )
    const accounts = accountsIn(path)
    const reason = reasonOf(given)
    const body = { rail, method, currency, accounts, reason }
    try {
      const { data } = await call<{ added: number; known: number }>(
        'POST',
        '/funding_accounts',
        body,
      )
      const { added, known } = data
      const more = known === 0 ? '' : `; ${known} were there already`
      return { text: `${added} accounts added to the pool of ${rail}${more}.\n`, json: data }
    } catch (error) {
      if (error instanceof RefusedByService)
        error.message = error.message
          .replaceAll('/rail is', `--rail ${rail} is`)
          .replaceAll('/method is', `--method ${method} is`)
          .replaceAll(
            /\/accounts\/(\d+)\/?/g,
            (_, index: string) => `${path}: account ${Number.parseInt(index, 10) + 1}: `,
          )
      throw error
    }
  },
}

function accountsIn(path: string): Record<string, string>[] {
  const accounts = parsed(path)
  if (!Array.isArray(accounts))
    throw new Error(`${path} must be a list of accounts, each with the fields of the method`)
  if (accounts.length === 0) throw new Error(`${path} lists no account`)
  if (accounts.length > MOST_AT_ONCE)
    throw new Error(
      `${path} lists ${accounts.length} accounts: split it, at most ${MOST_AT_ONCE} are added at once`,
    )
  return accounts.map((item: unknown, index) => {
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

function parsed(path: string): unknown {
  const text = textOfFile(path)
  try {
    return parse(text)
  } catch {
    // The parser's message repeats the line, which has an account.
    throw new Error(`${path} is not YAML`)
  }
}

/** An act on an entry. `fields` of the body have options of the same name. */
const ofEntry = (name: string, done: string, fields: readonly string[] = []): Row =>
  act<{ id: string }>({
    noun: 'entry',
    fields: { '/deposit_id': '--deposit' },
    path: (id) => `/rail_entries/${id}/${name}`,
    body: ({ options }) =>
      Object.fromEntries(
        fields.map((field) => [field === 'deposit' ? 'deposit_id' : field, options[field]]),
      ),
    said: ({ id }) => `${id} ${done}.\n`,
  })

export const railRows: Readonly<Record<string, Row>> = {
  'rails waiting': list<Entry>({
    path: '/rail_entries/waiting',
    headings: ['ENTRY', 'RAIL', 'KIND', 'TRANSACTION', 'AMOUNT', 'REPORTED', 'ATTEMPTS', 'PROBLEM'],
    cells: (one) => [
      one.id,
      one.rail,
      one.kind,
      `${one.transaction} ${one.index}`,
      moneyText(one.amount),
      one.reported_at,
      String(one.attempts),
      one.problem,
    ],
    empty: 'No entry of a rail waits.',
  }),
  'rails retry': ofEntry('retry', 'is taken up now'),
  'rails dismiss': ofEntry('dismiss', 'is dismissed', ['evidence']),
  'rails tie': ofEntry('tie', 'is tied and taken up now', ['key', 'deposit', 'evidence']),
  'rails deposit': ofEntry('deposit', 'is a deposit in suspense', [
    'transaction',
    'account',
    'currency',
    'amount',
    'evidence',
  ]),
  'rails accounts list': listAccounts,
  'rails accounts add': addAccounts,
  'rails accounts retire': act<Account>({
    noun: 'funding account',
    path: (id) => `/funding_accounts/${id}/retire`,
    said: ({ id, order_id: order }) =>
      order === null
        ? `${id} is retired.\n`
        : `${id} is retired. ${order} keeps it, and can be paid at it.\n`,
  }),
}
