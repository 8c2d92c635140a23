// The liquidity provider: rates, firm quotes and conversions.
import { randomUUID } from 'node:crypto'
import { ok, Refusal, requireSameBody, spelledOnce, textIn, valid, type Answer } from './answers.ts'
import type { Book, Fact, Json } from './book.ts'
import { page } from './lists.ts'
import { amountOf, converted, minorOf } from './money.ts'

const QUOTE_MS = 60_000

export const ratesOf = (book: Book, nowMs: number): Answer =>
  ok({
    rates: [...book.rates].map(([pair, rate]) => {
      const [payin_currency, payout_currency] = pair.split('/')
      return { payin_currency, payout_currency, rate, observed_at: new Date(nowMs).toISOString() }
    }),
  })

/** A quote is remembered, because the fill must find it after a restart. */
export function quote(book: Book, body: Json, nowMs: number): Answer {
  const payin_currency = textIn(body, 'payin_currency')
  const payout_currency = textIn(body, 'payout_currency')
  const rate = book.rates.get(`${payin_currency}/${payout_currency}`)
  if (rate === undefined) throw new Refusal(422, 'no_rate')
  const payinMinor = valid(() => minorOf(body['payin_amount'], payin_currency))
  const made = {
    payin_currency,
    payin_amount: amountOf(payinMinor, payin_currency),
    payout_currency,
    payout_amount: amountOf(
      converted(payinMinor, payin_currency, payout_currency, rate),
      payout_currency,
    ),
    rate,
    expires_at: new Date(nowMs + QUOTE_MS).toISOString(),
  }
  const token = randomUUID()
  book.record({ fact: 'quote', token, quote: made })
  const { payout_amount, expires_at } = made
  return ok({ key: textIn(body, 'key'), token, rate, payout_amount, expires_at })
}

/** The same key and body: the first answer. The conversion and its answer are one fact. */
export function fill(book: Book, key: string, body: Json, nowMs: number): Answer {
  const spelled = spelledOnce(body)
  const known = book.fills.get(key)
  if (known !== undefined) {
    requireSameBody(key, known, spelled)
    return ok(known.answer)
  }
  const fact = decideFill(book, key, body, nowMs)
  book.record({ ...fact, body: spelled, at: new Date(nowMs).toISOString() })
  return ok(fact.answer)
}

type Decided = Omit<Extract<Fact, { fact: 'fill' }>, 'body' | 'at'>

function decideFill(book: Book, key: string, body: Json, nowMs: number): Decided {
  const declined = (code: string): Decided => ({
    fact: 'fill',
    key,
    answer: { key, status: 'declined', is_final: false, code },
    asked: {
      payin_currency: textIn(body, 'payin_currency'),
      payout_currency: textIn(body, 'payout_currency'),
    },
  })
  const agreed = book.quotes.get(textIn(body, 'token'))
  if (agreed === undefined) return declined('unknown_quote')
  const { payin_currency, payin_amount, payout_currency, payout_amount } = agreed
  const payinMinor = valid(() => minorOf(body['payin_amount'], payin_currency))
  const isAgreed =
    body['payin_currency'] === payin_currency &&
    body['payout_currency'] === payout_currency &&
    payinMinor === minorOf(payin_amount, payin_currency) &&
    valid(() => minorOf(body['payout_amount'], payout_currency)) ===
      minorOf(payout_amount, payout_currency)
  if (!isAgreed) return declined('not_the_quote')
  // Decline an ended quote even if the rate is unchanged: Corridor may already have asked for another one.
  if (nowMs > Date.parse(agreed.expires_at)) return declined('quote_expired')
  if ((book.balances.get(`exchange/${payin_currency}`) ?? 0n) < payinMinor)
    return declined('insufficient_balance')
  const answer = {
    key,
    status: 'filled',
    sold_amount: payin_amount,
    delivered_amount: payout_amount,
    fee: null,
    reference: `trade-${book.fills.size + 1}`,
  }
  const conversion = { payin_currency, payin_amount, payout_currency, payout_amount }
  return { fact: 'fill', key, answer, conversion }
}

/** Every conversion since a time. Declined ones sold nothing, and are told by their status. */
export const fills = (book: Book, query: URLSearchParams): Answer =>
  page(query, 'fills', [...book.fills], ([key, { answer, asked }]) => ({
    key,
    status: answer['status'],
    ...asked,
    sold_amount: answer['sold_amount'],
    delivered_amount: answer['delivered_amount'],
    reference: answer['reference'],
  }))

export function lookUpFill(book: Book, key: string): Answer {
  const known = book.fills.get(key)
  if (known === undefined) throw new Refusal(404, 'unknown_key', { key })
  return ok(known.answer)
}
