// Orders in two steps: prepare_order shows what would happen and gives a token, confirm_order takes it and creates the
// order. No model can order what was not shown, and nothing is ordered twice.
import {
  CorridorError,
  type CallOptions,
  type Instrument,
  type Offering,
  type Order,
  type Quote,
} from '@corridor/sdk'
import { openConfirmations, type Binding, type Prepared } from './confirmations.ts'
import { isTaken, LimitReached, type DayBudget } from './day-budget.ts'
import { inputSchema, outputSchema, routeOf, SHORT_METADATA, type Schema } from './description.ts'
import { inWords } from './grant.ts'
import { questionOf, type Account, type Terms } from './question.ts'
import {
  CALL_TIMEOUT_MS,
  defineTool,
  Refused,
  type Context,
  type ServedTool,
  type World,
} from './tool.ts'
import { cleaned, cleanText } from './untrusted.ts'

type QuoteArguments = { organization_id: string; quote_id: string }
type OrderArguments = QuoteArguments & { metadata?: Record<string, string> }

/** Less than clients wait. It is not ended with the call, so that its outcome is known. */
const CREATE_TIMEOUT_MS = 45_000
const READ = { timeout: CALL_TIMEOUT_MS }

export function orderTools(world: World, budget: DayBudget): ServedTool[] {
  const confirmations = openConfirmations<Terms>(world.monotonicMs)
  const bindingOf = (terms: Terms): Binding => ({
    organization: terms.organization_id,
    quote: terms.quote_id,
    terms: JSON.stringify(terms),
    keyFingerprint: world.keyFingerprint,
    grant: inWords(world.grant),
  })
  async function prepare({ metadata, ...args }: OrderArguments): Promise<object> {
    const { terms, date, lifeMs } = await readTerms(world, args)
    const shown = metadata === undefined ? terms : { ...terms, metadata }
    const { left } = await limited(budget.check({ ...amountOf(terms), date }, READ))
    return {
      terms: shown,
      left_of_day: left,
      confirmation_token: confirmations.create(bindingOf(terms), shown, lifeMs),
    }
  }

  async function confirm(
    { confirmation_token: token, ...args }: QuoteArguments & { confirmation_token: string },
    context: Context,
  ): Promise<object> {
    const { terms, date } = await readTerms(world, args)
    const found = confirmations.find(token, bindingOf(terms))
    if (found === null)
      throw new Refused(
        'the confirmation token is not of this quote and session: call prepare_order again',
      )
    requireOpen(found, world.monotonicMs())
    found.state = 'busy'
    try {
      if (found.pending === null) await requirePerson(world, context, found.terms)
      // A call that was cancelled while it waited orders nothing. A request that was sent goes on.
      const call = { ...READ, signal: context.signal }
      const order = await limited(orderOnce(world, budget, { found, date }, call))
      found.state = 'used'
      found.orderId = order.id
      return { data: order }
    } finally {
      if (found.state === 'busy') found.state = 'open'
    }
  }

  return [
    defineTool<OrderArguments>(world, {
      name: 'prepare_order',
      title: 'Prepare an order',
      description: `Shows exactly what an order of a quote would do, and gives a confirmation token for it. It creates nothing. Show the terms to the person, and call confirm_order only after the person agreed. Orders that this server may create: ${inWords(world.grant)}.`,
      input: quoteInput({}, { metadata: SHORT_METADATA }),
      output: PREPARED,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false },
      run: prepare,
    }),
    defineTool<QuoteArguments & { confirmation_token: string }>(world, {
      name: 'confirm_order',
      title: 'Create a prepared order',
      description:
        'Creates the order that prepare_order showed, and returns it with the instructions to fund it. The token works once. If the outcome is unknown, call it again with the same token: that cannot create a second order.',
      input: quoteInput({
        confirmation_token: {
          type: 'string',
          maxLength: 200,
          description: 'From prepare_order, of the same quote.',
        },
      }),
      output: outputSchema(routeOf('createOrder')),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      run: confirm,
    }),
  ]
}

async function limited<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof LimitReached) throw new Refused(error.message)
    throw error
  }
}

/** The present answer of the service. A quote and its offering never change. */
async function readTerms(
  { corridor, dayOf }: World,
  { organization_id: organization, quote_id: id }: QuoteArguments,
): Promise<{ terms: Terms; date: string; lifeMs: number }> {
  const quote = await corridor.quotes.get(organization, id, READ)
  const offering = await corridor.offerings.get(organization, quote.offering_id, READ)
  return {
    terms: termsOf(organization, quote, offering),
    date: dayOf(quote.created_at),
    lifeMs: Date.parse(quote.submission_expires_at) - Date.parse(quote.created_at),
  }
}

function termsOf(organization: string, quote: Quote, offering: Offering): Terms {
  const payer = offering.payin.external_payment_instrument
  const beneficiary = offering.payout.external_payment_instrument
  return {
    organization_id: organization,
    quote_id: quote.id,
    payer_sends: { ...quote.payin, currency: payer.currency },
    beneficiary_receives: { ...quote.payout, currency: beneficiary.currency },
    exchange_rate: quote.exchange_rate,
    pays_from: accountOf(payer),
    pays_to: accountOf(beneficiary),
    estimated_settlement_time: offering.estimated_settlement_time,
    submission_expires_at: quote.submission_expires_at,
    funding_expires_at: quote.funding_expires_at,
  }
}

/** Account numbers stay masked here, also where other tools show them. */
function accountOf({ id, alias, method, details }: Instrument): Account {
  const clean = cleaned({ id, details }, { showDetails: false })
  const masked =
    typeof clean === 'object' && clean !== null && 'details' in clean ? clean.details : {}
  return {
    id,
    alias: cleanText(alias),
    method,
    details: typeof masked === 'object' && masked !== null ? masked : {},
  }
}

const amountOf = ({ payer_sends: { total, currency } }: Terms) => ({ amount: total, currency })

function requireOpen({ state, orderId, endsAtMs, pending }: Prepared<Terms>, nowMs: number): void {
  if (state === 'used')
    throw new Refused(`the confirmation token was used: it created ${orderId ?? 'an order'}`)
  if (state === 'busy') throw new Refused('another call confirms this order at the moment')
  if (pending === null && nowMs >= endsAtMs)
    throw new Refused('the confirmation token has expired with its quote: create a new quote')
}

/** Asks in the client, where the model cannot answer. */
async function requirePerson(world: World, { ask }: Context, terms: Terms): Promise<void> {
  if (ask === null) {
    if (!world.requirePerson) return
    throw new Refused(
      'orders need a person who confirms in the client, but this client cannot ask: it lacks elicitation',
    )
  }
  if (!(await ask(questionOf(terms)))) throw new Refused('the person did not agree to this order')
}

/** All attempts with one reference have one idempotency key, so repeating one with an unknown outcome is safe. */
async function orderOnce(
  { corridor }: World,
  budget: DayBudget,
  { found, date }: { found: Prepared<Terms>; date: string },
  call: CallOptions,
): Promise<Order> {
  const { organization_id: organization, quote_id, metadata } = found.terms
  async function create(reference: string): Promise<Order> {
    found.pending = reference
    try {
      return await corridor.orders.create(
        organization,
        {
          quote_id,
          external_reference_id: reference,
          ...(metadata === undefined ? {} : { metadata }),
        },
        { idempotencyKey: found.idempotencyKey(reference), timeout: CREATE_TIMEOUT_MS },
      )
    } catch (error) {
      if (isRefusal(error)) found.pending = null
      throw error
    }
  }
  if (found.pending !== null) {
    try {
      return await create(found.pending)
    } catch (error) {
      // The earlier request had no effect, and another order has its place.
      if (!isTaken(error)) throw error
    }
  }
  return budget.spend({ ...amountOf(found.terms), date }, call, create)
}

/** Nothing was created. After any other failure that is unknown. */
const isRefusal = (error: unknown): boolean =>
  error instanceof CorridorError && error.status < 500 && error.code !== 'idempotency_in_progress'

const quoteInput = (
  more: Record<string, Schema>,
  optional: Record<string, Schema> = {},
): Schema => {
  const { properties, ...rest } = inputSchema(routeOf('getQuote'), (given) => ({
    ...given,
    ...more,
    ...optional,
  }))
  return {
    ...rest,
    properties,
    required: ['organization_id', 'quote_id', ...Object.keys(more)],
  }
}

const text = { type: 'string' }
const texts = (...names: string[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
  required: names,
})
const account: Schema = {
  type: 'object',
  properties: { id: text, alias: text, method: text, details: { type: 'object' } },
  required: ['id', 'alias', 'method', 'details'],
}

const PREPARED: Schema = {
  type: 'object',
  properties: {
    terms: {
      type: 'object',
      properties: {
        ...Object.fromEntries(
          [
            'organization_id',
            'quote_id',
            'exchange_rate',
            'estimated_settlement_time',
            'submission_expires_at',
            'funding_expires_at',
          ].map((name) => [name, text]),
        ),
        payer_sends: texts('total', 'fee', 'tax', 'currency'),
        beneficiary_receives: texts('total', 'currency'),
        pays_from: account,
        pays_to: account,
        metadata: { type: 'object' },
      },
    },
    left_of_day: { ...text, description: 'Of the daily limit, once the order is created.' },
    confirmation_token: text,
  },
  required: ['terms', 'left_of_day', 'confirmation_token'],
  additionalProperties: false,
}
