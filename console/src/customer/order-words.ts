// Words for the statuses of orders and for events: what happens now, and what a failure means for the money.
import type { EventType, OrderStatus } from '@corridor/sdk'
import type { Shape } from '../parts/status.tsx'
import { bilingual } from '../parts/language.tsx'
import { isStatus, type Pause, type Standing } from './order-standing.ts'

const shapes: Readonly<Record<OrderStatus, Shape>> = {
  STEP_1_AWAITING_FUNDING: 'waiting',
  STEP_2_FILLING_FX: 'moving',
  STEP_3_SETTLING_PAYOUT: 'moving',
  STEP_4_COMPLETED: 'done',
  FAILED_FUNDING_EXPIRED: 'off',
  FAILED_CANCELLED: 'off',
  FAILED_DECLINED_BY_LIQ_PROVIDER: 'failed',
  FAILED_REFUND_REQUESTED: 'moving',
  FAILED_REFUND_PROCESSED: 'failed',
}
export const shapeOf = (status: OrderStatus): Shape => shapes[status]

export const OPEN_STATUSES: readonly OrderStatus[] = [
  'STEP_1_AWAITING_FUNDING',
  'STEP_2_FILLING_FX',
  'STEP_3_SETTLING_PAYOUT',
  'FAILED_DECLINED_BY_LIQ_PROVIDER',
  'FAILED_REFUND_REQUESTED',
]

const english: Readonly<Record<OrderStatus, string>> = {
  STEP_1_AWAITING_FUNDING: 'awaiting funding',
  STEP_2_FILLING_FX: 'converting',
  STEP_3_SETTLING_PAYOUT: 'paying out',
  STEP_4_COMPLETED: 'completed',
  FAILED_FUNDING_EXPIRED: 'not funded in time',
  FAILED_CANCELLED: 'cancelled',
  FAILED_DECLINED_BY_LIQ_PROVIDER: 'conversion declined',
  FAILED_REFUND_REQUESTED: 'being refunded',
  FAILED_REFUND_PROCESSED: 'refunded',
}
const spanish: Readonly<Record<OrderStatus, string>> = {
  STEP_1_AWAITING_FUNDING: 'espera fondos',
  STEP_2_FILLING_FX: 'en conversión',
  STEP_3_SETTLING_PAYOUT: 'en pago',
  STEP_4_COMPLETED: 'completada',
  FAILED_FUNDING_EXPIRED: 'sin fondos a tiempo',
  FAILED_CANCELLED: 'cancelada',
  FAILED_DECLINED_BY_LIQ_PROVIDER: 'conversión rechazada',
  FAILED_REFUND_REQUESTED: 'en reembolso',
  FAILED_REFUND_PROCESSED: 'reembolsada',
}

/** Where the money is, in one sentence. */
const englishMoney: Readonly<Record<OrderStatus, string>> = {
  STEP_1_AWAITING_FUNDING:
    'No money has been taken up yet: the payer sends it as shown below. What was sent may still be checked: send nothing twice.',
  STEP_2_FILLING_FX: 'The money has arrived and is being converted.',
  STEP_3_SETTLING_PAYOUT: 'The money was converted and is being paid out.',
  STEP_4_COMPLETED: 'The beneficiary was paid.',
  FAILED_FUNDING_EXPIRED:
    'No money was taken: it did not arrive in time. Money that arrives now is refunded.',
  FAILED_CANCELLED: 'No money was taken. Money that arrives now is refunded.',
  FAILED_DECLINED_BY_LIQ_PROVIDER:
    'Your money is safe and not converted. Retry it with a fresh quote, or have it refunded.',
  FAILED_REFUND_REQUESTED: 'The money was not paid out, and goes back to the payer.',
  FAILED_REFUND_PROCESSED: 'The money was not paid out, and has been sent back to the payer.',
}
const spanishMoney: Readonly<Record<OrderStatus, string>> = {
  STEP_1_AWAITING_FUNDING:
    'Aún no se recibió dinero: el pagador lo envía como se indica abajo. Lo que ya se envió puede estar en verificación: no envíe nada dos veces.',
  STEP_2_FILLING_FX: 'El dinero llegó y se está convirtiendo.',
  STEP_3_SETTLING_PAYOUT: 'El dinero se convirtió y está en proceso de pago.',
  STEP_4_COMPLETED: 'El beneficiario recibió el pago.',
  FAILED_FUNDING_EXPIRED:
    'No se tomó dinero: no llegó a tiempo. El dinero que llegue ahora se reembolsa.',
  FAILED_CANCELLED: 'No se tomó dinero. El dinero que llegue ahora se reembolsa.',
  FAILED_DECLINED_BY_LIQ_PROVIDER:
    'Su dinero está a salvo y sin convertir. Reinténtelo con una cotización nueva o pida el reembolso.',
  FAILED_REFUND_REQUESTED: 'El dinero no se pagó y vuelve al pagador.',
  FAILED_REFUND_PROCESSED: 'El dinero no se pagó y se devolvió al pagador.',
}

type OfStep = Readonly<Record<Pause['step'], string>>

const englishPaused: OfStep = {
  conversion: 'conversion paused',
  payout: 'payout paused',
  refund: 'refund paused',
}
const spanishPaused: OfStep = {
  conversion: 'conversión en pausa',
  payout: 'pago en pausa',
  refund: 'reembolso en pausa',
}

/** The end names since when the order waits. */
const englishPausedMoney: OfStep = {
  conversion:
    'The money has arrived and is safe. Conversions are paused; afterwards the order goes on by itself. It waits since',
  payout:
    'The money was converted and is safe. Payments by this rail are paused; afterwards the order goes on by itself. It waits since',
  refund:
    'The money was not paid out, and goes back to the payer. Refunds by this rail are paused; afterwards it is sent by itself. It waits since',
}
const spanishPausedMoney: OfStep = {
  conversion:
    'El dinero llegó y está a salvo. Las conversiones están en pausa; después la orden sigue por sí sola. Espera desde',
  payout:
    'El dinero se convirtió y está a salvo. Los pagos por este medio están en pausa; después la orden sigue por sí sola. Espera desde',
  refund:
    'El dinero no se pagó y vuelve al pagador. Los reembolsos por este medio están en pausa; después se envía por sí solo. Espera desde',
}

const englishEvents: Readonly<Record<EventType, string>> = {
  'order.created': 'Order created',
  'order.funded': 'Funds arrived',
  'order.funding_expired': 'Not funded in time',
  'order.cancelled': 'Order cancelled',
  'order.filled': 'Converted',
  'order.declined': 'Conversion declined',
  'order.completed': 'Beneficiary paid',
  'order.refund_requested': 'Refund begun',
  'order.refunded': 'Refunded',
  'order.retried': 'Retried by another order',
  'order.parked': 'Held for a person to look at',
  'order.released': 'Released by a person',
  'order.delayed': 'Delayed',
  'deposit.recorded': 'Deposit recorded',
  'payout.returned': 'Payout came back',
  'payout.settled': 'Payout settled',
  'refund.updated': 'Refund updated',
  'instrument.status_changed': 'Instrument status changed',
  'organization.status_changed': 'Organization status changed',
  'instrument.travel_rule_required': 'Travel rule record needed',
  'information.requested': 'Information requested',
  'information.answered': 'Information answered',
  'information.closed': 'Information request closed',
  'webhook.test': 'Webhook test',
}
const spanishEvents: Readonly<Record<EventType, string>> = {
  'order.created': 'Orden creada',
  'order.funded': 'Llegaron los fondos',
  'order.funding_expired': 'Sin fondos a tiempo',
  'order.cancelled': 'Orden cancelada',
  'order.filled': 'Convertida',
  'order.declined': 'Conversión rechazada',
  'order.completed': 'Beneficiario pagado',
  'order.refund_requested': 'Reembolso iniciado',
  'order.refunded': 'Reembolsada',
  'order.retried': 'Reintentada por otra orden',
  'order.parked': 'En espera de que la revise una persona',
  'order.released': 'Liberada por una persona',
  'order.delayed': 'Demorada',
  'deposit.recorded': 'Depósito registrado',
  'payout.returned': 'El pago volvió',
  'payout.settled': 'Pago liquidado',
  'refund.updated': 'Reembolso actualizado',
  'instrument.status_changed': 'Cambió el estado del instrumento',
  'organization.status_changed': 'Cambió el estado de la organización',
  'instrument.travel_rule_required': 'Se necesita el registro de la travel rule',
  'information.requested': 'Información solicitada',
  'information.answered': 'Información respondida',
  'information.closed': 'Solicitud de información cerrada',
  'webhook.test': 'Prueba de webhook',
}

export const orderTexts = bilingual({
  standstill: {
    sendNothing: ['on hold', 'retenida'],
    heldMoney: ['being checked', 'en revisión'],
  },
  status: [english, spanish],
  money: [englishMoney, spanishMoney],
  paused: [englishPaused, spanishPaused],
  pausedMoney: [englishPausedMoney, spanishPausedMoney],
  event: [englishEvents, spanishEvents],
})

export function wordOf(t: (typeof orderTexts)['en' | 'es'], standing: Standing): string {
  const words: Readonly<Record<Standing, string>> = { ...t.status, ...t.paused, ...t.standstill }
  return words[standing]
}

/** Whatever waits looks so. */
export const shapeOfStanding = (standing: Standing): Shape =>
  isStatus(standing) ? shapeOf(standing) : 'waiting'
