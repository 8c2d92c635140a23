// `corridor order`, and the commands on orders of customers.
import { writeFileSync } from 'node:fs'
import { decimal, type Corridor, type Offering, type Order, type Quote } from '@corridor/sdk'
import { textIn, type Given, type Output } from '../client/rows.ts'
import { lines } from '../table.ts'
import { confirmed } from './confirm.ts'
import { metadataIn } from './options.ts'
import { quoted, quoteText } from './quotes.ts'
import { UsageError } from './refused.ts'
import type { Context, Verb } from './run.ts'
import { chosen, filters, instrumentText, listed, money, record, shortTime, times } from './show.ts'
import { waited } from './wait.ts'
import { orderStatuses } from './words.ts'

/** From a quote, or with a new quote after a confirmation. */
export const create: Verb = async (context, given) => {
  const { corridor } = context
  const { options } = given
  const organization = await context.organization()
  const quoteId = textIn(options, 'quote') ?? (await agreedQuote(context, organization, options))
  const reference = textIn(options, 'reference')
  let order = await corridor.orders.create(
    organization,
    {
      quote_id: quoteId,
      ...(reference === undefined ? {} : { external_reference_id: reference }),
      ...metadataIn(options),
    },
    { idempotencyKey: textIn(options, 'idempotencyKey') },
  )
  process.stderr.write(`${order.id} is created.\n`)
  if (options['fund'] === true)
    order = await corridor.orders.simulateDemoFunding(organization, order.id)
  if (options['wait'] === true) order = await waited(corridor, organization, order.id, options)
  return shown(order, isTold(options) ? 'told' : options['fund'] === true ? 'whole' : 'of money')
}

/** The wait has printed the statuses, so they are not printed again. */
const isTold = (options: Given['options']): boolean =>
  options['wait'] === true && options['quiet'] !== true

async function agreedQuote(
  { corridor }: Context,
  organization: string,
  options: Given['options'],
): Promise<string> {
  if (textIn(options, 'idempotencyKey') !== undefined)
    throw new UsageError('--idempotency-key needs --quote: otherwise each call prices a new order')
  const { made, offering } = await quoted(corridor, organization, options)
  await agree(made, offering, options, 'Create this order?')
  return made.id
}

async function agree(
  made: Quote,
  offering: Offering,
  options: Given['options'],
  question: string,
): Promise<void> {
  process.stderr.write(quoteText(made, offering))
  if (options['yes'] !== true) await confirmed(question)
}

export const list: Verb = async ({ corridor, organization }, given) => {
  const id = await organization()
  const { options } = given
  const status = chosen(orderStatuses, textIn(options, 'status'))
  const query = {
    ...filters(options, { offering: 'offering_id', reference: 'external_reference_id', ...times }),
    ...(status === undefined ? {} : { status }),
    ...metadataIn(options),
  }
  return listed((limit) => corridor.orders.list(id, { limit, ...query }), given, {
    headings: ['ORDER', 'STATUS', 'PAY', 'RECEIVE', 'CREATED', 'REFERENCE'],
    cells: (one) => [
      one.id,
      one.status.current_status,
      money(one.payin.total, one.payin.external_payment_instrument.currency),
      money(one.payout.total, one.payout.external_payment_instrument.currency),
      shortTime(one.created_at),
      one.external_reference_id ?? one.reference_number,
    ],
    shrinks: ['REFERENCE'],
    empty: 'No order was found: `corridor order` makes one.',
  })
}

export const show: Verb = async ({ corridor, organization }, { args }) => {
  const id = await organization()
  const order = await corridor.orders.get(id, args[0] ?? '')
  const output = shown(order, 'whole')
  const sent = await sentFor(corridor, id, order)
  const open = (await corridor.orders.acts(id, order.id)).filter(({ is_open: isOpen }) => isOpen)
  const commands = lines(open.map(({ act }) => [act, `corridor orders ${act} ${order.id}`]))
  const paused = await corridor.orders.paused(id, { order_ids: order.id })
  const waits = lines(
    paused.map(({ step, since }) => [step, `since ${shortTime(since)}; it goes on by itself`]),
  )
  const parts = [
    output.text,
    below('Sent', sent),
    below('Paused by the desk', waits),
    below('Can be done', commands),
  ]
  return { ...output, text: parts.join('') }
}

const below = (heading: string, text: string): string =>
  text === '' ? '' : `\n${heading}:\n${indented(text)}`

/** Payouts and refunds with their references at the bank or on the chain, which an order does not have. */
async function sentFor(corridor: Corridor, organization: string, order: Order): Promise<string> {
  const { id, status } = order
  if (!/^STEP_[34]|REFUND/.test(status.current_status)) return ''
  const query = { limit: 20, order_id: id }
  const [payouts, refunds] = await Promise.all([
    corridor.payouts.list(organization, query).page(),
    corridor.refunds.list(organization, query).page(),
  ])
  return lines(
    [
      ...payouts.data.map((one) => ({ ...one, what: 'payout' })),
      ...refunds.data.map((one) => ({ ...one, what: 'refund' })),
    ].map(({ what, amount, currency, status: state, reference }) => [
      what,
      `${money(amount, currency)}, ${state}${reference === null ? '' : `, reference ${reference}`}`,
    ]),
  )
}

export const timeline: Verb = async ({ corridor, organization }, { args }) =>
  record(await corridor.orders.timeline(await organization(), args[0] ?? ''))

export const cancel: Verb = async ({ corridor, organization }, { args }) =>
  changed(await corridor.orders.cancel(await organization(), args[0] ?? ''))

export const refund: Verb = async ({ corridor, organization }, { args }) =>
  changed(await corridor.orders.refund(await organization(), args[0] ?? ''))

export const fund: Verb = async ({ corridor, organization }, { args }) =>
  changed(await corridor.orders.simulateDemoFunding(await organization(), args[0] ?? ''))

export const wait: Verb = async ({ corridor, organization }, { args, options }) =>
  changed(await waited(corridor, await organization(), args[0] ?? '', options))

/** With a given quote, or with a new one for the same amount. */
export const retry: Verb = async (context, { args, options }) => {
  const { corridor } = context
  const organization = await context.organization()
  const [id = ''] = args
  const given = textIn(options, 'quote')
  const reference = textIn(options, 'reference')
  const quoteId = given ?? (await quoteAgain(context, organization, id, options))
  let order = await corridor.orders.retry(
    organization,
    id,
    {
      quote_id: quoteId,
      ...(reference === undefined ? {} : { external_reference_id: reference }),
      ...metadataIn(options),
    },
    { idempotencyKey: textIn(options, 'idempotencyKey') },
  )
  process.stderr.write(`${order.id} has the money of ${id}.\n`)
  if (options['wait'] === true) order = await waited(corridor, organization, order.id, options)
  return shown(order, isTold(options) ? 'told' : 'whole')
}

async function quoteAgain(
  { corridor }: Context,
  organization: string,
  id: string,
  options: Given['options'],
): Promise<string> {
  if (textIn(options, 'idempotencyKey') !== undefined)
    throw new UsageError('--idempotency-key needs --quote: otherwise each call prices a new order')
  const { offering_id: offeringId, payin, status } = await corridor.orders.get(organization, id)
  if (status.current_status !== 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    throw new Error(
      `${id} is ${status.current_status}, and only a declined order can be retried: see \`corridor orders show ${id}\``,
    )
  const offering = await corridor.offerings.get(organization, offeringId)
  const quote = (payin_amount: string) =>
    corridor.quotes.create(organization, { offering_id: offeringId, payin_amount })
  const asked = textIn(options, 'pay')
  let made = await quote(asked ?? payin.total)
  // If the fee is added to the amount, a quote of the whole total costs more than the total.
  if (asked === undefined && decimal.compare(made.payin.total, payin.total) > 0)
    made = await quote(decimal.subtract(payin.total, decimal.add(payin.fee, payin.tax)))
  await agree(made, offering, options, `Retry ${id} at these terms?`)
  return made.id
}

/** The receipt, or with --pdf the one in PDF, in a file. */
export const receipt: Verb = ({ corridor, organization }, given) =>
  written(given, 'receipt', {
    html: async (id) => corridor.orders.receipt(await organization(), id),
    pdf: async (id) => corridor.orders.receiptPdf(await organization(), id),
  })

export const statement: Verb = ({ corridor, organization }, given) =>
  written(given, 'statement', {
    html: async (month) => corridor.orders.statement(await organization(), month),
    pdf: async (month) => corridor.orders.statementPdf(await organization(), month),
  })

async function written(
  { args: [of = ''], options }: Given,
  what: string,
  read: { html(of: string): Promise<string>; pdf(of: string): Promise<Uint8Array> },
): Promise<Output> {
  const [pdf, html] = [textIn(options, 'pdf'), textIn(options, 'html')]
  if ((pdf === undefined) === (html === undefined))
    throw new UsageError(`name one file: --pdf ${what}.pdf, or --html ${what}.html`)
  const path = pdf ?? html ?? ''
  writeFileSync(path, pdf === undefined ? await read.html(of) : await read.pdf(of))
  const subject = what === 'receipt' ? { order_id: of } : { month: of }
  return { text: `The ${what} of ${of} is in ${path}.\n`, json: { ...subject, file: path } }
}

const changed = (order: Order): Output => ({
  text: `${order.id} is ${order.status.current_status}.\n${nextText(order)}`,
  json: order,
})

/** `history`: all statuses, those since the money arrived, or none because they were told. */
function shown(order: Order, shownHistory: 'whole' | 'of money' | 'told'): Output {
  const { payin, payout, status, funding_instructions: funding } = order
  const [from, to] = [payin.external_payment_instrument, payout.external_payment_instrument]
  const isAwaited = status.current_status === 'STEP_1_AWAITING_FUNDING'
  const instructions = Object.entries(funding.details).filter(([, value]) => value !== '')
  const hasHistory = shownHistory === 'whole' || (shownHistory === 'of money' && !isAwaited)
  const history = hasHistory ? status.status_history : []
  const text = [
    lines([
      ['Order', order.id],
      ['Status', status.current_status],
      ['Reference number', order.reference_number],
      ['Your reference', order.external_reference_id],
      ...Object.entries(order.metadata ?? {}).map(([key, value]) => [`  ${key}`, value] as const),
      ['From', instrumentText(from)],
      ['To', instrumentText(to)],
      ['You pay', money(payin.total, from.currency)],
      ['  of it fee', money(payin.fee, from.currency)],
      ['  of it tax', money(payin.tax, from.currency)],
      ['Rate', `${order.effective_exchange_rate} ${to.currency} for 1 ${from.currency}`],
      ['They receive', money(payout.total, to.currency)],
      ['Created', shortTime(order.created_at)],
      ['Retried by', order.retry_order_id],
    ]),
    isAwaited
      ? `\nSend ${money(payin.total, funding.currency)} by ${funding.method}, and quote the reference number:\n${indented(
          lines(instructions.map(([name, value]) => [name.replaceAll('_', ' '), String(value)])),
        )}`
      : '',
    history.length === 0
      ? ''
      : `\nHistory:\n${indented(lines(history.map((one) => [one.created_at, one.status])))}`,
  ].join('')
  return { text, json: order, note: nextText(order) }
}

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

/** The next steps that the customer can take. */
function nextText({ id, status, retry_order_id: retried }: Order): string {
  switch (status.current_status) {
    case 'STEP_1_AWAITING_FUNDING':
      return `Watch it: \`corridor orders wait ${id}\`. In a sandbox: \`corridor sandbox fund ${id}\`.\n`
    case 'STEP_2_FILLING_FX':
    case 'STEP_3_SETTLING_PAYOUT':
    case 'FAILED_REFUND_REQUESTED':
      return `Watch it: \`corridor orders wait ${id}\`.\n`
    case 'STEP_4_COMPLETED':
    case 'FAILED_REFUND_PROCESSED':
      return `Its receipt: \`corridor orders receipt ${id} --pdf receipt.pdf\`.\n`
    case 'FAILED_DECLINED_BY_LIQ_PROVIDER':
      return retried === null
        ? `Try again with \`corridor orders retry ${id}\`, or take the money back with \`corridor orders refund ${id}\`.\n`
        : ''
    case 'FAILED_FUNDING_EXPIRED':
    case 'FAILED_CANCELLED':
      return ''
    default:
      return ''
  }
}
