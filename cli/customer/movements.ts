// `corridor deposits | payouts | refunds`: money that moved for a customer's orders.
import { textIn, type Given } from '../client/rows.ts'
import type { Verb } from './run.ts'
import { chosen, filters, listed, money, record, shortTime, times } from './show.ts'
import { depositOutcomes, payoutStatuses, refundStatuses } from './words.ts'

const common = ({ options }: Given) =>
  filters(options, { order: 'order_id', currency: 'currency', ...times })

export const deposits: Verb = async ({ corridor, organization }, given) => {
  const id = await organization()
  const outcome = chosen(depositOutcomes, textIn(given.options, 'outcome'))
  const query = { ...common(given), ...(outcome === undefined ? {} : { outcome }) }
  return listed((limit) => corridor.deposits.list(id, { limit, ...query }), given, {
    headings: ['DEPOSIT', 'AMOUNT', 'OUTCOME', 'ORDER', 'RECORDED'],
    cells: (one) => [
      one.id,
      money(one.amount, one.currency),
      one.outcome,
      one.order_id,
      shortTime(one.recorded_at),
    ],
    empty: 'No deposit was found.',
  })
}

export const payouts: Verb = async ({ corridor, organization }, given) => {
  const id = await organization()
  const status = chosen(payoutStatuses, textIn(given.options, 'status'))
  const query = { ...common(given), ...(status === undefined ? {} : { status }) }
  return listed((limit) => corridor.payouts.list(id, { limit, ...query }), given, {
    headings: ['PAYOUT', 'AMOUNT', 'STATUS', 'ORDER', 'CREATED'],
    cells: (one) => [
      one.id,
      money(one.amount, one.currency),
      one.status,
      one.order_id,
      shortTime(one.created_at),
    ],
    empty: 'No payout was found.',
  })
}

export const refunds: Verb = async ({ corridor, organization }, given) => {
  const id = await organization()
  const status = chosen(refundStatuses, textIn(given.options, 'status'))
  const query = { ...common(given), ...(status === undefined ? {} : { status }) }
  return listed((limit) => corridor.refunds.list(id, { limit, ...query }), given, {
    headings: ['REFUND', 'AMOUNT', 'STATUS', 'REASON', 'ORDER', 'CREATED'],
    cells: (one) => [
      one.id,
      money(one.amount, one.currency),
      one.status,
      one.reason,
      one.order_id,
      shortTime(one.created_at),
    ],
    empty: 'No refund was found.',
  })
}

export const deposit: Verb = async ({ corridor, organization }, { args }) =>
  record(await corridor.deposits.get(await organization(), args[0] ?? ''))

export const payout: Verb = async ({ corridor, organization }, { args }) =>
  record(await corridor.payouts.get(await organization(), args[0] ?? ''))

export const refund: Verb = async ({ corridor, organization }, { args }) =>
  record(await corridor.refunds.get(await organization(), args[0] ?? ''))
