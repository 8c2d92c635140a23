// The commands on deposits, payouts and refunds, and their operations.
import { textOfFile } from './given-file.ts'
import {
  act,
  inPath,
  list,
  moneyText,
  pages,
  reasonOf,
  textIn,
  type Money,
  type Row,
} from './rows.ts'

type Item<Facts> = {
  subject: string
  since: string
  order_id: string | null
  facts: Facts
}
type DeskOrder = { id: string; status: string }
type OfOrder = { id: string; order_id: string; organization_id: string }

type Suggestion = { order_id: string; reason: string; score: number }
type Unmatched = {
  rail: string
  transaction: string
  output_index: number
  address: string
  amount: Money
  counterparty: string | null
  suggestions: Suggestion[]
}

const unmatched = list<Item<Unmatched>>({
  path: '/queue?kind=unmatched_deposit&snoozed=any',
  headings: ['DEPOSIT', 'AMOUNT', 'REPORT', 'ADDRESS', 'RECORDED', 'MAY BELONG TO'],
  cells: ({ subject, since, facts }) => [
    subject,
    moneyText(facts.amount),
    `${facts.rail} ${facts.transaction} ${facts.output_index}`,
    facts.address,
    since,
    [
      ...(facts.counterparty === null ? [] : [`counterparty ${facts.counterparty}`]),
      ...facts.suggestions
        .slice(0, 3)
        .map((one) => `${one.order_id} (${one.reason}, ${one.score})`),
    ].join(' '),
  ],
  empty: 'No deposit is unmatched.',
})

type Reversal = {
  order_id: string
  organization_name: string
  status: string
  parked_reason: string | null
  owed: Money
  lacks: Money | null
  deposits: { deposit_id: string; code: string }[]
  reversed_at: string
}

const reversed = list<Reversal>({
  path: '/reversals',
  headings: [
    'ORDER',
    'ORGANIZATION',
    'STATUS',
    'PARKED',
    'OWED',
    'LACKS',
    'DEPOSITS',
    'CODE',
    'REVERSED',
  ],
  cells: (one) => [
    one.order_id,
    one.organization_name,
    one.status,
    one.parked_reason,
    moneyText(one.owed),
    moneyText(one.lacks),
    one.deposits.map(({ deposit_id }) => deposit_id).join(' '),
    one.deposits.map(({ code }) => code).join(' '),
    one.reversed_at,
  ],
  empty: 'No reversed deposit waits for you.',
})

/** One act for each currency that the payer of the order owes. */
const settle = (path: 'received' | 'set-off' | 'write-off', words: string): Row => ({
  noun: 'order',
  async run(call, given) {
    const [id = ''] = given.args
    const reason = reasonOf(given)
    const open = (await pages<Reversal>(call, '/reversals')).filter((one) => one.order_id === id)
    if (open.length === 0)
      throw new Error(
        `${id} has no open reversal; \`corridor deposits reversed\` shows the orders that have`,
      )
    const settled: DeskOrder[] = []
    const said: string[] = []
    for (const { owed } of open) {
      const { currency } = owed
      const to = `/orders/${inPath(id)}/reversal/${path}`
      const { data } = await call<DeskOrder>('POST', to, { currency, reason })
      settled.push(data)
      said.push(`What was owed in ${currency} for ${id} ${words}; the order is ${data.status}.\n`)
    }
    return { text: said.join(''), json: settled }
  },
})

type Returned = { amount: Money; returned: Money; code: string }

const returned = list<Item<Returned>>({
  path: '/queue?kind=returned_payout&snoozed=any',
  headings: ['PAYOUT', 'ORDER', 'AMOUNT', 'REASON', 'RETURNED'],
  cells: ({ subject, order_id, since, facts }) => [
    subject,
    order_id,
    moneyText(facts.amount),
    facts.code,
    since,
  ],
  empty: 'No payout that came back waits for you.',
})

/** An act on the order of a payout. */
const ofPayout = (act: 'pay-again' | 'refund', done: string): Row => ({
  noun: 'payout',
  async run(call, given) {
    const [id = ''] = given.args
    const reason = reasonOf(given)
    const waiting = await pages<Item<Returned>>(call, '/queue?kind=returned_payout&snoozed=any')
    const orderId = waiting.find(({ subject }) => subject === id)?.order_id
    if (orderId == null)
      throw new Error(
        `${id} is no payout that came back; \`corridor payouts returned\` shows those that did`,
      )
    const to = textIn(given.options, 'instrument')
    const path = to === undefined ? act : 'pay-elsewhere'
    const body = to === undefined ? {} : { external_payment_instrument_id: to }
    const { data } = await call<DeskOrder>('POST', `/orders/${orderId}/${path}`, {
      ...body,
      reason,
    })
    return { text: `${id} ${done}; ${data.id} is ${data.status}.\n`, json: data }
  },
})

const sendRefund: Row = {
  noun: 'refund',
  fields: { '/external_payment_instrument_id': '--to' },
  async run(call, given) {
    const [id = ''] = given.args
    const to = textIn(given.options, 'to') ?? ''
    const refund = (await call<OfOrder>('GET', `/refunds/${inPath(id)}`)).data
    const { data } = await call<DeskOrder>('POST', `/orders/${refund.order_id}/redirect-refund`, {
      refund_id: id,
      external_payment_instrument_id: to,
      reason: reasonOf(given, 'sent at the command line'),
    })
    return { text: `${id} is sent to ${to}.\n`, json: data }
  },
}

type Held = {
  deposit_id: string
  amount: Money
  order_id: string | null
  state: string
  screener: string | null
  reason: string | null
  recorded_at: string
  attempts: number
}

const held = list<Held>({
  path: '/deposits/held',
  headings: ['DEPOSIT', 'AMOUNT', 'ORDER', 'STATE', 'SCREENER', 'REASON', 'RECORDED', 'ATTEMPTS'],
  cells: (one) => [
    one.deposit_id,
    moneyText(one.amount),
    one.order_id,
    one.state,
    one.screener,
    one.reason,
    one.recorded_at,
    String(one.attempts),
  ],
  empty: 'No deposit is held.',
})

type DepositReturn = {
  deposit_id: string
  amount: Money
  status: string
  rail: string | null
  rail_key: string
  reference: string | null
  waits_for: string | null
  created_at: string
}

const depositReturns = list<DepositReturn>({
  path: '/deposits/returns',
  headings: ['DEPOSIT', 'AMOUNT', 'STATUS', 'RAIL', 'KEY', 'REFERENCE', 'WAITS FOR', 'DECIDED'],
  cells: (one) => [
    one.deposit_id,
    moneyText(one.amount),
    one.status,
    one.rail,
    one.rail_key,
    one.reference,
    one.waits_for,
    one.created_at,
  ],
  empty: 'No deposit was returned.',
})

/** Bank details are read from a file, so that they are in no history of a shell. */
function detailsIn(path: string | undefined): unknown {
  if (path === undefined) return undefined
  try {
    return JSON.parse(textOfFile(path))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new Error(`${path} is no JSON: write an object with the fields of the method`, {
      cause: error,
    })
  }
}

const waitsFor = {
  destination: 'waits for a destination: corridor refunds send',
  release: 'waits for a hold to end',
  rail: 'fails repeatedly at the rail',
  outflow_limit: 'waits for the outflow cap of its rail or signer',
  liquidity: 'waits for money of the desk at its rail',
  screening: 'is not cleared by screening: corridor refunds release, or send it elsewhere',
}

type Waiting = {
  refund_id: string
  order_id: string
  amount: Money
  reason: string
  status: string
  waits_for: keyof typeof waitsFor
}

const waiting = list<Waiting>({
  path: '/refunds/waiting',
  headings: ['REFUND', 'ORDER', 'AMOUNT', 'REASON', 'STATUS', 'NEEDS'],
  cells: (one) => [
    one.refund_id,
    one.order_id,
    moneyText(one.amount),
    one.reason,
    one.status,
    waitsFor[one.waits_for],
  ],
  empty: 'No refund waits for an operator.',
})

export const moneyRows: Readonly<Record<string, Row>> = {
  'deposits unmatched': unmatched,
  'deposits assign': act<DeskOrder>({
    noun: 'deposit or order',
    fields: { '/order_id': '--to' },
    path: (id) => `/deposits/${id}/assign`,
    body: ({ options }) => ({
      order_id: options['to'],
      ...(options['wrongAsset'] === true ? { wrong_asset: true } : {}),
    }),
    said: ({ id, status }, { args }) => `${args[0]} belongs to ${id}, which is ${status}.\n`,
    reason: 'assigned at the command line',
  }),
  'deposits book': act<{ id: string; exit_account: string | null }>({
    noun: 'deposit or movement',
    path: (id) => `/deposits/${id}/book`,
    body: ({ options }) => ({ from_account: options['from'], movement_id: options['movement'] }),
    said: ({ id, exit_account }) => `${id} is booked: it left suspense to ${exit_account}.\n`,
  }),
  'deposits keep': act<{ id: string }>({
    noun: 'deposit',
    path: (id) => `/deposits/${id}/write-off`,
    said: ({ id }) => `${id} is written off to unclaimed.\n`,
  }),
  'deposits return': act<{ id: string }>({
    noun: 'deposit',
    path: (id) => `/deposits/${id}/return`,
    body: ({ options }) => ({
      method: options['method'],
      details: detailsIn(textIn(options, 'details')),
      evidence: options['evidence'],
    }),
    said: ({ id }) => `${id} goes back: corridor deposits returns\n`,
  }),
  'deposits returns': depositReturns,
  'deposits stop-return': act<{ id: string; exit: string | null }>({
    noun: 'deposit',
    path: (id) => `/deposits/${id}/stop-return`,
    said: ({ id, exit }) =>
      exit === null
        ? `${id} is in suspense again.\n`
        : `${id} is sent no more; its rail or evidence ends it.\n`,
  }),
  'deposits mark-return': act<{ id: string }>({
    noun: 'deposit',
    path: (id) => `/deposits/${id}/mark-return`,
    body: ({ options }) => ({ outcome: options['outcome'], evidence: options['evidence'] }),
    said: ({ id }, { options }) => `The return of ${id} is recorded as ${options['outcome']}.\n`,
  }),
  'deposits held': held,
  'deposits release': act<{ outcome: string }>({
    noun: 'deposit',
    path: (id) => `/deposits/${id}/release`,
    said: ({ outcome }) => `${outcome}\n`,
  }),
  'deposits reversed': reversed,
  'deposits received': settle('received', 'is noted as received'),
  'deposits set-off': settle('set-off', 'is set off as far as unsent refunds go'),
  'deposits write-off': settle('write-off', 'is written off'),
  'payouts returned': returned,
  'payouts pay-again': ofPayout('pay-again', 'is paid out again'),
  'payouts refund': ofPayout('refund', 'is refunded instead'),
  'refunds waiting': waiting,
  'refunds send': sendRefund,
  'refunds send-kept': act<DeskOrder>({
    noun: 'order',
    path: (id) => `/orders/${id}/send-kept`,
    said: ({ id, status }) => `The kept refunds of ${id} are sent together; it is ${status}.\n`,
  }),
  'refunds release': act<{ id: string }>({
    noun: 'refund',
    path: (id) => `/refunds/${id}/release`,
    said: ({ id }) => `${id} is released.\n`,
  }),
}
