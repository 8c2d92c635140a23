// The story of one order in the drill: what is done for it before the backup, in the lost time, and after the restore. Steps
// yield while they wait for a round of the service, so all stories go on together.
import { netOf } from '../../src/engine/ledger/postings.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { OperatorOrder } from '../../src/engine/orders/operator-queries.ts'
import type { OrderStatus } from '../../src/engine/orders/states.ts'
import { selectPayouts } from '../../src/engine/payouts/queries.ts'
import { SIMULATED_RAIL } from '../../src/outside/rails/sandbox/index.ts'
import { selectRefunds } from '../../src/engine/refunds/queries.ts'
import { selectSweeps } from '../../src/engine/sweeps/report-queries.ts'
import { publicId } from '../../src/platform/ids.ts'
import { rowOf, stateOf } from '../support/orders.ts'
import type { Desk } from './desk.ts'
import type { Fault, Faults } from './faults.ts'
import { recordLostRetry } from './lost-retry.ts'
import type { Site } from './site.ts'

export type Steps = AsyncGenerator<void, void, void>
/** Steps, or one act that waits for no round. */
export type Act = (story: Story) => Steps | Promise<unknown>

/** A kind of money that must leave, or be converted, once. */
export type Kind =
  | 'fill'
  | 'payout'
  | 'payout again'
  | 'payout of a retry'
  | 'refund'
  | 'refund of a part'
  | 'excess refund'
  | 'late refund'

export type Case = {
  name: string
  /** `out`: the rail under test pays out. `in`: it is paid, and refunds. */
  side: 'out' | 'in'
  needs?: (site: Site) => boolean
  /** Ordered only after the backup, so that the restored database lacks it. */
  isLost?: true
  before?: Act
  lost?: Act
  /** While the halts of the restore last: what the operator records. */
  during?: Act
  /** After the halts have ended. */
  after?: Act
  ends: OrderStatus
  owed: readonly Kind[]
}

export type Story = Awaited<ReturnType<typeof newStory>>

export async function newStory(
  one: Case,
  number: number,
  { desk, site, faults }: { desk: Desk; site: Site; faults: Faults },
) {
  const direction = one.side === 'out' ? site.out : site.in
  if (direction === null) throw new Error(`${site.name} has no orders for ${one.name}`)
  const quote = await desk.quote(direction, direction.amountOf(number))
  let order: OrderJson = await desk.service.order(quote.id)
  const first = order
  const row: OperatorOrder = await rowOf(desk.service, order)
  const follower: { row: OperatorOrder | null } = { row: null }
  let atBackup = order
  const totalMinor = row.payin_total_minor
  let paid = 0

  const story = {
    one,
    number,
    direction,
    get order() {
      return order
    },
    row,
    follower,
    first,
    totalMinor,
    /** What is converted. */
    netMinor: netOf(row),
    /** What the payer sends too much, in the cases that say so. */
    excessMinor: totalMinor / 10n + BigInt(number),
    received: async (): Promise<bigint> => (await rowOf(desk.service, order)).received_minor,
    status: (): Promise<string> => stateOf(desk.service, order),
    async *until(...wanted: string[]): Steps {
      while (!wanted.includes(await story.status())) yield
    },
    /** The payer sends money, by default the total. */
    async pay(amountMinor: bigint = totalMinor): Promise<void> {
      paid += 1
      const name = `deposit-${number}-${paid}`
      if (one.side === 'in' && site.rail !== SIMULATED_RAIL)
        return site.pay(first, amountMinor, name)
      await payAtSimulator(desk, first, amountMinor, name)
    },
    fault: (fault: Fault | null): void => faults.set(order, fault),
    act: (name: string, body?: object) => desk.act('operator', `/orders/${order.id}/${name}`, body),
    freeze: () => desk.act('compliance', `/orders/${order.id}/freeze`),
    unfreeze: () => desk.act('compliance', `/orders/${order.id}/unfreeze`),
    /** Records the conversion that its provider lists without a key. */
    async nameFill(fill: string): Promise<void> {
      if ((await rowOf(desk.service, order)).frozen_at !== null) await story.unfreeze()
      await story.act('sent-before', { key: `${order.id}:fill:1`, fill })
    },
    isFrozen: async (): Promise<boolean> => (await rowOf(desk.service, order)).frozen_at !== null,
    customer: (what: 'cancel' | 'refund') => desk.customer(order, what),
    /** From now on the story is about the order that takes over the money. */
    async retry(): Promise<void> {
      const again = await desk.quote(direction, direction.amountOf(number), quote.offering_id)
      order = await desk.customer(order, 'retry', { quote_id: again.id })
      follower.row = await rowOf(desk.service, order)
    },
    backedUp: (): void => void (atBackup = order),
    /** After a restore the story is about the order of the backup again. */
    restored: (): void => void (order = atBackup),
    payouts: async () => selectPayouts(desk.service.deps.db, [await rowOf(desk.service, order)]),
    refunds: async () => selectRefunds(desk.service.deps.db, [await rowOf(desk.service, order)]),
    /** The last payout comes back whole, as its rail reports. */
    async comesBack(): Promise<void> {
      const payout = (await story.payouts()).at(-1)
      if (payout === undefined) throw new Error('there is nothing that can come back')
      const { rail_key: key, currency, amount_minor: amountMinor } = payout
      const send = { key, currency, amountMinor }
      await (site.rail === SIMULATED_RAIL
        ? comesBackAtSimulator(desk, send)
        : site.comesBack?.(send))
    },
    /** Waits until the service has recorded that the payout came back. */
    async *untilReturned(): Steps {
      while ((await story.payouts()).at(-1)?.returned_at == null) yield
    },
    /** Waits until the outcome of every refund is known. */
    async *untilRefunded(count = 1): Steps {
      for (;;) {
        const refunds = await story.refunds()
        if (refunds.length >= count && refunds.every(({ status }) => status === 'PROCESSED')) return
        yield
      }
    },
    /** Waits until the rail has swept what was paid. */
    async *untilSwept(): Steps {
      if (site.sweeps === undefined) return
      const isOfOrder = (one: { order_id: string | null }) => one.order_id === row.id
      for (;;) {
        const sweep = (await selectSweeps(desk.service.deps.db, true)).find(isOfOrder)
        if (sweep?.status === 'SETTLED') return
        yield
      }
    },
    refundId: async (): Promise<string> => {
      const refund = (await story.refunds()).at(-1)
      if (refund === undefined) throw new Error('there is no refund')
      return publicId('rf', refund.id)
    },
    /** Records what the rail lists of the order. */
    async sentBefore(...beginnings: string[]): Promise<void> {
      const listed = await listedOf(desk, order.id)
      for (const key of listed.filter((each) =>
        beginnings.some((beginning) => each.startsWith(`${order.id}:${beginning}`)),
      ))
        await story.act('sent-before', { key })
    },
    listed: () => listedOf(desk, order.id),
    lostRetry: (): Promise<void> => recordLostRetry(desk, story),
  }
  return story
}

/** The simulated rail reports deposits from its own memory, also again after a restore. */
const payAtSimulator = (
  desk: Desk,
  order: OrderJson,
  amountMinor: bigint,
  name: string,
): Promise<void> =>
  desk.service.deps.simulator.planDeposit(
    {
      transaction: name,
      address: addressOf(order),
      reference: order.reference_number,
      currency: order.payin.external_payment_instrument.currency,
      amountMinor,
    },
    desk.clock.now(),
  )

const comesBackAtSimulator = (
  { service, clock }: Desk,
  { key, currency, amountMinor }: { key: string; currency: string; amountMinor: bigint },
): Promise<void> =>
  service.deps.simulator.planDeposit(
    {
      transaction: `return:${key}`,
      address: '',
      reference: '',
      currency,
      amountMinor,
      entry: { kind: 'return', key },
    },
    clock.now(),
  )

/** Whether a payout over the rail can come back. */
export const returns = ({ rail, comesBack }: Site): boolean =>
  rail === SIMULATED_RAIL || comesBack !== undefined

async function listedOf(desk: Desk, id: string): Promise<string[]> {
  const rows = await desk.database.sql<{ key: string }>`select key from unknown_sends
      where put_right_at is null and starts_with(key, ${id}) order by key`
  return rows.map(({ key }) => key)
}

/** The account that the payer of an order sends to. */
export function addressOf({ funding_instructions: { details } }: OrderJson): string {
  const fields = Object.entries(details)
  for (const name of ['address', 'clabe', 'iban', 'bank_account_number', 'pix_key'])
    for (const [field, value] of fields) if (field === name) return String(value)
  throw new Error(`no account in ${JSON.stringify(details)}`)
}
