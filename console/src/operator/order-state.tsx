// The state of an order at the desk, in the same words in lists, in the queue and on its page: an order that stands still is
// not called converting.
import { bilingual, useText } from '../parts/language.tsx'
import { State } from '../parts/status.tsx'
import type { Schemas } from './api.ts'
import { standstillOf } from './headlines.ts'
import { orderTexts, shapeOf } from './words.ts'

const texts = bilingual({
  parked: ['parked', 'en espera'],
  frozen: ['frozen', 'congelada'],
})

type Known = Pick<Schemas['DeskOrder'], 'status' | 'parked_reason' | 'frozen_at'>

export function useOrderWord(): (order: Known) => string {
  const t = useText(texts)
  const words = useText(orderTexts)
  return (order) => {
    const standstill = standstillOf(order)
    return standstill === undefined ? words.status[order.status] : t[standstill]
  }
}

export function OrderState({ order }: { order: Known }) {
  const word = useOrderWord()
  const shape = standstillOf(order) === undefined ? shapeOf(order.status) : 'failed'
  return <State word={word(order)} shape={shape} />
}

/** The step that waits, while the order stands still. */
export function useWaitingStep(): (order: Known) => string | undefined {
  const words = useText(orderTexts)
  return (order) => (standstillOf(order) === undefined ? undefined : words.status[order.status])
}
