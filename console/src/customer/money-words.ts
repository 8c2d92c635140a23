// Words for what moves: deposits, payouts, refunds and delays.
import type { Schemas } from '@corridor/sdk'
import { bilingual } from '../parts/language.tsx'

const english: {
  outcome: Record<Schemas['DepositOutcome'], string>
  payout: Record<Schemas['PayoutStatus'], string>
  refund: Record<Schemas['RefundStatus'], string>
  reason: Record<Schemas['RefundReason'], string>
  delay: Record<Schemas['DelayCode'], string>
  posting: Record<Schemas['PostingKind'], string>
  /** Outcomes of deposits, beside their amounts. */
  short: Record<Schemas['DepositOutcome'], string>
} = {
  outcome: {
    counted: 'counts towards the total',
    late: 'came after the order had ended; it is refunded',
    extra: 'the order was already funded; it is refunded',
    wrong_asset: 'in another currency; it is refunded',
  },
  payout: {
    PENDING: 'on its way',
    SETTLED: 'arrived',
    REJECTED: 'rejected for good',
    RETURNED: 'came back',
  },
  refund: {
    PENDING: 'not yet sent',
    SENT: 'on its way',
    PROCESSED: 'arrived',
    FAILED: 'a person looks at it',
    KEPT: 'too small to be sent; ask for it',
    COLLECTED: 'paid back with others',
    WRITTEN_OFF: 'too small to be sent; written off',
  },
  reason: {
    funding_expired: 'not funded in time',
    cancelled: 'order cancelled',
    excess: 'more than the total arrived',
    extra: 'the order was already funded',
    late: 'came too late',
    wrong_asset: 'another currency',
    declined: 'conversion declined',
    payout_rejected: 'payout rejected',
    payout_ended: 'payout ended',
    payout_returned: 'payout came back',
    retry_leftover: 'left over by a retry',
    collected: 'small refunds together',
  },
  delay: { review: 'The order is being reviewed', processing: 'A step takes longer than usual' },
  posting: {
    deposit: 'deposit',
    deposit_reversed: 'deposit taken back by the rail',
    receivable: 'owed by the payer',
    fill: 'conversion, fee and tax',
    fx_result: 'result of the conversion',
    fill_unwound: 'conversion undone',
    payout: 'payout',
    payout_rejected: 'payout rejected',
    payout_ended: 'payout ended',
    payout_returned: 'payout came back',
    refund: 'refund',
    refund_returned: 'refund came back',
    send_fee: 'fee of a transfer',
    small_amount: 'small refund written off',
    refund_fee: 'fee of a refund',
    carry_over: 'carried to another order',
    movement: 'movement',
  },
  short: { counted: 'counted', late: 'late', extra: 'extra', wrong_asset: 'wrong asset' },
}

export const moneyTexts = bilingual(english, {
  outcome: {
    counted: 'cuenta para el total',
    late: 'llegó después del fin de la orden; se reembolsa',
    extra: 'la orden ya tenía fondos; se reembolsa',
    wrong_asset: 'en otra moneda; se reembolsa',
  },
  payout: {
    PENDING: 'en camino',
    SETTLED: 'llegó',
    REJECTED: 'rechazado definitivamente',
    RETURNED: 'volvió',
  },
  refund: {
    PENDING: 'sin enviar todavía',
    SENT: 'en camino',
    PROCESSED: 'llegó',
    FAILED: 'lo revisa una persona',
    KEPT: 'muy pequeño para enviarlo; solicítelo',
    COLLECTED: 'devuelto junto con otros',
    WRITTEN_OFF: 'muy pequeño para enviarlo; dado de baja',
  },
  reason: {
    funding_expired: 'sin fondos a tiempo',
    cancelled: 'orden cancelada',
    excess: 'llegó más que el total',
    extra: 'la orden ya tenía fondos',
    late: 'llegó tarde',
    wrong_asset: 'otra moneda',
    declined: 'conversión rechazada',
    payout_rejected: 'pago rechazado',
    payout_ended: 'pago terminado',
    payout_returned: 'el pago volvió',
    retry_leftover: 'sobrante de un reintento',
    collected: 'reembolsos pequeños juntos',
  },
  delay: { review: 'La orden está en revisión', processing: 'Un paso tarda más de lo usual' },
  posting: {
    deposit: 'depósito',
    deposit_reversed: 'depósito retirado por el medio de pago',
    receivable: 'adeudado por el pagador',
    fill: 'conversión, comisión e impuesto',
    fx_result: 'resultado de la conversión',
    fill_unwound: 'conversión deshecha',
    payout: 'pago',
    payout_rejected: 'pago rechazado',
    payout_ended: 'pago terminado',
    payout_returned: 'el pago volvió',
    refund: 'reembolso',
    refund_returned: 'el reembolso volvió',
    send_fee: 'costo de una transferencia',
    small_amount: 'reembolso pequeño dado de baja',
    refund_fee: 'comisión de un reembolso',
    carry_over: 'llevado a otra orden',
    movement: 'movimiento',
  },
  short: { counted: 'contado', late: 'tarde', extra: 'de más', wrong_asset: 'otra moneda' },
})
