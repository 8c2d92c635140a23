// The commands on strays, and their operations.
import { act, list, type Row } from './rows.ts'

type Stray = {
  id: string
  status: string
  rail: string
  account: string
  order_id: string
  symbol: string
  amount: string
  seen_at: string
  problem: string | null
}

const strays = list<Stray>({
  path: '/strays',
  headings: ['STRAY', 'STATUS', 'RAIL', 'AMOUNT', 'ADDRESS', 'ORDER', 'SINCE', 'PROBLEM'],
  cells: (one) => [
    one.id,
    one.status,
    one.rail,
    `${one.amount} ${one.symbol}`,
    one.account,
    one.order_id,
    one.seen_at,
    one.problem ?? '',
  ],
  empty: 'No deposit address holds anything but deposits.',
})

export const strayRows: Readonly<Record<string, Row>> = {
  'strays list': strays,
  'strays return': act<{ id: string; status: string }>({
    noun: 'stray',
    fields: { '/to': '--to' },
    path: (id) => `/strays/${id}/return`,
    body: ({ options }) => ({ to: options['to'] }),
    said: ({ id, status }) => `${id} is ${status}.\n`,
  }),
  'strays dismiss': act<{ id: string; status: string }>({
    noun: 'stray',
    path: (id) => `/strays/${id}/dismiss`,
    said: ({ id, status }) => `${id} is ${status}.\n`,
  }),
}
