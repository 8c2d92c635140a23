// What an operator does about orders that the restored database lacks, as docs/backups.md says: their fills and sends become
// movements, and their deposits the desk's own money.
import { formatAmount } from '../../src/money/decimal.ts'
import type { Desk } from './desk.ts'
import type { Story } from './story.ts'

type Send = { key: string | null; currency: string; amount: string; is_put_right: boolean }
type Fill = {
  reference: string
  key: string | null
  payin_currency: string
  sold_amount: string
  payout_currency: string
  delivered_amount: string
  is_put_right: boolean
}
type Halt = { id: string; what: string; rail: string | null; provider: string | null }

/** A send or fill without a key is that of the lost order with its amount. */
export async function bookLostOrders(desk: Desk, lost: readonly Story[]): Promise<void> {
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
        if (!send.is_put_right && isLost(send.key, send.amount, sentBy))
          await move(desk, `rail:${halt.rail}`, 'unwind', send.currency, send.amount)
    } else
      for (const fill of await fillsOf(desk, halt)) {
        if (fill.is_put_right || !isLost(fill.key, fill.sold_amount, soldBy)) continue
        const provider = `provider:${halt.provider}`
        await move(desk, provider, 'unwind', fill.payin_currency, fill.sold_amount)
        await move(desk, 'unwind', provider, fill.payout_currency, fill.delivered_amount)
      }
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
      try {
        await story.nameFill(fill.reference)
      } catch (error) {
        problems.push(`naming a fill: ${story.one.name}: ${String(error)}`)
      }
    }
  return problems
}

const fillsOf = (desk: Desk, { id, what }: Halt): Promise<Fill[]> =>
  what === 'fills' ? desk.read(`/halts/${id}/unknown-fills`) : Promise.resolve([])

export async function move(
  desk: Desk,
  from_account: string,
  to_account: string,
  currency: string,
  amount: string,
): Promise<void> {
  const { id } = await desk.act<{ id: string }>('treasurer', '/movements', {
    from_account,
    to_account,
    currency,
    amount,
  })
  for (const act of ['approve', 'settle'])
    await desk.act('treasurer', `/movements/${id}/${act}`, {
      evidence: 'the list after the restore',
    })
}
