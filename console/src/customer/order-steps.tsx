// The way of an order as its steps: what is done and since when, what happens now, and what comes next.
import type { Order, OrderStatus } from '@corridor/sdk'
import { bilingual, useText } from '../parts/language.tsx'
import { Mark, type Shape } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { isStatus, type Standing } from './order-standing.ts'
import { orderTexts, shapeOf, wordOf } from './order-words.ts'

const texts = bilingual({
  way: ['The way of this order', 'El camino de esta orden'],
  next: ['next', 'a continuación'],
  later: ['later', 'más tarde'],
  since: ['now, since', 'ahora, desde'],
})

const WAY: readonly OrderStatus[] = [
  'STEP_1_AWAITING_FUNDING',
  'STEP_2_FILLING_FX',
  'STEP_3_SETTLING_PAYOUT',
  'STEP_4_COMPLETED',
]

type Place = 'past' | 'now' | 'next' | 'later'
type Step = { status: OrderStatus; at: string | undefined; place: Place }

const isAhead = (place: Place): place is 'next' | 'later' => place === 'next' || place === 'later'

/** What the order went through, and what is still ahead of it. */
function stepsOf(order: Order): Step[] {
  const { status_history: history, current_status: current } = order.status
  const past = history.map(
    ({ status, created_at: at }, index): Step => ({
      status,
      at,
      place: index === history.length - 1 ? 'now' : 'past',
    }),
  )
  const ahead = WAY.includes(current) ? WAY.slice(WAY.indexOf(current) + 1) : nextOf(current)
  return [
    ...past,
    ...ahead.map(
      (status, index): Step => ({ status, at: undefined, place: index === 0 ? 'next' : 'later' }),
    ),
  ]
}

const nextOf = (status: OrderStatus): OrderStatus[] =>
  status === 'FAILED_REFUND_REQUESTED' ? ['FAILED_REFUND_PROCESSED'] : []

/** The present step has the words of `standing`. */
export function OrderSteps({ order, standing }: { order: Order; standing: Standing }) {
  const t = useText(texts)
  const words = useText(orderTexts)
  return (
    <ol className="steps" aria-label={t.way}>
      {stepsOf(order).map(({ status, at, place }) => {
        const shown = place === 'now' ? standing : status
        const paused = !isStatus(shown)
        const shape: Shape =
          isAhead(place) || paused
            ? 'waiting'
            : place === 'past'
              ? passed(status)
              : presentOf(status)
        return (
          <li
            key={status}
            className={isAhead(place) ? 'next' : paused ? 'paused' : shape}
            aria-current={place === 'now' ? 'step' : undefined}
          >
            <b>
              <Mark shape={shape} /> {wordOf(words, shown)}
            </b>
            <span className="dim">
              {isAhead(place)
                ? t[place]
                : place === 'now' && shape !== 'done' && shape !== 'failed'
                  ? `${t.since} `
                  : ''}
              {at === undefined ? null : <Time at={at} isExact />}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** An order that waits for its funds is under way: its step does not look like one to come. */
const presentOf = (status: OrderStatus): Shape =>
  shapeOf(status) === 'waiting' ? 'moving' : shapeOf(status)

const passed = (status: OrderStatus): Shape => (status.startsWith('FAILED') ? 'failed' : 'done')
