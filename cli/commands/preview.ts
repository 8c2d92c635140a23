// `corridor apply FILE --preview`: what customers would be quoted before and after the file, at present rates.
import type { Instant } from '@corridor/server/clock.ts'
import { previewView } from '@corridor/server/configuration/preview-endpoints.ts'
import { previewFile, type PreviewOptions } from '@corridor/server/configuration/preview.ts'
import type { OperatorFile } from '@corridor/server/operators/operator-file.ts'
import { report } from '../report.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

type Shown = ReturnType<typeof previewView>['routes'][number]
type Side = Shown['after']

export const preview = (
  file: OperatorFile,
  from: Instant | undefined,
  amounts: PreviewOptions['amounts'],
): Promise<void> =>
  withDatabase(async (_db, { openDeps }) => {
    const deps = await openDeps()
    try {
      // A provider that answers nothing has no rates; its quotes are shown as refused.
      await deps.feeds.push().catch((error: unknown) => {
        process.stderr.write(`warning: ${error instanceof Error ? error.message : String(error)}\n`)
      })
      const { at, changes, routes, is_cut } = previewView(
        await previewFile(deps, file, { from, amounts }),
      )
      process.stdout.write(report(changes, 'Would'))
      process.stdout.write(`At ${at}, at present rates:\n`)
      for (const route of routes) process.stdout.write(shownRoute(route))
      if (routes.length === 0) process.stdout.write('No quote differs.\n')
      if (is_cut) process.stdout.write('More routes may differ.\n')
      process.stdout.write('Nothing was changed.\n')
    } finally {
      await deps.feeds.stop()
    }
  })

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

function quotedText(quote: Side['quotes'][number] | undefined): string {
  if (quote === undefined) return '-'
  if (quote.price === null) return quote.problem ?? ''
  const { payin_total, payin_fee, payin_tax, payout_total, exchange_rate } = quote.price
  return `${payin_total} (fee ${payin_fee}, tax ${payin_tax}) -> ${payout_total} at ${exchange_rate}`
}
