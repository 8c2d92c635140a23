// The commands on orders, and their operations.
import { stringify } from 'yaml'
import { act, inPath, list, moneyText, textIn, type Given, type Money, type Row } from './rows.ts'

type DeskOrder = {
  id: string
  organization_name: string
  status: string
  parked_reason: string | null
  parked_at: string | null
  frozen_at: string | null
  payin: Money
  payout: Money
  liquidity_provider: string
  promised_rate: string
  firm_rate: string | null
  result: Money | null
}

const is = ({ id, status }: DeskOrder): string => `${id} is ${status}.\n`
const noun = 'order'

const parked = list<DeskOrder>({
  path: '/orders/parked',
  headings: [
    'ORDER',
    'ORGANIZATION',
    'REASON',
    'SINCE',
    'STATUS',
    'PAYIN',
    'PROVIDER',
    'PROMISED',
    'FIRM',
    'RESULT',
  ],
  cells: (one) => [
    one.id,
    one.organization_name,
    one.parked_reason,
    one.parked_at,
    one.status,
    moneyText(one.payin),
    one.liquidity_provider,
    one.promised_rate,
    one.firm_rate,
    moneyText(one.result),
  ],
  empty: 'No order is parked.',
})

const frozen = list<DeskOrder>({
  path: '/orders/frozen',
  headings: ['ORDER', 'ORGANIZATION', 'STATUS', 'SINCE'],
  cells: (one) => [one.id, one.organization_name, one.status, one.frozen_at],
  empty: 'No order is frozen.',
})

const show: Row = {
  noun,
  async run(call, { args }) {
    const { data } = await call<{ record: object }>('GET', `/orders/${inPath(args[0])}`)
    return { text: stringify(data.record), json: data.record }
  },
}

const marked = ({ args, options }: Given) => ({
  outcome: args[1],
  evidence: textIn(options, 'evidence'),
  ...(options['refund'] === undefined ? {} : { refund_id: options['refund'] }),
})

export const orderRows: Readonly<Record<string, Row>> = {
  'orders parked': parked,
  'orders frozen': frozen,
  'orders show': show,
  'orders release': act<DeskOrder>({
    noun,
    path: (id) => `/orders/${id}/release`,
    said: ({ id }) => `${id} is released.\n`,
    reason: 'released at the command line',
  }),
  'orders fail': act<DeskOrder>({ noun, path: (id) => `/orders/${id}/fail`, said: is }),
  'orders refund': act<DeskOrder>({ noun, path: (id) => `/orders/${id}/refund`, said: is }),
  'orders accept-loss': act<DeskOrder>({
    noun,
    path: (id) => `/orders/${id}/accept-loss`,
    body: ({ options }) => ({ amount: options['amount'] }),
    said: ({ id, payout }, { options }) =>
      `${id} goes on if the desk loses at most ${textIn(options, 'amount')} ${payout.currency}.\n`,
  }),
  'orders provider': act<DeskOrder>({
    noun,
    path: (id) => `/orders/${id}/provider`,
    body: ({ args }) => ({ liquidity_provider: args[1] }),
    said: ({ id }, { args }) => `${id} is filled at ${args[1]}.\n`,
  }),
  'orders pay-elsewhere': act<DeskOrder>({
    noun,
    path: (id) => `/orders/${id}/pay-elsewhere`,
    body: ({ args }) => ({ external_payment_instrument_id: args[1] }),
    said: ({ id }, { args }) => `${id} is paid out to ${args[1]}.\n`,
  }),
  'orders mark': act<DeskOrder>({
    noun,
    path: (id, { options }) =>
      `/orders/${id}/${options['refund'] === undefined ? 'mark-payout' : 'mark-refund'}`,
    body: marked,
    said: is,
  }),
  'orders sent-before': act<DeskOrder>({
    noun,
    path: (key) => `/orders/${key.split('%3A', 1)[0] ?? ''}/sent-before`,
    body: ({ args, options }) => ({
      key: args[0],
      rail: options['rail'],
      reference: options['reference'],
      fill: options['fill'],
    }),
    said: is,
  }),
  'orders cancel-send': act<DeskOrder>({
    noun,
    path: (id, { options }) =>
      `/orders/${id}/${options['refund'] === undefined ? 'cancel-payout' : 'cancel-refund'}`,
    body: ({ options }) =>
      options['refund'] === undefined ? {} : { refund_id: options['refund'] },
    said: ({ id }) =>
      `The rail is asked to cancel. \`corridor orders show ${id}\` has its answer.\n`,
  }),
  'orders freeze': act<DeskOrder>({
    noun,
    path: (id) => `/orders/${id}/freeze`,
    said: ({ id }) => `${id} is frozen.\n`,
  }),
  'orders unfreeze': act<DeskOrder>({
    noun,
    path: (id) => `/orders/${id}/unfreeze`,
    said: ({ id }) => `${id} is not frozen any more.\n`,
  }),
}
