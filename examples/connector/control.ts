// The outside world, for tests and demos: money arrives, a payment comes back, the bank holds payments. Only processes
// of this machine reach it. A real connector has no such part.
import { ok, Refusal, textIn, valid, type Answer } from './answers.ts'
import { resume } from './bank.ts'
import type { Book, Json, Movement, Place, SendMode } from './book.ts'
import { amountOf, minorOf } from './money.ts'

export function control(book: Book, action: string, body: Json): Answer {
  switch (action) {
    case 'GET /book':
      return ok(summaryOf(book))
    case 'POST /money':
      book.record({ fact: 'money', place: placeIn(body, 'place'), ...moneyIn(body) })
      return ok(summaryOf(book))
    case 'POST /transfers': {
      const [from, to] = [placeIn(body, 'from'), placeIn(body, 'to')]
      book.record({ fact: 'transfer', from, to, ...moneyIn(body) })
      return ok(summaryOf(book))
    }
    case 'POST /rates':
      valid(() => minorOf(textIn(body, 'rate'), 'USDC'))
      book.record({ fact: 'rate', pair: textIn(body, 'pair'), rate: textIn(body, 'rate') })
      return ok({})
    case 'POST /sends': {
      const mode = textIn(body, 'mode')
      if (!isSendMode(mode)) throw new Refusal(400, 'mode must be pay, hold or reject')
      book.record({ fact: 'sends', mode })
      resume(book)
      return ok({})
    }
    case 'POST /listed': {
      const [text, status] = [textIn(body, 'text'), textIn(body, 'status')]
      if (!isListedStatus(status))
        throw new Refusal(400, 'status must be held, rejected, pending or clear')
      book.record({ fact: 'listed', text, status })
      return ok({})
    }
    case 'POST /deposits':
      return ok(arrive(book, deposit(book, body)))
    case 'POST /returns':
      return ok(arrive(book, returned(book, body)))
    case 'POST /reversals':
      return ok(arrive(book, reversal(book, body)))
    default:
      throw new Refusal(404, 'not_found')
  }
}

const summaryOf = (book: Book): Json => ({
  balances: Object.fromEntries(
    [...book.balances].map(([account, minor]) => [
      account,
      amountOf(minor, account.split('/')[1] ?? ''),
    ]),
  ),
  send_mode: book.sendMode,
  fills: [...book.fills.values()].map(({ answer }) => answer),
  sends: [...book.sends.values()].map(({ answer, currency, amount }) => ({
    ...answer,
    currency,
    amount,
  })),
  accounts: [...book.accountRequests.values()].flatMap(({ accounts }) => accounts),
  movements: book.movements,
  screenings: [...book.screenings.values()].map(({ answer }) => answer),
})

/** The same transaction counts once. */
function arrive(book: Book, movement: Movement): Json {
  const known = book.movements.find(({ transaction }) => transaction === movement.transaction)
  if (known !== undefined) return known
  book.record({ fact: 'movement', movement })
  return movement
}

const deposit = (book: Book, body: Json): Movement => ({
  kind: 'deposit',
  ...identityOf(book, body),
  account: textIn(body, 'account'),
  sender: body['sender'] === undefined ? null : textIn(body, 'sender'),
  reference: body['reference'] === undefined ? null : textIn(body, 'reference'),
  received_at:
    body['received_at'] === undefined ? new Date().toISOString() : textIn(body, 'received_at'),
  ...moneyIn(body),
})

/** A settled payment comes back. */
function returned(book: Book, body: Json): Movement {
  const key = textIn(body, 'key')
  const send = book.sends.get(key)
  if (send?.answer['status'] !== 'settled') throw new Refusal(409, 'not_settled')
  return {
    kind: 'return',
    ...identityOf(book, body),
    key,
    send_reference: String(send.answer['reference']),
    currency: send.currency,
    amount: send.amount,
    code: body['code'] === undefined ? 'account_closed' : textIn(body, 'code'),
  }
}

/** The bank takes a deposit back. */
function reversal(book: Book, body: Json): Movement {
  const of = textIn(body, 'of_transaction')
  const found = book.movements.find(
    ({ transaction, kind }) => transaction === of && kind === 'deposit',
  )
  if (found === undefined) throw new Refusal(404, 'no_such_deposit')
  return {
    kind: 'reversal',
    ...identityOf(book, body),
    of_transaction: of,
    of_index: found.index,
    currency: found.currency ?? '',
    amount: found.amount ?? '',
    code: body['code'] === undefined ? 'recalled' : textIn(body, 'code'),
  }
}

const identityOf = (book: Book, body: Json): { transaction: string; index: number } => ({
  transaction:
    body['transaction'] === undefined
      ? `bank-${String(book.movements.length + 1).padStart(6, '0')}`
      : textIn(body, 'transaction'),
  index: 0,
})

function moneyIn(body: Json): { currency: string; amount: string } {
  const currency = textIn(body, 'currency')
  return {
    currency,
    amount: amountOf(
      valid(() => minorOf(body['amount'], currency)),
      currency,
    ),
  }
}

function placeIn(body: Json, field: string): Place {
  const place = textIn(body, field)
  if (place !== 'exchange' && place !== 'bank')
    throw new Refusal(400, `${field} must be exchange or bank`)
  return place
}

const isListedStatus = (status: string): status is 'held' | 'rejected' | 'pending' | 'clear' =>
  ['held', 'rejected', 'pending', 'clear'].includes(status)

const isSendMode = (mode: string): mode is SendMode => ['pay', 'hold', 'reject'].includes(mode)
