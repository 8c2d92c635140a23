// The state of a webhook's delivery, and the receiver's answer.
import type { WebhookDelivery } from '@corridor/sdk'
import { bilingual, useText } from '../parts/language.tsx'
import { State, type Shape } from '../parts/status.tsx'

const texts = bilingual({
  PENDING: ['waiting', 'espera'],
  retried: ['failed, tried again', 'falló, se reintenta'],
  DELIVERED: ['delivered', 'entregado'],
  FAILED: ['failed', 'falló'],
  noAnswer: ['no answer', 'sin respuesta'],
})

type Delivery = Pick<WebhookDelivery, 'status' | 'attempts' | 'last_status_code' | 'last_error'>

const SHAPES: Readonly<Record<WebhookDelivery['status'], Shape>> = {
  PENDING: 'waiting',
  DELIVERED: 'done',
  FAILED: 'failed',
}

/** A delivery that failed and is tried again is no longer one that waits for its first attempt. */
const isRetried = ({ status, attempts }: Delivery): boolean => status === 'PENDING' && attempts > 0

export const shapeOfDelivery = (delivery: Delivery): Shape =>
  isRetried(delivery) ? 'failed' : SHAPES[delivery.status]

export function DeliveryState({ delivery }: { delivery: Delivery }) {
  const t = useText(texts)
  const word = isRetried(delivery) ? t.retried : t[delivery.status]
  return <State word={word} shape={shapeOfDelivery(delivery)} />
}

export function DeliveryAnswer({ delivery }: { delivery: Delivery }) {
  const t = useText(texts)
  const { last_status_code: code, last_error: error } = delivery
  return <span className="code">{code ?? error ?? t.noAnswer}</span>
}
