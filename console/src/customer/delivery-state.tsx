// The state of a webhook's delivery, and the receiver's answer.
import type { WebhookDelivery } from '@corridor/sdk'
import { bilingual, useText } from '../parts/language.tsx'
import { State, type Shape } from '../parts/status.tsx'

const texts = bilingual({
  PENDING: ['waiting', 'espera'],
  retried: ['failed, will be tried again', 'falló, se reintentará'],
  DELIVERED: ['delivered', 'entregado'],
  FAILED: ['failed', 'falló'],
  noAnswer: ['no answer', 'sin respuesta'],
  refused: ['Nothing listens at this address', 'Nada escucha en esta dirección'],
  unknown: ['This name has no address', 'Este nombre no tiene dirección'],
  slow: ['No answer in time', 'Sin respuesta a tiempo'],
  broken: ['The connection broke off', 'La conexión se cortó'],
  certificate: ['The certificate is not valid', 'El certificado no es válido'],
})

/** Why nobody answered, for who does not know the codes. Others are shown as they are. */
const ERRORS: Readonly<Record<string, 'refused' | 'unknown' | 'slow' | 'broken' | 'certificate'>> =
  {
    ECONNREFUSED: 'refused',
    ENOTFOUND: 'unknown',
    EAI_AGAIN: 'unknown',
    ETIMEDOUT: 'slow',
    ECONNRESET: 'broken',
    CERT_HAS_EXPIRED: 'certificate',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  }

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
  const known = error === null ? undefined : ERRORS[error]
  if (code === null && known !== undefined)
    return (
      <>
        {t[known]} <span className="code">{error}</span>
      </>
    )
  return <span className="code">{code ?? error ?? t.noAnswer}</span>
}
