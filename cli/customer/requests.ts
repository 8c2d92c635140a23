// `corridor requests`: orders that wait for a second person of the enterprise. A key sees them; people decide.
import { decimal, type Corridor, type OrderRequest, type Quote } from '@corridor/sdk'
import { textIn } from '../client/rows.ts'
import { lines } from '../table.ts'
import { confirmed } from './confirm.ts'
import { metadataIn } from './options.ts'
import type { Verb } from './run.ts'
import { chosen, listed, money, record, shortTime } from './show.ts'
import { orderRequestStatuses, pricedBy } from './words.ts'

export const list: Verb = async ({ corridor, organization }, given) => {
  const id = await organization()
  const status = chosen(orderRequestStatuses, textIn(given.options, 'status'))
  const query = status === undefined ? {} : { status }
  return listed((limit) => corridor.orderRequests.list(id, { limit, ...query }), given, {
    headings: ['REQUEST', 'STATUS', 'PAY', 'RECEIVE', 'PREPARED BY', 'UNTIL', 'REFERENCE'],
    cells: (one) => [
      one.id,
      one.status,
      money(one.payin_total, one.payin_currency),
      money(one.payout_total, one.payout_currency),
      one.prepared_by.login,
      shortTime(one.expires_at),
      one.external_reference_id,
    ],
    shrinks: ['REFERENCE', 'PREPARED BY'],
    empty: 'No order waits for a second person.',
  })
}

export const show: Verb = async ({ corridor, organization }, { args }) =>
  record(await corridor.orderRequests.get(await organization(), args[0] ?? ''))

export const prepare: Verb = async ({ corridor, organization }, { args, options }) => {
  const [reference, note] = [textIn(options, 'reference'), textIn(options, 'note')]
  const side = chosen(pricedBy, textIn(options, 'pricedBy'))
  const json = await corridor.orderRequests.prepare(await organization(), {
    quote_id: args[0] ?? '',
    ...(reference === undefined ? {} : { external_reference_id: reference }),
    ...(note === undefined ? {} : { note }),
    ...(side === undefined ? {} : { priced_by: side }),
    ...metadataIn(options),
  })
  return {
    text: `${json.id} waits until ${shortTime(json.expires_at)} for somebody else.\n`,
    json,
  }
}

/** Shows what is paid now, and asks. */
export const approve: Verb = async ({ corridor, organization }, { args, options }) => {
  const id = await organization()
  const request = await corridor.orderRequests.get(id, args[0] ?? '')
  const given = textIn(options, 'quote')
  const quote =
    given === undefined
      ? await quoteOfNow(corridor, id, request)
      : await corridor.quotes.get(id, given)
  process.stderr.write(terms(request, quote))
  if (options['yes'] !== true) await confirmed(`Approve ${request.id}?`)
  const json = await corridor.orderRequests.approve(id, request.id, { quote_id: quote.id })
  return { text: `${json.id} is ${json.status.current_status}.\n`, json }
}

/** A quote between the same instruments, for the total that the preparer entered. */
async function quoteOfNow(
  corridor: Corridor,
  organization: string,
  request: OrderRequest,
): Promise<Quote> {
  const offering = (await corridor.offerings.create(organization)).find(
    ({ payin, payout }) =>
      payin.external_payment_instrument.id === request.payin_instrument_id &&
      payout.external_payment_instrument.id === request.payout_instrument_id,
  )
  if (offering === undefined)
    throw new Error(`the instruments of ${request.id} have no offering now: try again later`)
  const amount =
    request.priced_by === 'payout'
      ? { payout_amount: request.payout_total }
      : { payin_amount: request.payin_total }
  return corridor.quotes.create(organization, { offering_id: offering.id, ...amount })
}

function terms(request: OrderRequest, { payin, payout, exchange_rate: rate }: Quote): string {
  const { payin_currency: from, payout_currency: to } = request
  const isMore = decimal.compare(payin.total, request.payin_total) > 0
  const more = decimal.subtract(payin.total, request.payin_total)
  return lines([
    ['Prepared by', request.prepared_by.login],
    ['Prepared', `${money(request.payin_total, from)} for ${money(request.payout_total, to)}`],
    ['You pay', money(payin.total, from)],
    ['They receive', money(payout.total, to)],
    ['Rate', `${rate} ${to} for 1 ${from}`],
    ...(isMore ? [['More than prepared', money(more, from)] as const] : []),
  ])
}

const ending =
  (verb: 'reject' | 'withdraw'): Verb =>
  async ({ corridor, organization }, { args, options }) => {
    const note = textIn(options, 'note')
    const body = note === undefined ? {} : { note }
    const json = await corridor.orderRequests[verb](await organization(), args[0] ?? '', body)
    return { text: `${json.id} is ${json.status}. Nothing is ordered.\n`, json }
  }

export const reject = ending('reject')
export const withdraw = ending('withdraw')
