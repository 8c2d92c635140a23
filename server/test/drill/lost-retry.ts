// A retry that a restore lost, as docs/backups.md says.
import { uuidOf } from '../../src/platform/ids.ts'
import { formatAmount } from '../../src/platform/money/decimal.ts'
import { areOfOneFamily } from '../../src/engine/orders/keys.ts'
import type { Desk } from './desk.ts'
import { bookFill, fillsOf, move, type Halt, type Send } from './listed.ts'

type Retried = {
  first: { id: string }
  row: { payin_currency: string }
  /** The retry converts as much. */
  netMinor: bigint
  act(what: 'sent-before', body: { key: string }): Promise<unknown>
}

/** A retry that the restore lost: its conversion and payout become movements, and the order that it retried is told. */
export async function recordLostRetry(desk: Desk, story: Retried): Promise<void> {
  const own = uuidOf('ord', story.first.id)
  const isOfRetry = (key: string | null): key is string => {
    const name = uuidOf('ord', key?.split(':', 1)[0] ?? '')
    return own !== undefined && name !== undefined && name !== own && areOfOneFamily(name, own)
  }
  const soldAmount = formatAmount(story.netMinor, story.row.payin_currency)
  const keys: string[] = []
  for (const halt of await desk.read<Halt[]>('/halts')) {
    const sends =
      halt.what === 'sends' ? await desk.read<Send[]>(`/halts/${halt.id}/unknown-sends`) : []
    for (const { key, currency, amount } of sends) {
      if (!isOfRetry(key)) continue
      await move(desk, `rail:${halt.rail}`, 'unwind', currency, amount)
      keys.push(key)
    }
    for (const fill of await fillsOf(desk, halt)) {
      const { key, sold_amount, is_put_right: isPutRight } = fill
      if (key === null ? !isPutRight && sold_amount === soldAmount : isOfRetry(key))
        await bookFill(desk, halt, fill)
    }
  }
  const [key] = keys
  if (key === undefined) throw new Error('no rail lists the payout of the retry')
  await story.act('sent-before', { key })
}
