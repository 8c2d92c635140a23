// What an operator does about orders that the restored database lacks, as docs/backups.md says: their fills and sends become
// movements, and their deposits the desk's own money.
import { publicId } from '../../src/ids.ts'
import type { Desk } from './desk.ts'
import type { Story } from './story.ts'

type Send = { key: string | null; currency: string; amount: string; is_put_right: boolean }
type Fill = {
  key: string | null
  payin_currency: string
  sold_amount: string
  payout_currency: string
  delivered_amount: string
  is_put_right: boolean
}
type Halt = { id: string; what: string; rail: string | null; provider: string | null }

export async function bookLostOrders(desk: Desk, lost: readonly Story[]): Promise<void> {
  const ids = new Set(lost.flatMap(({ first, follower }) => idsOf(first.id, follower.row?.id)))
  const isLost = (key: string | null) => key === null || ids.has(key.split(':', 1)[0] ?? '')
  for (const halt of await desk.read<Halt[]>('/halts')) {
    if (halt.what === 'sends') {
      for (const send of await desk.read<Send[]>(`/halts/${halt.id}/unknown-sends`))
        if (!send.is_put_right && isLost(send.key))
          await move(desk, `rail:${halt.rail}`, 'unwind', send.currency, send.amount)
    } else
      for (const fill of await desk.read<Fill[]>(`/halts/${halt.id}/unknown-fills`)) {
        if (fill.is_put_right || !isLost(fill.key)) continue
        const provider = `provider:${halt.provider}`
        await move(desk, provider, 'unwind', fill.payin_currency, fill.sold_amount)
        await move(desk, 'unwind', provider, fill.payout_currency, fill.delivered_amount)
      }
  }
  for (const { id } of await desk.read<{ id: string }[]>('/deposits?outcome=unmatched'))
    await desk.act('treasurer', `/deposits/${id}/book`, { from_account: 'unwind' })
}

const idsOf = (first: string, follower: Parameters<typeof publicId<'ord'>>[1] | undefined) => [
  first,
  ...(follower === undefined ? [] : [publicId('ord', follower)]),
]

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
