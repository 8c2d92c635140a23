// What an operator does about orders that the restored database lacks, as docs/backups.md says: their fills and sends become
// movements, and their deposits the desk's own money.
import { formatAmount } from '../../src/platform/money/decimal.ts'
import type { Desk } from './desk.ts'
import { bookFill, fillsOf, move, type Halt, type Send } from './listed.ts'
import type { Story } from './story.ts'

/**
 * A send or fill without a key is that of the lost order with its amount. Returns the references of sends without a key, which
 * the halts end with.
 */
export async function bookLostOrders(desk: Desk, lost: readonly Story[]): Promise<Set<string>> {
  const nameless = new Set<string>()
  const ids = new Set(lost.map(({ first }) => first.id))
  const sentBy = new Set(
    lost.flatMap(({ row }) => [
      formatAmount(row.payout_total_minor, row.payout_currency),
      formatAmount(row.payin_total_minor, row.payin_currency),
    ]),
  )
  const soldBy = new Set(
    lost.map(({ netMinor, row }) => formatAmount(netMinor, row.payin_currency)),
  )
  const isLost = (key: string | null, amount: string, amounts: ReadonlySet<string>) =>
    key === null ? amounts.has(amount) : ids.has(key.split(':', 1)[0] ?? '')
  for (const halt of await desk.read<Halt[]>('/halts')) {
    if (halt.what === 'sends') {
      for (const send of await desk.read<Send[]>(`/halts/${halt.id}/unknown-sends`))
        if (!send.is_put_right && isLost(send.key, send.amount, sentBy)) {
          await move(desk, `rail:${halt.rail}`, 'unwind', send.currency, send.amount)
          if (send.key === null) nameless.add(send.reference)
        }
    } else
      for (const fill of await fillsOf(desk, halt)) {
        if (fill.is_put_right || !isLost(fill.key, fill.sold_amount, soldBy)) continue
        await bookFill(desk, halt, fill)
      }
  }
  return nameless
}

/** Every halt ends. Sends of lost orders that a rail lists without a key are named. */
export async function resumeAll(desk: Desk, ofNoOrder: ReadonlySet<string>): Promise<void> {
  for (const { id, what } of await desk.read<Halt[]>('/halts')) {
    const listed = what === 'sends' ? await desk.read<Send[]>(`/halts/${id}/unknown-sends`) : []
    const named = listed.flatMap(({ reference }) => (ofNoOrder.has(reference) ? [reference] : []))
    await desk.act(
      'operator',
      `/halts/${id}/resume`,
      named.length === 0 ? {} : { of_no_order: named },
    )
  }
}

/** Once the rails are compared: deposits of lost orders, which were converted and paid out, are the desk's own money. */
export async function bookTheirDeposits(desk: Desk): Promise<void> {
  for (const { id } of await desk.read<{ id: string }[]>('/deposits?outcome=unmatched'))
    await desk.act('treasurer', `/deposits/${id}/book`, { from_account: 'unwind' })
}

/** Conversions that a provider lists without a key: the operator names the order that sold the amount. */
export async function nameFills(desk: Desk, stories: readonly Story[]): Promise<string[]> {
  const problems: string[] = []
  for (const halt of await desk.read<Halt[]>('/halts'))
    for (const fill of await fillsOf(desk, halt)) {
      if (fill.key !== null || fill.is_put_right) continue
      const story = stories.find(
        ({ netMinor, row }) => formatAmount(netMinor, row.payin_currency) === fill.sold_amount,
      )
      if (story === undefined || story.one.isLost === true) continue
      // A declined order has converted nothing: it was its lost retry.
      if ((await story.status()) === 'FAILED_DECLINED_BY_LIQ_PROVIDER') continue
      try {
        await story.nameFill(fill.reference)
      } catch (error) {
        problems.push(`naming a fill: ${story.one.name}: ${String(error)}`)
      }
    }
  return problems
}
