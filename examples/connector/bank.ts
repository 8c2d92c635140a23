// The bank: payments, accounts for payers, and movements.
import { randomUUID } from 'node:crypto'
import { ok, Refusal, requireSameBody, spelledOnce, textIn, valid, type Answer } from './answers.ts'
import type { Book, Json } from './book.ts'
import { page } from './lists.ts'
import { amountOf, minorOf } from './money.ts'

const MOST_MOVEMENTS = 500
const BANK = '646'
const PLACE = '180'

/** Accepts a payment, then executes it. A crash between the two leaves it pending; `resume` executes it. */
export function send(book: Book, key: string, body: Json, nowMs: number): Answer {
  const spelled = spelledOnce(body)
  const known = book.sends.get(key)
  if (known !== undefined) {
    requireSameBody(key, known, spelled)
    return ok(known.answer)
  }
  if (book.cancelled.has(key)) return ok(cancelledBefore(key))
  const currency = textIn(body, 'currency')
  const minor = valid(() => minorOf(body['amount'], currency))
  if (body['method'] !== 'MXN_CLABE' || currency !== 'MXN') throw new Refusal(422, 'not_served')
  if (minor === 0n) throw new Refusal(422, 'amount_is_zero')
  const amount = amountOf(minor, currency)
  const at = new Date(nowMs).toISOString()
  book.record({ fact: 'send', key, body: spelled, at, payment: { currency, amount } })
  decide(book, key)
  return lookUpSend(book, key)
}

/** Executes payments that were accepted and are not decided yet. */
export function resume(book: Book): void {
  for (const [key, { answer }] of book.sends) if (answer['status'] === 'pending') decide(book, key)
}

// A real connector calls its bank here, with the key as the reference of the payment. If the bank cannot refuse a second
// payment with the same reference, look it up first.
function decide(book: Book, key: string): void {
  const send = book.sends.get(key)
  if (send === undefined || book.sendMode === 'hold') return
  const isCovered =
    (book.balances.get(`bank/${send.currency}`) ?? 0n) >= minorOf(send.amount, send.currency)
  if (book.sendMode === 'reject') book.record({ fact: 'rejected', key, code: 'account_closed' })
  else if (!isCovered) book.record({ fact: 'rejected', key, code: 'insufficient_balance' })
  else book.record({ fact: 'paid', key, reference: `trace-${randomUUID()}` })
}

export function lookUpSend(book: Book, key: string): Answer {
  const known = book.sends.get(key)
  if (known === undefined && book.cancelled.has(key)) return ok(cancelledBefore(key))
  if (known === undefined) throw new Refusal(404, 'unknown_key', { key })
  return ok(known.answer)
}

const CANCELLED = 'cancelled'
const cancelledBefore = (key: string): Json => ({ key, status: 'rejected', code: CANCELLED })

/** Also for a key that was never received: it is then refused when it comes. A real connector asks its bank here. */
export function cancel(book: Book, key: string): Answer {
  const status = book.sends.get(key)?.answer['status']
  if (status === 'settled') return ok({ key, status: 'too_late' })
  if (status === 'pending') book.record({ fact: 'rejected', key, code: CANCELLED })
  else if (status === undefined && !book.cancelled.has(key)) book.record({ fact: 'cancelled', key })
  return ok({ key, status: 'cancelled', code: CANCELLED })
}

/** Every payment since a time, for a Corridor whose database was restored. */
export const sends = (book: Book, query: URLSearchParams): Answer =>
  page(query, 'sends', [...book.sends], ([key, { answer, currency, amount }]) => ({
    key,
    status: answer['status'],
    currency,
    amount,
  }))

/** A repeated key gets the same accounts. */
export function fundingAccounts(book: Book, body: Json): Answer {
  const key = textIn(body, 'key')
  const spelled = spelledOnce(body)
  const known = book.accountRequests.get(key)
  if (known !== undefined) {
    requireSameBody(key, known, spelled)
    return ok({ key, accounts: known.accounts })
  }
  const count = Number(body['count'])
  if (!Number.isInteger(count) || count < 1 || count > 500)
    throw new Refusal(400, 'invalid_request')
  if (body['method'] !== 'MXN_CLABE') throw new Refusal(422, 'not_served')
  const accounts = Array.from({ length: count }, (_, index) => ({
    clabe: clabeOf(book.accountsGiven + index + 1),
    account_holder_name: 'Corridor Desk',
    bank_name: 'Example Bank',
  }))
  book.record({ fact: 'accounts', key, body: spelled, accounts })
  return ok({ key, accounts })
}

/** The cursor is the number of movements before the page. */
export function movements(book: Book, query: URLSearchParams): Answer {
  const cursor = query.get('cursor') ?? '0'
  const limit = query.get('limit') ?? String(MOST_MOVEMENTS)
  if (!/^\d{1,15}$/.test(cursor) || Number(cursor) > book.movements.length)
    throw new Refusal(400, 'invalid_cursor')
  if (!/^[1-9]\d{0,2}$/.test(limit)) throw new Refusal(400, 'invalid_limit')
  const from = Number(cursor)
  const page = book.movements.slice(from, from + Math.min(Number(limit), MOST_MOVEMENTS))
  return ok({ cursor: String(from + page.length), movements: page })
}

/** The account number of a Mexican bank: 17 digits and a check digit. */
function clabeOf(number: number): string {
  const digits = BANK + PLACE + String(number).padStart(11, '0')
  const sum = [...digits].reduce(
    (total, digit, index) => total + ((Number(digit) * ([3, 7, 1][index % 3] ?? 0)) % 10),
    0,
  )
  return digits + ((10 - (sum % 10)) % 10)
}
