// Commands on deposits, payouts, refunds and movements that are more than one operation.
import { addressOf, type Schemas } from '@corridor/server/operator-client/client.ts'
import { table } from '../table.ts'
import { listText, moneyText, reasonOf, textIn, type Call, type Row } from './rows.ts'
import { rowsText } from './shown.ts'

const ORDER = '/operator/v1/orders/{order_id}'

type Item<Kind extends string> = Extract<Schemas['QueueItem'], { kind: Kind }>

/** Items of the queue of one kind, snoozed ones too. */
async function itemsOf<Kind extends Schemas['QueueItem']['kind']>(
  call: Call,
  kind: Kind,
): Promise<Item<Kind>[]> {
  const { rows } = await call.all('/operator/v1/queue', { kind, snoozed: 'any', limit: 200 })
  return rows.filter((one): one is Item<Kind> => one.kind === kind)
}

const unmatched: Row = {
  async run(call) {
    const json = await itemsOf(call, 'unmatched_deposit')
    const text = listText<Item<'unmatched_deposit'>>(
      {
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
      },
      json,
    )
    return { text, json }
  },
}

/** One act for each currency that the payer of the order owes. */
const settle = (path: 'received' | 'set-off' | 'write-off', words: string): Row => ({
  noun: 'order',
  async run(call, line) {
    const [id = ''] = line.args
    const reason = reasonOf(line)
    const { rows } = await call.all('/operator/v1/reversals')
    const open = rows.filter((one) => one.order_id === id)
    if (open.length === 0)
      throw new Error(
        `${id} has no open reversal; \`corridor deposits reversed\` shows the orders that have`,
      )
    const settled: Schemas['DeskOrder'][] = []
    const said: string[] = []
    for (const { owed } of open) {
      const { currency } = owed
      const to = addressOf(`${ORDER}/reversal/${path}`, { order_id: id })
      const { data } = await call.send<Schemas['DeskOrder']>('POST', to, { currency, reason })
      settled.push(data)
      said.push(`What was owed in ${currency} for ${id} ${words}; the order is ${data.status}.\n`)
    }
    return { text: said.join(''), json: settled }
  },
})

const returned: Row = {
  async run(call) {
    const json = await itemsOf(call, 'returned_payout')
    const text = listText<Item<'returned_payout'>>(
      {
        headings: ['PAYOUT', 'ORDER', 'AMOUNT', 'REASON', 'RETURNED'],
        cells: ({ subject, order_id, since, facts }) => [
          subject,
          order_id,
          moneyText(facts.amount),
          facts.code,
          since,
        ],
        empty: 'No payout that came back waits for you.',
      },
      json,
    )
    return { text, json }
  },
}

/** An act on the order of a payout. */
const ofPayout = (path: `${typeof ORDER}/${'pay-again' | 'refund'}`, done: string): Row => ({
  noun: 'payout',
  async run(call, line) {
    const [id = ''] = line.args
    const reason = reasonOf(line)
    const waiting = await itemsOf(call, 'returned_payout')
    const order_id = waiting.find(({ subject }) => subject === id)?.order_id
    if (order_id == null)
      throw new Error(
        `${id} is no payout that came back; \`corridor payouts returned\` shows those that did`,
      )
    const to = textIn(line.options, 'instrument')
    const { data } =
      to === undefined
        ? await call.act(path, { order_id }, { reason })
        : await call.act(
            `${ORDER}/pay-elsewhere`,
            { order_id },
            { external_payment_instrument_id: to, reason },
          )
    return { text: `${id} ${done}; ${data.id} is ${data.status}.\n`, json: data }
  },
})

const sendRefund: Row = {
  noun: 'refund',
  fields: { '/external_payment_instrument_id': '--to' },
  async run(call, line) {
    const [refund_id = ''] = line.args
    const to = textIn(line.options, 'to') ?? ''
    const refund = await call.read('/operator/v1/refunds/{refund_id}', { refund_id })
    const { data } = await call.act(
      `${ORDER}/redirect-refund`,
      { order_id: refund.order_id },
      {
        refund_id,
        external_payment_instrument_id: to,
        reason: reasonOf(line, 'sent at the command line'),
      },
    )
    return { text: `${refund_id} is sent to ${to}.\n`, json: data }
  },
}

const FINISHED: readonly string[] = ['SETTLED', 'FAILED', 'CANCELLED']

/** The list of the API is newest first. */
const movements: Row = {
  async run(call, { options }) {
    const { rows } = await call.all('/operator/v1/movements', { limit: 200 })
    const data = rows
      .filter(({ status }) => options['all'] === true || !FINISHED.includes(status))
      .toReversed()
    const lines = data.map((one) => [
      one.id,
      one.status,
      one.from_account,
      one.to_account,
      `${one.amount} ${one.currency}`,
      one.value_date ?? '',
      one.history.at(-1)?.created_at ?? '',
      one.history.at(-1)?.reason ?? '',
    ])
    const headings = ['MOVEMENT', 'STATUS', 'FROM', 'TO', 'AMOUNT', 'VALUE DATE', 'SINCE', 'REASON']
    const text = lines.length === 0 ? 'No treasury movement is open.\n' : table(headings, lines)
    return { text, json: data }
  },
}

const exposure: Row = {
  async run(call, { options }) {
    const by = options['by'] === 'provider' ? 'providers' : 'routes'
    const { rows } = await call.all(`/operator/v1/exposure/${by}`, { limit: 200 })
    const shown = rows.map(({ awaiting_funding: unfunded, awaiting_conversion: paid, ...one }) => {
      const payin = (amount: string) => `${amount} ${one.payin_currency}`
      const payout = (amount: string) => `${amount} ${one.payout_currency}`
      return {
        of:
          one.route_name === null
            ? (one.liquidity_provider ?? 'no provider')
            : `${one.organization_name ?? ''}: ${one.route_name}`,
        unfunded: unfunded.orders,
        may_pay_in: payin(unfunded.payin),
        promised: payout(unfunded.payout),
        to_convert: paid.orders,
        paid_in: payin(paid.payin),
        promised_then: payout(paid.payout),
        reserved: `${payin(one.reserved.payin)}, ${payout(one.reserved.payout)}`,
      }
    })
    const text = rowsText(
      shown,
      Object.keys(shown[0] ?? {}),
      'No order awaits funding or conversion.',
    )
    return { text, json: rows }
  },
}

export const moneyRows: Readonly<Record<string, Row>> = {
  'deposits unmatched': unmatched,
  'deposits received': settle('received', 'is noted as received'),
  'deposits set-off': settle('set-off', 'is set off as far as unsent refunds go'),
  'deposits write-off': settle('write-off', 'is written off'),
  'payouts returned': returned,
  'payouts pay-again': ofPayout(`${ORDER}/pay-again`, 'is paid out again'),
  'payouts refund': ofPayout(`${ORDER}/refund`, 'is refunded instead'),
  'refunds send': sendRefund,
  'treasury list': movements,
  exposure,
}
