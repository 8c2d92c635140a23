// The commands of customers on quotes, orders, the money of orders, and events.
import { Option, type Command } from 'commander'
import { groupOf } from './client/add-client.ts'
import { asCustomer, asEither } from './customer/add-verb.ts'
import { metadata, ofTime, paged, repeat } from './customer/options.ts'
import {
  depositOutcomes,
  eventTypes,
  orderStatuses,
  payoutStatuses,
  refundStatuses,
} from './customer/words.ts'

const orderId = ['<id>', 'the identifier (ord_…)'] as const

/** The exchange: an offering, or the fields that select one. */
const priced = (command: Command): Command =>
  command
    .option('--offering <id>', 'the offering (off_…)')
    .option('--from <what>', 'the paying currency, or instrument by id or alias')
    .option('--to <what>', 'the paid currency, or instrument by id or alias')
    .option('--provider <name>', 'the liquidity provider')
    .option('--pay <amount>', 'what you pay, such as 1000.00')
    .option('--receive <amount>', 'what the beneficiary receives')

const waits = (command: Command): Command =>
  command
    .option('--timeout <seconds>', 'the longest time to wait (default: as long as it is open)')
    .option('--quiet', 'do not tell the statuses meanwhile', false)

export function addCustomerOrderCommands(program: Command): void {
  asCustomer(
    priced(program.command('quote').description('get a firm price'))
      .option(...metadata)
      .option(...repeat),
    async () => (await import('./customer/quotes.ts')).quote,
  )
  const quotes = groupOf(program, 'quotes', 'quotes that were made')
  asCustomer(
    ofTime(paged(quotes.command('list').description('list them')))
      .option('--offering <id>', 'of this offering')
      .option(...metadata),
    async () => (await import('./customer/quotes.ts')).list,
  )
  asCustomer(
    quotes.command('show').description('show one').argument('<id>', 'the identifier (qt_…)'),
    async () => (await import('./customer/quotes.ts')).show,
  )
  asCustomer(
    waits(
      priced(
        program.command('order').description('create an order from a quote, or from a new quote'),
      )
        .option('--quote <id>', 'the quote (qt_…)')
        .option('--reference <text>', 'your own reference')
        .option(...metadata)
        .option('--yes', 'do not ask before the order is created', false)
        .option('--fund', 'in a sandbox, simulate that the payer pays', false)
        .option('--wait', 'wait until the beneficiary is paid', false)
        .option(...repeat),
    ),
    async () => (await import('./customer/orders.ts')).create,
  )
  addOrdersGroup(program)
  addMoneyCommands(program)
  const events = groupOf(program, 'events', 'what happened in the organization')
  asCustomer(
    paged(events.command('list').description('list events, newest first, or follow new ones'))
      .option('--oldest', 'oldest first, from the first one on', false)
      .option('--follow', 'print new events until Ctrl-C', false)
      .option('--order <id>', 'of this order')
      .addOption(new Option('--type <type>', 'of this type').choices(eventTypes))
      .option('--cursor <cursor>', 'oldest first, after this one, as an earlier list printed it'),
    async () => (await import('./customer/events.ts')).list,
  )
}

// oxlint-disable-next-line max-lines-per-function -- the list of commands of a group
function addOrdersGroup(program: Command): void {
  const orders = groupOf(program, 'orders', 'orders: your own, or for operators those that wait')
  asCustomer(
    ofTime(paged(orders.command('list').description('list orders')))
      .addOption(new Option('--status <status>', 'with this status').choices(orderStatuses))
      .option('--reference <text>', 'with your own reference')
      .option('--offering <id>', 'of this offering')
      .option(...metadata),
    async () => (await import('./customer/orders.ts')).list,
  )
  asEither(
    orders
      .command('show')
      .description('show an order: to its customer with its terms, to an operator with everything')
      .argument(...orderId),
    async () => (await import('./customer/orders.ts')).show,
  )
  asEither(
    orders
      .command('refund')
      .description('send the money of a declined order back; operators also end a parked one')
      .argument(...orderId),
    async () => (await import('./customer/orders.ts')).refund,
  )
  asCustomer(
    waits(
      orders
        .command('wait')
        .description('wait for an order, and print its statuses')
        .argument(...orderId),
    ).addOption(
      new Option('--until <status>', 'a status that ends the wait')
        .choices(orderStatuses)
        .default('STEP_4_COMPLETED'),
    ),
    async () => (await import('./customer/orders.ts')).wait,
  )
  asCustomer(
    orders
      .command('timeline')
      .description('show deposits, fills, payouts, refunds, entries and events of an order')
      .argument(...orderId),
    async () => (await import('./customer/orders.ts')).timeline,
  )
  asCustomer(
    orders
      .command('receipt')
      .description('write the receipt of an order that is completed or refunded')
      .argument(...orderId)
      .option('--pdf <file>', 'as PDF, to this file')
      .option('--html <file>', 'as HTML, to this file'),
    async () => (await import('./customer/orders.ts')).receipt,
  )
  asCustomer(
    orders
      .command('statement')
      .description('write the statement of a month: its orders and their sums')
      .argument('<month>', 'such as 2026-11, in UTC')
      .option('--pdf <file>', 'as PDF, to this file')
      .option('--html <file>', 'as HTML, to this file'),
    async () => (await import('./customer/orders.ts')).statement,
  )
  asCustomer(
    orders
      .command('cancel')
      .description('cancel an order before it is funded')
      .argument(...orderId),
    async () => (await import('./customer/orders.ts')).cancel,
  )
  asCustomer(
    waits(
      orders
        .command('retry')
        .description('retry a declined order with its money and a fresh quote')
        .argument(...orderId)
        .option('--quote <id>', 'a fresh quote of the same offering, instead of a new one')
        .option('--pay <amount>', 'less than the order had; the rest is refunded')
        .option('--reference <text>', 'your own reference')
        .option(...metadata)
        .option('--yes', 'do not ask before the order is created', false)
        .option('--wait', 'wait until the beneficiary is paid', false)
        .option(...repeat),
    ),
    async () => (await import('./customer/orders.ts')).retry,
  )
}

function addMoneyCommands(program: Command): void {
  const filtered = (command: Command): Command =>
    ofTime(paged(command))
      .option('--order <id>', 'of this order')
      .option('--currency <code>', 'in this currency')
  const deposits = groupOf(program, 'deposits', 'payments that arrived')
  asCustomer(
    filtered(deposits.command('list').description('list deposits')).addOption(
      new Option('--outcome <outcome>', 'with this outcome').choices(depositOutcomes),
    ),
    async () => (await import('./customer/movements.ts')).deposits,
  )
  asCustomer(
    deposits.command('show').description('show one').argument('<id>', 'the identifier (dep_…)'),
    async () => (await import('./customer/movements.ts')).deposit,
  )
  const payouts = groupOf(program, 'payouts', 'payments to beneficiaries')
  asCustomer(
    filtered(payouts.command('list').description('list payouts')).addOption(
      new Option('--status <status>', 'with this status').choices(payoutStatuses),
    ),
    async () => (await import('./customer/movements.ts')).payouts,
  )
  asCustomer(
    payouts.command('show').description('show one').argument('<id>', 'the identifier (po_…)'),
    async () => (await import('./customer/movements.ts')).payout,
  )
  const refunds = groupOf(program, 'refunds', 'money that goes back to payers')
  asCustomer(
    filtered(refunds.command('list').description('list refunds')).addOption(
      new Option('--status <status>', 'with this status').choices(refundStatuses),
    ),
    async () => (await import('./customer/movements.ts')).refunds,
  )
  asCustomer(
    refunds.command('show').description('show one').argument('<id>', 'the identifier (rf_…)'),
    async () => (await import('./customer/movements.ts')).refund,
  )
}
