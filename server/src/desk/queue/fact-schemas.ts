// The fields of each kind of item in the operator API, beside the fields that all items have.
import Type from 'typebox'
import {
  count,
  exact,
  identifier,
  nullable,
  signedDecimal,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { entryProblemCode } from '../../engine/entries/entry-view.ts'
import { deskOrder } from '../../engine/orders/desk-order.ts'
import { money } from '../../platform/money/desk-money.ts'
import { differenceFacts } from '../reconciliation/view.ts'
import { strayFacts } from '../../engine/strays/view.ts'

const words = (description: string, example: string) =>
  Type.String({ description, examples: [example] })
const wordsOrNull = (description: string, example: string) =>
  nullable(words('A text.', example), description)
const referenceNumber = words('The reference number of the order.', 'CO-20260302-7KQ2M4XZ')
const amount = withDescription(money, 'The amount.')

const hit = exact(
  {
    key: words(
      'The key of the question to the screeners.',
      'ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1',
    ),
    state: words('`asking`, `hold` or `reject`.', 'hold'),
    screener: wordsOrNull('The screener that stopped it. Null before its answer.', 'sanctions'),
    reason: wordsOrNull('The reason of the screener. Null before its answer.', 'listed in line 17'),
  },
  { title: 'ScreeningHit', description: 'An answer of a screener.' },
)

const suggestion = exact(
  {
    order_id: identifier('ord', 'The order.'),
    reference_number: referenceNumber,
    organization_id: identifier('org', 'The organization.'),
    organization_name: words('Its name.', 'Acme SA'),
    reason: words(
      '`number`: the payer wrote the number of the order. `part_of_number`: a part of it, with mistakes. `amount`: the order awaits this amount at this account. `account`: few orders had the account.',
      'part_of_number',
    ),
    score: count('How likely it is, from 0 to 100.', 80),
    status: words('The present status of the order.', 'STEP_1_AWAITING_FUNDING'),
    payin: withDescription(money, 'The payin total.'),
    received: withDescription(money, 'What the order has received.'),
  },
  { title: 'SuggestedOrder', description: 'An order that a deposit may belong to.' },
)

const condition = {
  low_liquidity: exact(
    {
      provider: words('The provider.', 'ALPHA'),
      currency: words('The currency of the limit.', 'MXN'),
      used_percent: words('The used part of the settlement limit, in percent.', '94'),
    },
    { title: 'LowLiquidity', description: 'A settlement limit that is nearly used up.' },
  ),
  stale_rate: exact(
    {
      provider: words('The provider.', 'ALPHA'),
      pair: words('The pair.', 'USDC-MXN'),
      last_rate_at: nullable(
        timestamp('An instant.'),
        'When the last rate arrived. Null if none has arrived since the worker started.',
      ),
    },
    { title: 'StaleRate', description: 'A pair without a fresh rate.' },
  ),
  balance_difference: exact(
    {
      account: words('The account of the ledger.', 'rail:spei'),
      currency: words('The currency.', 'MXN'),
      ledger: signedDecimal('What the ledger has.'),
      reported: signedDecimal('What the rail or provider reports.'),
      difference: signedDecimal('What is reported less what the ledger has.'),
    },
    { title: 'BalanceDifference', description: 'A balance that is not what the ledger has.' },
  ),
}

const screening = exact(
  {
    ...hit.properties,
    screened: words('What was asked about: `deposit`, `payout` or `refund`.', 'deposit'),
    held_id: nullable(
      words('A deposit or refund.', 'dep_01jqe8m2x4fv5s0t6w7y8z9abc'),
      'What is held. Null for the payout of an order.',
    ),
    attempts: count('How often the screeners were asked.', 3),
    amount: nullable(money, 'The amount.'),
    reference_number: nullable(referenceNumber, 'Null if it belongs to no order yet.'),
  },
  { title: 'ScreeningFacts', description: 'A question to the screeners.' },
)

/** The facts by kind of item. */
export const factSchemas = {
  parked_order: exact(
    {
      order: withDescription(deskOrder, 'The order.'),
      hits: Type.Array(hit, { description: 'What screeners found, if that stopped the payout.' }),
    },
    { title: 'ParkedOrderFacts', description: 'An order that waits for a decision.' },
  ),
  unmatched_deposit: exact(
    {
      rail: words('The rail.', 'spei'),
      transaction: words(
        'The transaction at the rail.',
        '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed',
      ),
      output_index: count('The position in the transaction.', 0),
      address: words('The account or address that received it.', '646180110400000007'),
      amount,
      counterparty: wordsOrNull(
        'The known counterparty of the operator file that sent it. Null for none.',
        'Settlements of ALPHA',
      ),
      suggestions: Type.Array(suggestion, { description: 'The likeliest order first.' }),
    },
    { title: 'UnmatchedDepositFacts', description: 'Money that belongs to no order.' },
  ),
  deposit_return: exact(
    {
      deposit_id: identifier('dep', 'The deposit.'),
      amount,
      rail: wordsOrNull('The rail. Null before it is prepared.', 'spei'),
      status: words('The present status.', 'PENDING'),
      waits_for: words(
        '`evidence`: it was stopped, and the rail has not told its outcome. `contradiction`: its outcome was recorded, and the rail said the opposite later. `outflow_limit` and `liquidity`: a cap or too little money. `rail`: many attempts failed.',
        'evidence',
      ),
      attempts: count('How often it was tried.', 2),
    },
    { title: 'WaitingDepositReturnFacts', description: 'A deposit that cannot go back by itself.' },
  ),
  rail_entry: exact(
    {
      rail: words('The rail.', 'spei'),
      reports: words('`deposit`, `return`, `reversal` or `invalid`.', 'return'),
      transaction: words('The transaction.', '20260302-0001'),
      index: count('Its place in the transaction.', 0),
      amount: nullable(money, 'The amount. Null if none can be read.'),
      key: wordsOrNull('What it says came back, or was taken back.', 'ord_…:payout:1'),
      problem: words('Why it cannot be taken up.', 'the returned payout or refund is not known'),
      problem_code: entryProblemCode,
      attempts: count('How often it was tried.', 5),
    },
    { title: 'RailEntryFacts', description: 'An entry of a rail that cannot be taken up.' },
  ),
  refund: exact(
    {
      reference_number: referenceNumber,
      amount,
      returned: nullable(money, 'What came back of it. Null for nothing.'),
      reason: words('Why the money goes back.', 'funding_expired'),
      status: words('The present status.', 'PENDING'),
      waits_for: words(
        '`destination`: an instrument must be chosen. `rejected`: the rail rejected it. `outflow_limit` and `liquidity`: a cap or too little money. `rail`: many attempts failed. `rest`: a part of it came back.',
        'destination',
      ),
      destination_instrument_id: nullable(
        identifier('epi', 'An instrument.'),
        'Where it goes. Null until that is decided.',
      ),
      rejection_code: wordsOrNull('The code of the rail. Null if it rejected nothing.', 'AC04'),
      attempts: count('How often it was tried.', 2),
    },
    { title: 'WaitingRefundFacts', description: 'Money that cannot go back by itself.' },
  ),
  reversal: exact(
    {
      status: words('The present status of the order.', 'STEP_3_SETTLING_PAYOUT'),
      owed: withDescription(money, "The payer's debt to the desk."),
      short: nullable(money, 'What the order lacks. Null for another currency than its payin.'),
      deposits: Type.Array(identifier('dep', 'A deposit.'), {
        description: 'The deposits that were taken back.',
      }),
    },
    { title: 'ReversalFacts', description: 'An order whose deposit was taken back.' },
  ),
  organization_hold: exact(
    {
      is_new: Type.Boolean({ description: 'It was never released.', examples: [true] }),
      created_at: timestamp('When it was created.'),
    },
    { title: 'OrganizationHoldFacts', description: 'An organization on hold.' },
  ),
  instrument_hold: exact(
    {
      alias: words('Its label.', 'Treasury wallet'),
      method: words('Its method.', 'MXN_CLABE'),
      currency: words('Its currency.', 'MXN'),
      is_new: Type.Boolean({ description: 'It was never released.', examples: [true] }),
      created_at: timestamp('When it was created.'),
    },
    { title: 'InstrumentHoldFacts', description: 'An instrument on hold.' },
  ),
  screening_hit: screening,
  unanswered_screening: screening,
  returned_payout: exact(
    {
      reference_number: referenceNumber,
      amount,
      returned: withDescription(money, 'What came back so far.'),
      rail: words('The rail.', 'spei'),
      code: words('The reason of the rail.', 'AC04'),
    },
    {
      title: 'ReturnedPayoutFacts',
      description: 'A settled payout that came back, or a part of it.',
    },
  ),
  contradicted_send: exact(
    {
      reference_number: referenceNumber,
      what: words('`payout` or `refund`.', 'payout'),
      key: words('The key at the rail.', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1'),
      rail: words('The rail.', 'spei'),
      amount,
      recorded: words('The outcome that a person recorded: `settled` or `rejected`.', 'rejected'),
      evidence: words('What proved it.', 'letter 4711'),
      recorded_at: timestamp('When it was recorded.'),
      answer: words('The outcome that the rail told later.', 'settled'),
      reference: wordsOrNull("The rail's reference. Null if it tells none.", '0x5f…'),
    },
    {
      title: 'ContradictedSendFacts',
      description: 'A payout or refund of which the rail says the opposite of what was recorded.',
    },
  ),
  ...condition,
  approval: exact(
    {
      act: words('The act.', 'order.refund'),
      about: words(
        'What the act is about. Empty if it creates something.',
        'ord_01jqe8m2x4fv5s0t6w7y8z9abc',
      ),
      reason: words('Why.', 'Agreed with the customer.'),
      roles: Type.Array(words('A role.', 'treasurer'), { description: 'Who may approve it.' }),
      proposed_by: words('As in the audit trail.', 'user:ben'),
      expires_at: timestamp('Until when it can be approved.'),
    },
    { title: 'ApprovalFacts', description: 'An act that waits for a second person.' },
  ),
  information_request: exact(
    {
      status: words('`ANSWERED`, or `OPEN` after its deadline.', 'ANSWERED'),
      message: words('What was asked.', 'Please explain where the money is from.'),
      deadline: timestamp('Until when the answer was needed.'),
      answered_at: nullable(timestamp('An instant.'), 'When it was answered. Null if it was not.'),
      reference_number: nullable(referenceNumber, 'Null if it is about no order.'),
    },
    { title: 'InformationRequestFacts', description: 'An information request to look at.' },
  ),
  reconciliation_difference: exact(differenceFacts, {
    title: 'ReconciliationDifferenceFacts',
    description: 'What a statement and the ledger do not agree on.',
  }),
  halt: exact(
    {
      what: words('`quotes`, `fills` or `sends`.', 'sends'),
      rail: wordsOrNull('The rail. Null for all.', 'spei'),
      provider: wordsOrNull('The provider. Null for all.', 'ALPHA'),
      cause: words('`operator`, `restore` or `other_service`.', 'operator'),
      actor: words('Who halted it.', 'user:ben'),
      reason: words('Why.', 'the bank asked for it'),
    },
    { title: 'HaltFacts', description: 'Something that is halted until a person resumes it.' },
  ),
  new_user: exact(
    {
      login: words('The login.', 'ben'),
      role: words('What the user may do.', 'viewer'),
      invited_by: nullable(
        words('A login.', 'ana'),
        'Who got the enrolment token. Null for a command on the server.',
      ),
      needs_admission: Type.Boolean({
        description: 'Whether the user may do nothing before an admin has admitted the user.',
      }),
    },
    { title: 'NewUserFacts', description: 'A user who has enrolled and was not admitted.' },
  ),
  stray: exact(strayFacts, {
    title: 'StrayFacts',
    description: 'A coin or token at a deposit address that is no deposit.',
  }),
  webhook_disabled: exact(
    {
      url: words('Where events were sent.', 'https://example.com/webhooks/corridor'),
      disabled_reason: words('`gone` or `failing`.', 'failing'),
      failing_since: nullable(timestamp('An instant.'), 'The first failure. Null without one.'),
    },
    { title: 'WebhookDisabledFacts', description: 'A webhook endpoint that the service disabled.' },
  ),
}
