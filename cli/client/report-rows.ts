// The commands on reports, and their operations.
import { list, moneyText, textIn, type Money, type Row } from './rows.ts'

type Exposure = {
  organization_name: string | null
  route_name: string | null
  liquidity_provider: string | null
  payin_currency: string
  payout_currency: string
  awaiting_funding: { orders: number; payin: string; payout: string }
  awaiting_conversion: { orders: number; payin: string; payout: string }
  reserved: { payin: string; payout: string }
}

const exposure = list<Exposure>({
  path: ({ options }) =>
    `/exposure/${options['by'] === 'provider' ? 'providers' : 'routes'}?limit=200`,
  headings: [
    'OF',
    'UNFUNDED',
    'MAY PAY IN',
    'PROMISED',
    'TO CONVERT',
    'PAID IN',
    'PROMISED',
    'RESERVED',
  ],
  cells: (one) => {
    const payin = (amount: string) => `${amount} ${one.payin_currency}`
    const payout = (amount: string) => `${amount} ${one.payout_currency}`
    return [
      one.route_name === null
        ? (one.liquidity_provider ?? 'no provider')
        : `${one.organization_name ?? ''}: ${one.route_name}`,
      String(one.awaiting_funding.orders),
      payin(one.awaiting_funding.payin),
      payout(one.awaiting_funding.payout),
      String(one.awaiting_conversion.orders),
      payin(one.awaiting_conversion.payin),
      payout(one.awaiting_conversion.payout),
      `${payin(one.reserved.payin)}, ${payout(one.reserved.payout)}`,
    ]
  },
  empty: 'No order awaits funding or conversion.',
})

type SmallSum = { rail: string; kind: string; state: string; count: number; amount: Money }

const smallAmounts = list<SmallSum>({
  path: ({ options }) => {
    const period = ['from', 'to'].flatMap((name) => {
      const value = textIn(options, name)
      return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]
    })
    return `/small_amounts${period.length === 0 ? '' : `?${period.join('&')}`}`
  },
  headings: ['RAIL', 'WHAT', 'STATE', 'COUNT', 'AMOUNT'],
  cells: (one) => [one.rail, one.kind, one.state, String(one.count), moneyText(one.amount)],
  empty: 'No deposit or refund was too small.',
})

export const reportRows: Readonly<Record<string, Row>> = {
  exposure,
  'small-amounts': smallAmounts,
}
