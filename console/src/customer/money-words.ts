// Words for what moves: deposits, payouts, refunds and delays.
import type { Schemas } from '@corridor/sdk'
import { bilingual, type Phrase } from '../parts/bilingual.ts'

export const moneyTexts = bilingual<{
  outcome: Record<Schemas['DepositOutcome'], Phrase>
  payout: Record<Schemas['PayoutStatus'], Phrase>
  refund: Record<Schemas['RefundStatus'], Phrase>
  reason: Record<Schemas['RefundReason'], Phrase>
  /** By the sentence of the service. */
  delay: Record<Schemas['DelayResolution'], Phrase>
  posting: Record<Schemas['PostingKind'], Phrase>
  /** Outcomes of deposits, beside their amounts. */
  short: Record<Schemas['DepositOutcome'], Phrase>
}>({
  outcome: {
    counted: ['counts towards the total', 'cuenta para el total'],
    late: [
      'came after the order had ended; it is refunded',
      'llegó después del fin de la orden; se reembolsa',
    ],
    extra: [
      'the order was already funded; it is refunded',
      'la orden ya tenía fondos; se reembolsa',
    ],
    wrong_asset: ['in another currency; it is refunded', 'en otra moneda; se reembolsa'],
  },
  payout: {
    // It may be prepared and not sent: sends may be halted.
    PENDING: ['being paid out', 'en proceso de pago'],
    SETTLED: ['arrived', 'llegó'],
    REJECTED: ['rejected for good', 'rechazado definitivamente'],
    RETURNED: ['came back', 'volvió'],
  },
  refund: {
    PENDING: ['not yet sent', 'sin enviar todavía'],
    SENT: ['on its way', 'en camino'],
    PROCESSED: ['arrived', 'llegó'],
    FAILED: ['a person looks at it', 'lo revisa una persona'],
    KEPT: ['too small to be sent; ask for it', 'muy pequeño para enviarlo; solicítelo'],
    COLLECTED: ['paid back with others', 'devuelto junto con otros'],
    WRITTEN_OFF: ['too small to be sent; written off', 'muy pequeño para enviarlo; dado de baja'],
  },
  reason: {
    funding_expired: ['not funded in time', 'sin fondos a tiempo'],
    cancelled: ['order cancelled', 'orden cancelada'],
    excess: ['more than the total arrived', 'llegó más que el total'],
    extra: ['the order was already funded', 'la orden ya tenía fondos'],
    late: ['came too late', 'llegó tarde'],
    wrong_asset: ['another currency', 'otra moneda'],
    declined: ['conversion declined', 'conversión rechazada'],
    payout_rejected: ['payout rejected', 'pago rechazado'],
    payout_ended: ['payout ended', 'pago terminado'],
    payout_returned: ['payout came back', 'el pago volvió'],
    retry_leftover: ['left over by a retry', 'sobrante de un reintento'],
    collected: ['small refunds together', 'reembolsos pequeños juntos'],
  },
  delay: {
    'The order is reviewed. It then goes on, or its money is refunded.': [
      'A person checks the order. It then goes on, or its money is refunded.',
      'Una persona revisa la orden. Después sigue, o su dinero se reembolsa.',
    ],
    'The order needs attention by hand. It then goes on, or its money is refunded.': [
      'The order needs attention by hand. It then goes on, or its money is refunded.',
      'La orden necesita atención manual. Después sigue, o su dinero se reembolsa.',
    ],
    'Processing is paused. The order goes on by itself afterwards.': [
      'The next step is paused. The order goes on by itself afterwards.',
      'El próximo paso está en pausa. Después la orden sigue por sí sola.',
    ],
    'The conversion takes longer than usual. The order goes on by itself.': [
      'The conversion takes longer than usual. The order goes on by itself.',
      'La conversión tarda más de lo usual. La orden sigue por sí sola.',
    ],
    'The payment to the beneficiary takes longer than usual. The order goes on by itself.': [
      'The payment to the beneficiary takes longer than usual. The order goes on by itself.',
      'El pago al beneficiario tarda más de lo usual. La orden sigue por sí sola.',
    ],
  },
  posting: {
    deposit: ['deposit', 'depósito'],
    deposit_reversed: ['deposit taken back by the rail', 'depósito retirado por el medio de pago'],
    receivable: ['owed by the payer', 'adeudado por el pagador'],
    fill: ['conversion', 'conversión'],
    fx_result: ['result of the conversion', 'resultado de la conversión'],
    fill_unwound: ['conversion undone', 'conversión deshecha'],
    payout: ['payout', 'pago'],
    payout_rejected: ['payout rejected', 'pago rechazado'],
    payout_ended: ['payout ended', 'pago terminado'],
    payout_returned: ['payout came back', 'el pago volvió'],
    refund: ['refund', 'reembolso'],
    refund_returned: ['refund came back', 'el reembolso volvió'],
    send_fee: ['fee of a transfer', 'costo de una transferencia'],
    small_amount: ['small refund written off', 'reembolso pequeño dado de baja'],
    refund_fee: ['fee of a refund', 'comisión de un reembolso'],
    carry_over: ['carried to another order', 'llevado a otra orden'],
    movement: ['movement', 'movimiento'],
    account: ['account', 'cuenta'],
  },
  short: {
    counted: ['counted', 'contado'],
    late: ['late', 'tarde'],
    extra: ['extra', 'de más'],
    wrong_asset: ['wrong asset', 'otra moneda'],
  },
})
