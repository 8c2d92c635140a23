// Orders that an amount may be for: those of the same currency and total first, then the newest others of the currency. What
// is typed is a part of their reference.
import { Money } from '../parts/money.tsx'
import { readPage, type Schemas } from './api.ts'
import type { Candidate, FindCandidates } from './candidates.tsx'
import { useOrderWord } from './order-state.tsx'

const MOST = 8

export function useOrdersFor({ amount, currency }: Schemas['Money']): FindCandidates {
  const stateOf = useOrderWord()
  const read = async (more: Record<string, string>) => {
    const query = { payin_currency: currency, limit: MOST, ...more }
    return (await readPage('/operator/v1/orders', undefined, query)).data
  }
  const candidate = (order: Schemas['DeskOrder']): Candidate => ({
    value: order.reference_number,
    about: (
      <>
        <Money {...order.payin} /> {order.organization_name}, {stateOf(order)}
      </>
    ),
  })
  return {
    key: [amount, currency],
    find: async (typed) => {
      const text = typed.replaceAll(/\s/g, '').slice(0, 64)
      if (text.startsWith('ord_')) return []
      const part: Record<string, string> = text === '' ? {} : { text }
      const [same, others] = await Promise.all([
        read({ ...part, min_payin: amount, max_payin: amount }),
        read(part),
      ])
      const found = new Map([...same, ...others].map((order) => [order.id, order]))
      return [...found.values()].slice(0, MOST).map(candidate)
    },
  }
}
