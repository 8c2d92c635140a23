// The commands on funding accounts of pools that are more than their operation.
import type { Schemas } from '@corridor/server/operator-client/client.ts'
import { objectInFile } from './given-file.ts'
import { RefusedByService } from './refusals.ts'
import { listText, reasonOf, textIn, type Row } from './rows.ts'

type Account = Schemas['FundingAccount']

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
    const query = { limit: 200, ...(rail === undefined ? {} : { rail }) }
    const { rows: found } = await call.all('/operator/v1/funding_accounts', query)
    const place = ({ rail: name, method, currency, id }: Account) =>
      [name, method, currency, id].join(' ')
    const data = found.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
    return { text: listText(accountList, data), json: data }
  },
}

/** The API takes so many at once. */
const MOST_AT_ONCE = 200

const addAccounts: Row = {
  async run(call, line) {
    const { args, options } = line
    const path = args[0] ?? ''
    const [rail, method, currency] = ['rail', 'method', 'currency'].map((name) =>
      textIn(options, name),
    )
    const accounts = accountsIn(path)
    const reason = reasonOf(line)
    const body = { rail, method, currency, accounts, reason }
    try {
      const { data } = await call.send<Schemas['AddedFundingAccounts']>(
        'POST',
        '/operator/v1/funding_accounts',
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
  const accounts = objectInFile(path)
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

export const railRows: Readonly<Record<string, Row>> = {
  'rails accounts list': listAccounts,
  'rails accounts add': addAccounts,
}
