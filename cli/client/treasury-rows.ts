// The commands on the desk's own money, and their operations.
import { table } from '../table.ts'
import { act, list, moneyText, pages, type Money, type Row } from './rows.ts'

type Balance = {
  account: string
  currency: string
  ledger: string
  outside: string | null
  difference: string | null
  observed_at: string | null
}

const balances = list<Balance>({
  path: '/balances',
  headings: ['ACCOUNT', 'CURRENCY', 'LEDGER', 'OUTSIDE', 'DIFFERENCE', 'OBSERVED'],
  cells: (one) => [
    one.account,
    one.currency,
    one.ledger,
    one.outside ?? 'not reported',
    one.difference ?? '',
    one.observed_at ?? '',
  ],
  empty: 'No desk account has a balance.',
})

type Sweep = {
  id: string
  status: string
  rail: string
  kind: string
  amount: Money
  account: string
  created_at: string
  attempts: number
  outcome: string | null
}

const sweeps = list<Sweep>({
  path: ({ options }) => `/sweeps${options['all'] === true ? '?finished=true' : ''}`,
  headings: ['SWEEP', 'STATUS', 'RAIL', 'KIND', 'AMOUNT', 'ACCOUNT', 'SINCE', 'TRIES', 'OUTCOME'],
  cells: (one) => [
    one.id,
    one.status,
    one.rail,
    one.kind,
    moneyText(one.amount),
    one.account,
    one.created_at,
    String(one.attempts),
    one.outcome ?? '',
  ],
  empty: 'No sweep is under way, and none failed within a week.',
})

type Movement = {
  id: string
  status: string
  from_account: string
  to_account: string
  currency: string
  amount: string
  value_date: string | null
  history: { created_at: string; reason: string }[]
}
const FINISHED: readonly string[] = ['SETTLED', 'FAILED', 'CANCELLED']
const amountOf = ({ amount, currency }: Movement): string => `${amount} ${currency}`

/** The list of the API is newest first. */
const movements: Row = {
  async run(call, { options }) {
    const data = (await pages<Movement>(call, '/movements?limit=200'))
      .filter(({ status }) => options['all'] === true || !FINISHED.includes(status))
      .toReversed()
    const lines = data.map((one) => [
      one.id,
      one.status,
      one.from_account,
      one.to_account,
      amountOf(one),
      one.value_date ?? '',
      one.history.at(-1)?.created_at ?? '',
      one.history.at(-1)?.reason ?? '',
    ])
    const headings = ['MOVEMENT', 'STATUS', 'FROM', 'TO', 'AMOUNT', 'VALUE DATE', 'SINCE', 'REASON']
    const text = lines.length === 0 ? 'No treasury movement is open.\n' : table(headings, lines)
    return { text, json: data }
  },
}

const propose = act<Movement>({
  path: () => '/movements',
  fields: {
    from_account: '--from',
    to_account: '--to',
    '/amount': '--amount',
    value_date: '--value-date',
  },
  body: ({ options }) => ({
    from_account: options['from'],
    to_account: options['to'],
    currency: options['currency'],
    amount: options['amount'],
    value_date: options['valueDate'],
    evidence: options['evidence'],
  }),
  said: (one) => `${one.id} is PROPOSED: ${amountOf(one)}.\n`,
})

const move = (verb: string): Row =>
  act<Movement>({
    noun: 'movement',
    path: (id) => `/movements/${id}/${verb}`,
    body: ({ options }) => ({ evidence: options['evidence'] }),
    said: ({ id, status }) => `${id} is ${status}.\n`,
  })

export const treasuryRows: Readonly<Record<string, Row>> = {
  'treasury balances': balances,
  'treasury sweeps': sweeps,
  'treasury list': movements,
  'treasury propose': propose,
  'treasury approve': move('approve'),
  'treasury send': move('send'),
  'treasury settle': move('settle'),
  'treasury fail': move('fail'),
  'treasury cancel': move('cancel'),
}
