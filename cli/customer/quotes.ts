// `corridor quote | quotes`: chooses the offering, and shows what a quote costs.
import type { Corridor, Offering, Quote } from '@corridor/sdk'
import { textIn, type Given } from '../client/rows.ts'
import { lines, table } from '../table.ts'
import { offeringCells, offeringHeadings } from './markets.ts'
import { metadataIn } from './options.ts'
import { UsageError } from './refused.ts'
import type { Verb } from './run.ts'
import { filters, instrumentText, listed, money, record, shortTime, times } from './show.ts'

type Options = Given['options']

export const quote: Verb = async ({ corridor, organization }, { options }) => {
  const id = await organization()
  const { made, offering } = await quoted(corridor, id, options, metadataIn(options))
  return {
    text: quoteText(made, offering),
    json: made,
    note: `Order it: \`corridor order --quote ${made.id}\`.\n`,
  }
}

export const list: Verb = async ({ corridor, organization }, given) => {
  const id = await organization()
  const query = {
    ...filters(given.options, { offering: 'offering_id', ...times }),
    ...metadataIn(given.options),
  }
  const currencies = await currenciesOf(corridor, id)
  return listed((limit) => corridor.quotes.list(id, { limit, ...query }), given, {
    headings: ['QUOTE', 'PAY', 'RECEIVE', 'RATE', 'ORDER BY', 'OFFERING'],
    cells: async (one) => {
      const { from, to } = await currencies(one.offering_id)
      return [
        one.id,
        money(one.payin.total, from),
        money(one.payout.total, to),
        one.exchange_rate,
        shortTime(one.submission_expires_at),
        one.offering_id,
      ]
    },
    empty: 'There is no quote: `corridor quote` makes one.',
  })
}

export const show: Verb = async ({ corridor, organization }, { args }) =>
  record(await corridor.quotes.get(await organization(), args[0] ?? ''))

/** A quote has no currencies: its offering has them. */
async function currenciesOf(corridor: Corridor, organization: string) {
  const known = new Map<string, Promise<Offering>>()
  return async (id: string): Promise<{ from: string; to: string }> => {
    const read = known.get(id) ?? corridor.offerings.get(organization, id)
    known.set(id, read)
    const { payin, payout } = await read
    return {
      from: payin.external_payment_instrument.currency,
      to: payout.external_payment_instrument.currency,
    }
  }
}

/** Makes a quote as the options ask. */
export async function quoted(
  corridor: Corridor,
  organization: string,
  options: Options,
  /** Of the quote: an order has its own. */
  metadata = {},
): Promise<{ made: Quote; offering: Offering }> {
  const amount = amountOf(options)
  const id = textIn(options, 'offering')
  const offering =
    id === undefined
      ? await offeringFor(corridor, organization, options)
      : await corridor.offerings.get(organization, id)
  const key = { idempotencyKey: textIn(options, 'idempotencyKey') }
  const made = await corridor.quotes.create(
    organization,
    { offering_id: offering.id, ...amount, ...metadata },
    key,
  )
  return { made, offering }
}

function amountOf(options: Options): { payin_amount: string } | { payout_amount: string } {
  const [pay, receive] = [textIn(options, 'pay'), textIn(options, 'receive')]
  if (pay !== undefined && receive === undefined) return { payin_amount: pay }
  if (receive !== undefined && pay === undefined) return { payout_amount: receive }
  throw new UsageError(
    'give one amount: --pay with what you pay, or --receive with what the beneficiary receives, such as --pay 1000.00',
  )
}

/** The one fresh offering that fits --from, --to and --provider. */
async function offeringFor(
  corridor: Corridor,
  organization: string,
  options: Options,
): Promise<Offering> {
  const [from, to, provider] = ['from', 'to', 'provider'].map((name) => textIn(options, name))
  if (textIn(options, 'idempotencyKey') !== undefined)
    throw new UsageError(
      '--idempotency-key needs --offering: otherwise each call prices another one',
    )
  const all = await corridor.offerings.create(organization)
  const fitting = all.filter(
    (one) =>
      isMeant(one.payin.external_payment_instrument, from) &&
      isMeant(one.payout.external_payment_instrument, to) &&
      (provider === undefined || one.liquidity_provider.name === provider),
  )
  const [only, ...others] = fitting
  if (only !== undefined && others.length === 0) return only
  const shown = only === undefined ? all : fitting
  const possible = table(offeringHeadings, shown.map(offeringCells), {
    shrinks: ['FROM', 'TO'],
  }).trimEnd()
  throw new UsageError(
    only === undefined
      ? all.length === 0
        ? 'nothing can be exchanged: see `corridor routes` and `corridor instruments`'
        : `no offering fits. Possible are:\n${possible}`
      : `${fitting.length} offerings fit. Choose one with --offering, --provider, or instruments in --from and --to:\n${possible}`,
  )
}

/** By currency, id or alias. */
const isMeant = (
  one: { id: string; alias: string; currency: string },
  text: string | undefined,
): boolean =>
  text === undefined || one.id === text || one.alias === text || one.currency === text.toUpperCase()

export function quoteText(made: Quote, { payin, payout, liquidity_provider }: Offering): string {
  const [from, to] = [payin.external_payment_instrument, payout.external_payment_instrument]
  return lines([
    ['Quote', made.id],
    ['From', instrumentText(from)],
    ['To', instrumentText(to)],
    ['You pay', money(made.payin.total, from.currency)],
    ['  of it fee', money(made.payin.fee, from.currency)],
    ['  of it tax', money(made.payin.tax, from.currency)],
    ['Rate', `${made.exchange_rate} ${to.currency} for 1 ${from.currency}`],
    ['They receive', money(made.payout.total, to.currency)],
    ['Provider', liquidity_provider.name],
    ['Order by', `${shortTime(made.submission_expires_at)}, ${duration(made)} from its creation`],
    ['Fund by', shortTime(made.funding_expires_at)],
  ])
}

/** Between instants of the service, whose clock may differ from the one here. */
function duration({ created_at: from, submission_expires_at: to }: Quote): string {
  const seconds = Math.floor((Date.parse(to) - Date.parse(from)) / 1000)
  return seconds % 60 === 0
    ? `${seconds / 60} min`
    : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
