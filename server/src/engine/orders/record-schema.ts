// The schema of everything known about an order, as operator-view.ts renders it.
import Type from 'typebox'
import { money } from '../../platform/money/desk-money.ts'
import { depositSchema } from '../deposits/view.ts'
import { eventSchema } from '../events/schemas.ts'
import {
  anyText,
  choice,
  count,
  currency,
  decimal,
  exact,
  identifier,
  nullable,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { payoutSchema } from '../payouts/view.ts'
import { refundSchema } from '../refunds/view.ts'
import { noteActions } from './notes.ts'
import { externalReference, orderStatus, referenceNumber } from './view.ts'

const word = (description: string, example: string) =>
  Type.String({ description, examples: [example] })
const wordOrNull = (description: string, example: string) =>
  nullable(word('A text.', example), description)
const amount = (description: string, example = '1000.00 USDC') => word(description, example)
const result = (description: string) => amount(description, '-12.50 COP')
const at = (description: string) => timestamp(description)
const atOrNull = (description: string) => nullable(timestamp('An instant.'), description)

const note = exact(
  {
    at: at('When.'),
    action: choice(noteActions, 'What happened.', { title: 'NoteAction' }),
    reason: wordOrNull('Why. Null: the service released the order by itself.', 'slippage'),
    liquidity_provider: Type.Optional(word('The provider of the offer.', 'ALPHA')),
    firm_rate: Type.Optional(decimal('The rate of the offer.', '4100.00')),
    result: Type.Optional(result("The desk's result with the offer.")),
  },
  { title: 'OrderNote', description: 'Why an order was parked, or what an operator did.' },
)

const screening = exact(
  {
    key: word('Its key.', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1'),
    subject: choice(['deposit', 'payout', 'refund'], 'What was screened.'),
    state: choice(
      ['asking', 'clear', 'hold', 'reject', 'released'],
      'The answer, or that there is none yet.',
    ),
    screener: wordOrNull('Who answered. Null for a clear answer.', 'lists'),
    reason: wordOrNull('Why. Null for a clear answer.', 'a name of the list'),
    asked_at: at('When it was asked first.'),
    answered_at: atOrNull('When it was answered.'),
    released_at: atOrNull('When an operator released it.'),
    release_reason: wordOrNull('Why.', 'Another person of that name.'),
  },
  { title: 'OrderScreening', description: 'The screening of a sender or beneficiary.' },
)

const deposit = exact(
  {
    ...depositSchema.properties,
    rail: word('The rail.', 'evm:base'),
    address: word('The account of the desk that received it.', '7v91N7iZ9mNicL8WfG6cgSC'),
    reversed_at: Type.Optional(at('When the rail took it back.')),
    reversal_code: Type.Optional(wordOrNull('Why.', 'R01')),
    lost: Type.Optional(amount('The part that was already used or sent.')),
  },
  { title: 'OrderDeposit', description: 'A deposit of an order, with its rail.' },
)

const fill = exact(
  {
    liquidity_provider: word('The provider.', 'ALPHA'),
    choice: anyText('Why this provider.', 'best offer'),
    provider_key: word('The idempotency key at the provider.', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:1'),
    reference: wordOrNull("The provider's own reference.", 'T-1001'),
    payin: amount('What was to be sold.'),
    payout: amount('What was to be delivered.', '4237250.00 COP'),
    firm_rate: decimal('The rate of the offer.', '4237.25'),
    sold: nullable(amount('An amount.'), 'What was sold. Null until then.'),
    delivered: nullable(amount('An amount.'), 'What was delivered. Null until then.'),
    fee: nullable(amount('An amount.'), 'What the provider charged in addition.'),
    result: result("The desk's result against the promised rate; negative for a loss."),
    created_at: at('When it was asked for.'),
    filled_at: atOrNull('When it was filled.'),
    declined_at: atOrNull('When the provider declined it.'),
    decline_code: wordOrNull('Why.', 'quote_expired'),
  },
  { title: 'OrderFill', description: 'A trade with a provider.' },
)

const railKey = word('The idempotency key at the rail.', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1')

const payout = exact(
  { ...payoutSchema.properties, rail_key: railKey },
  { title: 'OrderPayout', description: 'A payout of an order.' },
)

const refund = exact(
  {
    ...refundSchema.properties,
    rail_key: railKey,
    given_back_by_reversal: Type.Optional(decimal('The part that is not sent.', '10.00')),
  },
  { title: 'OrderRefund', description: 'A refund of an order.' },
)

const outcome = ['settled', 'rejected'] as const
const cancellation = exact(
  {
    key: railKey,
    rail: word('The rail.', 'evm:base'),
    asked_at: at('When an operator asked, the last time.'),
    answer: nullable(
      choice(['pending', 'cancelled', 'too_late', 'impossible'], 'An answer.'),
      'The answer of the rail; null before the first. `impossible`: it refused, and the send goes on.',
    ),
    detail: nullable(word('Words.', 'authorization_cancelled'), 'What the rail said with it.'),
    answered_at: atOrNull('When the rail gave this answer first.'),
  },
  {
    title: 'Cancellation',
    description: 'A payout or refund that a rail was asked not to execute.',
  },
)

const mark = exact(
  {
    key: railKey,
    outcome: choice(outcome, 'What the operator recorded.'),
    evidence: word('What shows it.', 'statement of 2 March, line 14'),
    recorded_at: at('When it was recorded.'),
    answer_of_the_rail: nullable(
      choice(outcome, 'An outcome.'),
      'What the rail said later. Null before.',
    ),
    answered_at: atOrNull('When the rail said it.'),
  },
  { title: 'RecordedOutcome', description: 'An outcome at a rail that an operator recorded.' },
)

const transfer = exact(
  {
    posting: word('What was posted.', 'deposit'),
    debit_account: word('The debited account.', 'rail:evm:base'),
    credit_account: word('The credited account.', 'customer_funds'),
    currency: currency('The currency.', 'USDC'),
    amount: decimal('The amount.', '1000.00'),
    posted_at: at('When it was posted.'),
  },
  { title: 'LedgerTransfer', description: 'A transfer of the ledger.' },
)

export const orderRecord = exact(
  {
    order_id: identifier('ord', 'The order.'),
    reference_number: referenceNumber,
    organization_id: identifier('org', 'The organization.'),
    organization: word('Its name.', 'Acme SA'),
    status: withDescription(orderStatus, 'The present status.'),
    parked_reason: wordOrNull('Why it waits for an operator. Null if it does not.', 'slippage'),
    parked_at: atOrNull('Since when it waits.'),
    payin: amount('The payin total.'),
    payout: amount('The payout total.', '4237250.00 COP'),
    liquidity_provider: word('The provider.', 'ALPHA'),
    promised_rate: decimal('The rate of the quote.', '4237.25'),
    firm_rate: nullable(
      decimal('A rate.', '4237.25'),
      'The rate that the provider offered, or at which it filled.',
    ),
    result: nullable(result('An amount.'), "The desk's result; negative for a loss."),
    external_reference_id: externalReference,
    received: amount('What arrived.'),
    lacks: Type.Optional(amount('What a reversal of a deposit took away.')),
    fee: decimal('The fee, in the payin currency.', '10.00'),
    tax: decimal('The tax on the fee, in the payin currency.', '1.90'),
    funding_expires_at: at('Until when the funds must arrive.'),
    retry_order_id: nullable(identifier('ord', 'An order.'), 'The order that retries this one.'),
    accepted_loss: Type.Optional(amount('The most that the desk may lose.', '100.00 COP')),
    chosen_provider: Type.Optional(word('The provider that an operator chose.', 'BETA')),
    frozen_at: Type.Optional(at('Since when it is frozen.')),
    attempt: count('Attempts of the present step.', 0),
    status_history: Type.Array(
      exact(
        { status: withDescription(orderStatus, 'The status.'), created_at: at('When it began.') },
        { title: 'RecordedStatus', description: 'A status and when it began.' },
      ),
      { description: 'Every status up to the present one, oldest first.' },
    ),
    notes: Type.Array(note, { description: 'Oldest first.' }),
    screenings: Type.Optional(Type.Array(screening, { description: 'Left out if there is none.' })),
    deposits: Type.Array(deposit, { description: 'Oldest first.' }),
    fills: Type.Array(fill, { description: 'Oldest first.' }),
    payouts: Type.Array(payout, { description: 'Oldest first.' }),
    refunds: Type.Array(refund, { description: 'Oldest first.' }),
    recorded_outcomes: Type.Optional(
      Type.Array(mark, { description: 'Left out if there is none.' }),
    ),
    cancellations: Type.Optional(
      Type.Array(cancellation, { description: 'Left out if there is none.' }),
    ),
    desk_result: Type.Array(money, {
      description:
        'What the desk earned less what it cost, by currency, from the transfers so far. Tax is not earned.',
    }),
    ledger_entries: Type.Array(transfer, { description: 'Every transfer, oldest first.' }),
    events: Type.Array(eventSchema, { description: 'As the customer gets them, oldest first.' }),
  },
  {
    title: 'OrderRecord',
    description: 'Everything known about an order, as `corridor orders show --json` prints it.',
  },
)
