// Renders the quotes of customers before and after an operator file as text.
import type { Schemas } from '@corridor/server/operator-client/client.ts'
import { report } from '../report.ts'
import { table } from '../table.ts'

type Preview = Schemas['ConfigurationPreview']
type Shown = Preview['routes'][number]
type Side = Shown['after']
type Quote = Side['quotes'][number]

export const previewText = ({ at, changes, routes, is_cut: isCut }: Preview): string =>
  [
    report(changes, 'Would'),
    `At ${at}, at present rates:\n`,
    ...routes.map(shownRoute),
    routes.length === 0 ? 'No quote differs.\n' : '',
    isCut ? 'More routes may differ.\n' : '',
    'Nothing was changed.\n',
  ].join('')

function shownRoute(route: Shown): string {
  const { before, after } = route
  const terms = termsOf(after).map(([name, now], index) => {
    const then = before === null ? '-' : (termsOf(before)[index]?.[1] ?? '')
    return [name, then, then === now ? '' : now]
  })
  const quotes = after.quotes.map((quote, index) => {
    const currency = quote.side === 'payin' ? route.payin_currency : route.payout_currency
    const then = quotedText(before?.quotes[index])
    const now = quotedText(quote)
    return [`${quote.side} ${quote.amount} ${currency}`, then, then === now ? '' : now]
  })
  const rows = [...terms.filter(([, , now]) => now !== ''), ...quotes]
  return `\n${route.name} of ${route.organization} ${route.effect}\n${table(['', 'BEFORE', 'AFTER'], rows)}`
}

const termsOf = (side: Side): [string, string][] => [
  ['disabled', String(side.is_disabled)],
  ['providers', side.liquidity_providers.join(', ')],
  ['payin limits', `${side.payin_limits.min} to ${side.payin_limits.max}`],
  ['hours', shownHours(side)],
  ['opens at', side.opens_at ?? 'never'],
  ['settlement', side.estimated_settlement_time],
  ['quote is good for', `${side.submission_seconds} s`],
  ['funding within', `${side.funding_seconds} s`],
]

const shownHours = ({ current_day_hours_of_operation: hours }: Side): string =>
  hours === null
    ? 'none'
    : hours.open_utc === hours.close_utc
      ? 'closed'
      : `${hours.open_utc} to ${hours.close_utc}`

function quotedText(quote: Quote | undefined): string {
  if (quote === undefined) return '-'
  if (quote.price === null) return quote.problem ?? ''
  const { payin_total, payin_fee, payin_tax, payout_total, exchange_rate } = quote.price
  return `${payin_total} (fee ${payin_fee}, tax ${payin_tax}) -> ${payout_total} at ${exchange_rate}`
}
