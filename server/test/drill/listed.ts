// What rails and providers list after a restore, and the movements that account for it.
import type { Desk } from './desk.ts'

export type Send = {
  reference: string
  key: string | null
  currency: string
  amount: string
  is_put_right: boolean
}
type Fill = {
  reference: string
  key: string | null
  payin_currency: string
  sold_amount: string
  payout_currency: string
  delivered_amount: string
  is_put_right: boolean
}
export type Halt = { id: string; what: string; rail: string | null; provider: string | null }

export async function bookFill(desk: Desk, { provider: name }: Halt, fill: Fill): Promise<void> {
  const provider = `provider:${name}`
  await move(desk, provider, 'unwind', fill.payin_currency, fill.sold_amount)
  await move(desk, 'unwind', provider, fill.payout_currency, fill.delivered_amount)
}

export const fillsOf = (desk: Desk, { id, what }: Halt): Promise<Fill[]> =>
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
