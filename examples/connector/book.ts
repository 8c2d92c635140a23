// The state of the example: balances, quotes, conversions, payments, accounts and movements. It is rebuilt from the
// facts in the memory. Every change is one fact, so no change can be half done.
import type { Memory } from './memory.ts'
import { minorOf } from './money.ts'

export type Json = Record<string, unknown>
type Conversion = {
  payin_currency: string
  payin_amount: string
  payout_currency: string
  payout_amount: string
}
type Quote = Conversion & { rate: string; expires_at: string }
type Pair = { payin_currency: string; payout_currency: string }
export type Place = 'exchange' | 'bank'
type Payment = { currency: string; amount: string }

/**
 * `body` is the request in one spelling. The same key with another body is refused. `at` is when the key was received;
 * memories of earlier versions do not have it.
 */
export type Fact =
  | { fact: 'money'; place: Place; currency: string; amount: string }
  | { fact: 'transfer'; from: Place; to: Place; currency: string; amount: string }
  | { fact: 'rate'; pair: string; rate: string }
  | { fact: 'sends'; mode: SendMode }
  | { fact: 'quote'; token: string; quote: Quote }
  | {
      fact: 'fill'
      key: string
      body: string
      answer: Json
      at?: string
      conversion?: Conversion
      asked?: Pair
    }
  | { fact: 'send'; key: string; body: string; at?: string; payment: Payment }
  | { fact: 'paid'; key: string; reference: string }
  | { fact: 'rejected'; key: string; code: string }
  | { fact: 'cancelled'; key: string }
  | { fact: 'accounts'; key: string; body: string; accounts: Json[] }
  | { fact: 'movement'; movement: Movement }
  | { fact: 'listed'; text: string; status: 'held' | 'rejected' | 'pending' | 'clear' }
  | { fact: 'screening'; key: string; body: string; answer: Json }
  | { fact: 'claim'; claim: Claim }

/** A copy of Corridor's database. */
export type Claim = { claimed_at: string; instance: string }

/** A bank that pays at once, keeps payments pending, or rejects them. */
export type SendMode = 'pay' | 'hold' | 'reject'
export type Movement = {
  kind: 'deposit' | 'return' | 'reversal'
  transaction: string
  index: number
  currency?: string
  amount?: string
} & Json

type Send = Payment & { body: string; at: string | undefined; answer: Json }
type Fill = { body: string; at: string | undefined; asked: Pair | undefined; answer: Json }

export type Book = {
  readonly balances: ReadonlyMap<string, bigint>
  readonly rates: ReadonlyMap<string, string>
  readonly sendMode: SendMode
  readonly quotes: ReadonlyMap<string, Quote>
  readonly fills: ReadonlyMap<string, Fill>
  readonly sends: ReadonlyMap<string, Send>
  /** Keys that were cancelled before they were received. */
  readonly cancelled: ReadonlySet<string>
  readonly accountRequests: ReadonlyMap<string, { body: string; accounts: Json[] }>
  readonly movements: readonly Movement[]
  /** Accounts, names and documents in lower case, with the answer about them. */
  readonly listed: ReadonlyMap<string, string>
  readonly screenings: ReadonlyMap<string, { body: string; answer: Json }>
  readonly claim: Claim | undefined
  /** How many accounts were given out. */
  readonly accountsGiven: number
  /** Remembers a fact, then applies it. */
  record(fact: Fact): void
}

export function openBook(memory: Memory<Fact>): Book {
  const state = {
    balances: new Map<string, bigint>(),
    rates: new Map([
      ['USDC/MXN', '18.25'],
      ['USDC/COP', '4100.5'],
    ]),
    sendMode: 'pay' as SendMode,
    quotes: new Map<string, Quote>(),
    fills: new Map<string, Fill>(),
    sends: new Map<string, Send>(),
    cancelled: new Set<string>(),
    accountRequests: new Map<string, { body: string; accounts: Json[] }>(),
    movements: [] as Movement[],
    listed: new Map<string, string>(),
    screenings: new Map<string, { body: string; answer: Json }>(),
    claim: undefined as Claim | undefined,
    accountsGiven: 0,
  }

  function move(place: Place, currency: string, minor: bigint): void {
    const account = `${place}/${currency}`
    state.balances.set(account, (state.balances.get(account) ?? 0n) + minor)
  }

  function apply(fact: Fact): void {
    switch (fact.fact) {
      case 'money':
        return move(fact.place, fact.currency, minorOf(fact.amount, fact.currency))
      case 'transfer':
        move(fact.from, fact.currency, -minorOf(fact.amount, fact.currency))
        return move(fact.to, fact.currency, minorOf(fact.amount, fact.currency))
      case 'rate':
        return void state.rates.set(fact.pair, fact.rate)
      case 'sends':
        return void (state.sendMode = fact.mode)
      case 'quote':
        return void state.quotes.set(fact.token, fact.quote)
      case 'fill': {
        const { body, at, answer, asked = fact.conversion } = fact
        state.fills.set(fact.key, { body, at, asked, answer })
        if (fact.conversion === undefined) return
        const { payin_currency, payin_amount, payout_currency, payout_amount } = fact.conversion
        move('exchange', payin_currency, -minorOf(payin_amount, payin_currency))
        return move('exchange', payout_currency, minorOf(payout_amount, payout_currency))
      }
      case 'send': {
        const answer = { key: fact.key, status: 'pending' }
        return void state.sends.set(fact.key, {
          ...fact.payment,
          body: fact.body,
          at: fact.at,
          answer,
        })
      }
      case 'paid': {
        const { currency, amount } = decide(fact.key, {
          key: fact.key,
          status: 'settled',
          reference: fact.reference,
          fee: null,
        })
        return move('bank', currency, -minorOf(amount, currency))
      }
      case 'rejected':
        return void decide(fact.key, { key: fact.key, status: 'rejected', code: fact.code })
      case 'cancelled':
        return void state.cancelled.add(fact.key)
      case 'accounts':
        state.accountsGiven += fact.accounts.length
        return void state.accountRequests.set(fact.key, fact)
      case 'movement':
        return applyMovement(fact.movement)
      case 'listed':
        return void state.listed.set(fact.text.toLowerCase(), fact.status)
      case 'screening':
        return void state.screenings.set(fact.key, { body: fact.body, answer: fact.answer })
      case 'claim':
        return void (state.claim = fact.claim)
    }
  }

  function decide(key: string, answer: Json): Payment {
    const send = state.sends.get(key)
    if (send?.answer['status'] !== 'pending') throw new Error(`${key} is not pending`)
    state.sends.set(key, { ...send, answer })
    return send
  }

  function applyMovement(movement: Movement): void {
    state.movements.push(movement)
    const { kind, currency = '', amount } = movement
    const minor = minorOf(amount, currency)
    move('bank', currency, kind === 'reversal' ? -minor : minor)
  }

  memory.facts.forEach(apply)
  return Object.assign(state, {
    record(fact: Fact) {
      memory.remember(fact)
      apply(fact)
    },
  })
}
