// The messages of the connector protocol: the schema of every body. openapi.ts describes the operations with them,
// client.ts checks every answer against them. signing.ts has the signatures. Screenings and lists have files of their own.
import Type, { type Static, type TSchema } from 'typebox'
import {
  anyText,
  currency,
  decimal,
  exact,
  instant,
  nullable,
} from '../../platform/http/schemas.ts'
import { subjects } from '../screener-port.ts'
import { amount, details, fee, identity, index, key, line, method, open, reason } from './fields.ts'

export const PROTOCOL_VERSION = '1'

/** The statuses with a meaning. Corridor treats every other status as `pending`. */
export const fillStatuses = ['filled', 'pending', 'declined'] as const
export const sendStatuses = ['settled', 'pending', 'rejected'] as const
const cancellationStatuses = ['cancelled', 'pending', 'too_late'] as const
/** The lists that a connector may offer. */
export const listable = ['sends', 'fills'] as const

export const conversion = {
  payin_currency: currency('The currency that Corridor sells.', 'USDC'),
  payin_amount: amount('The amount that Corridor sells.'),
  payout_currency: currency('The currency that Corridor buys.', 'MXN'),
}

export const capabilities = open(
  {
    protocol: anyText('The version of this protocol.', '1'),
    pairs: Type.Array(
      open(
        { payin_currency: conversion.payin_currency, payout_currency: conversion.payout_currency },
        { title: 'Pair', description: 'A pair that the connector converts.' },
      ),
      { description: 'The pairs that it converts. Empty: it is no liquidity provider.' },
    ),
    served: Type.Array(
      open(
        { method, currencies: Type.Array(currency('A currency.', 'MXN'), { minItems: 1 }) },
        { title: 'Served', description: 'A method with its currencies.' },
      ),
      { description: 'The methods that it pays. Empty: it is no rail.' },
    ),
    screens: Type.Optional(
      Type.Array(
        Type.String({
          description: `One of ${subjects.join(', ')}.`,
          examples: ['deposit'],
        }),
        { description: 'The parties that it screens. Absent or empty: it is no screener.' },
      ),
    ),
    lists: Type.Optional(
      Type.Array(
        Type.String({ description: `One of ${listable.join(', ')}.`, examples: ['sends'] }),
        {
          description:
            'What it can list since a time: payments, conversions. Absent or empty: an operator compares its statement after a restore of the database.',
        },
      ),
    ),
    cancels: Type.Optional(
      Type.Boolean({
        description:
          'Whether it cancels payments. Absent: no, and an operator records their outcome.',
        examples: [true],
      }),
    ),
    claims: Type.Optional(
      Type.Boolean({
        description:
          'Whether it remembers claims. Absent or false: it tells no two services of one desk apart.',
        examples: [true],
      }),
    ),
  },
  { title: 'Capabilities', description: 'The tasks that the connector can do.' },
)

export const rates = open(
  {
    rates: Type.Array(
      open(
        {
          payin_currency: conversion.payin_currency,
          payout_currency: conversion.payout_currency,
          rate: decimal(
            'Units of the payout currency for one unit of the payin currency.',
            '18.25',
          ),
          observed_at: instant('When the rate was observed.', '2026-03-02T14:05:09.120Z'),
        },
        { title: 'Rate', description: 'The indicative rate of a pair.' },
      ),
      { maxItems: 500, description: 'The present rates.' },
    ),
  },
  { title: 'Rates', description: 'Indicative rates.' },
)

export const balances = open(
  {
    balances: Type.Array(
      open(
        {
          account: identity('The name of the account.', 'operating'),
          currency: currency('The currency.', 'MXN'),
          amount: amount('The booked balance.', '250000.00'),
        },
        { title: 'Balance', description: 'The balance of one account of the desk.' },
      ),
      { maxItems: 500, description: 'All accounts of the desk.' },
    ),
  },
  { title: 'Balances', description: 'Balances of the desk.' },
)

export const quoteRequest = exact(
  { key, ...conversion },
  { title: 'QuoteRequest', description: 'A request for a firm quote.' },
)
export const quote = open(
  {
    key,
    token: identity('The identity of the quote. It comes back with the fill.', 'q-1'),
    rate: decimal('Units of the payout currency for one unit of the payin currency.', '18.25'),
    payout_amount: amount('The amount that the fill delivers.', '1825.00'),
    expires_at: nullable(
      instant('The end of the quote.', '2026-03-02T14:05:39.120Z'),
      'When the quote ends; null if it does not.',
    ),
  },
  { title: 'Quote', description: 'A firm quote. It commits Corridor to nothing.' },
)

export const fillRequest = exact(
  {
    key,
    token: quote.properties.token,
    ...conversion,
    payout_amount: amount('The amount of the firm quote.', '1825.00'),
  },
  { title: 'FillRequest', description: 'A conversion to execute.' },
)
export const fill = open(
  {
    key,
    status: Type.String({
      description: `One of ${fillStatuses.join(', ')}.`,
      examples: ['filled'],
    }),
    sold_amount: Type.Optional(amount('With `filled`: the amount sold, at most the payin amount.')),
    delivered_amount: Type.Optional(amount('With `filled`: the amount bought.', '1825.00')),
    fee: Type.Optional(fee),
    reference: Type.Optional(identity('With `filled`: your name of the trade.', 'trade-1')),
    is_final: Type.Optional(
      Type.Boolean({
        description: 'With `declined`: a new attempt is useless.',
        examples: [false],
      }),
    ),
    code: Type.Optional(reason),
  },
  { title: 'Fill', description: 'The present state of a conversion.' },
)

export const sendRequest = exact(
  {
    key,
    method,
    currency: currency('The currency of the payment.', 'MXN'),
    amount: amount('The amount that the beneficiary gets.', '1825.00'),
    details,
    reference: line('The text for the statement of the beneficiary.', 'CO-20260304-7K2M9QXT'),
  },
  { title: 'SendRequest', description: 'A payment to a beneficiary.' },
)
export const send = open(
  {
    key,
    status: Type.String({
      description: `One of ${sendStatuses.join(', ')}.`,
      examples: ['settled'],
    }),
    reference: Type.Optional(identity('With `settled`: the trace of the bank.', 'trace-1')),
    fee: Type.Optional(fee),
    code: Type.Optional(reason),
  },
  { title: 'Send', description: 'The present state of a payment.' },
)

export const cancellationRequest = exact(
  { key },
  { title: 'CancellationRequest', description: 'A payment that must not be executed.' },
)
export const cancellation = open(
  {
    key,
    status: Type.String({
      description: `One of ${cancellationStatuses.join(', ')}.`,
      examples: ['cancelled'],
    }),
    code: Type.Optional(reason),
  },
  { title: 'Cancellation', description: 'Whether the payment can still be executed.' },
)

const entry = {
  transaction: identity('The transaction, always in the same spelling.', 'bank-000017'),
  index,
}
const movedMoney = { currency: currency('The currency.', 'MXN'), amount: amount('The amount.') }

/** One movement. `kind` tells which other fields it has. */
export const movement = open(
  {
    kind: Type.Enum(['deposit', 'return', 'reversal'], {
      description: 'Money in, a payment that came back, or a deposit that is taken back.',
      examples: ['deposit'],
    }),
    ...entry,
    account: Type.Optional(
      identity('deposit: the account that got the money.', '646180000000000015'),
    ),
    sender: Type.Optional(
      nullable(
        line('The account of the payer.', '032180000118359719'),
        'deposit: the account of the payer, if known.',
      ),
    ),
    reference: Type.Optional(
      nullable(
        line('The text of the payer.', 'CO-20260304-7K2M9QXT'),
        'deposit: the text of the payer, if there is one.',
      ),
    ),
    currency: Type.Optional(movedMoney.currency),
    amount: Type.Optional(movedMoney.amount),
    received_at: Type.Optional(
      nullable(
        instant('When the money came.', '2026-03-02T14:05:09.120Z'),
        'deposit: when the money came, by your books. Corridor judges by it whether a payment came in time. Null or absent: it came when Corridor read it.',
      ),
    ),
    key: Type.Optional(nullable(key, 'return: the key of the payment, if known.')),
    send_reference: Type.Optional(
      nullable(
        identity('The reference of the settled payment.', 'trace-1'),
        'return: the reference of the settled payment, if known.',
      ),
    ),
    of_transaction: Type.Optional(
      identity('reversal: the transaction of the deposit.', 'bank-000017'),
    ),
    of_index: Type.Optional(index),
    code: Type.Optional(reason),
  },
  {
    title: 'Movement',
    description:
      'deposit: has account, sender, reference, currency, amount, received_at. return: has key or send_reference, currency, amount, code. reversal: has of_transaction, of_index, code.',
  },
)
export const MOST_MOVEMENTS = 500
/** `movement`: how each of them is read. */
const movementsOf = <T extends TSchema>(each: T) =>
  open(
    {
      cursor: Type.String({
        maxLength: 500,
        pattern: '^[!-~]*$',
        description: 'The position after the last movement of this page.',
        examples: ['17'],
      }),
      movements: Type.Array(each, {
        maxItems: MOST_MOVEMENTS,
        description: 'The movements after the cursor of the request, oldest first.',
      }),
      read_up_to: Type.Optional(
        nullable(
          instant('An instant of your books.', '2026-03-02T14:05:09.120Z'),
          'Every deposit that came until then is on this page or an earlier one. An order expires only once this is after its end, or a day later. Null or absent: an empty page says that there is no more.',
        ),
      ),
    },
    { title: 'Movements', description: 'A page of final movements.' },
  )
export const movements = movementsOf(movement)
/** A movement that does not have its form must not stop the others: each is checked on its own. */
export const uncheckedMovements = movementsOf(Type.Unknown())

export const accountsRequest = exact(
  {
    key,
    method,
    currency: currency('The currency that arrives there.', 'MXN'),
    count: Type.Integer({
      minimum: 1,
      maximum: 500,
      description: 'How many accounts.',
      examples: [50],
    }),
  },
  { title: 'AccountsRequest', description: 'A request for accounts of the desk.' },
)
export const accounts = open(
  {
    key,
    accounts: Type.Array(details, {
      maxItems: 500,
      description: 'New accounts. Each one belongs to the desk and is given out once.',
    }),
  },
  { title: 'Accounts', description: 'Accounts that payers of orders send money to.' },
)

export const problem = open(
  {
    type: Type.String({
      maxLength: 200,
      description: '`unknown_key` (404), `key_reused` (409) or another word of yours.',
      examples: ['unknown_key'],
    }),
    key: Type.Optional(key),
    detail: Type.Optional(anyText('For people.', 'Never received.')),
  },
  { title: 'Problem', description: 'A refusal.' },
)

/** The body of a nudge, which the connector sends to Corridor. */
export const nudge = open(
  {
    keys: Type.Array(key, {
      maxItems: 100,
      description: 'Keys whose state changed. Empty: only read the movements.',
    }),
  },
  { title: 'Nudge', description: 'A hint to look up now.' },
)

export type Capabilities = Static<typeof capabilities>
export type SentMovement = Static<typeof movement>
export type SentFill = Static<typeof fill>
export type SentSend = Static<typeof send>
export type SentCancellation = Static<typeof cancellation>
export type SentFee = Static<typeof fee>
export type SentBalance = Static<typeof balances>['balances'][number]
