// Words that several pages of operators use: statuses of orders, kinds of items, shapes of states.
import { orderTexts, shapeOf } from '../customer/order-words.ts'
import { bilingual } from '../parts/language.tsx'
import type { Shape } from '../parts/status.tsx'
import type { Schemas } from './api.ts'

export { orderTexts, shapeOf }

export type Item = Schemas['QueueItem']
export type Kind = Item['kind']

const en: Readonly<Record<Kind, string>> = {
  parked_order: 'parked order',
  unmatched_deposit: 'unmatched deposit',
  deposit_return: 'deposit that goes back',
  rail_entry: 'entry of a rail',
  refund: 'refund that waits',
  reversal: 'debt of a payer',
  organization_hold: 'organization on hold',
  instrument_hold: 'instrument on hold',
  screening_hit: 'screening hit',
  unanswered_screening: 'screening without answer',
  returned_payout: 'returned payout',
  contradicted_send: 'record that a rail contradicts',
  balance_difference: 'balance difference',
  low_liquidity: 'low liquidity',
  stale_rate: 'stale rate',
  webhook_disabled: 'disabled webhook',
  halt: 'halt',
  approval: 'approval',
  information_request: 'information request',
  reconciliation_difference: 'reconciliation difference',
  new_user: 'new user',
  stray: 'stray',
}
const es: Readonly<Record<Kind, string>> = {
  parked_order: 'orden apartada',
  unmatched_deposit: 'depósito sin orden',
  deposit_return: 'depósito que vuelve',
  rail_entry: 'entrada de un riel',
  refund: 'reembolso en espera',
  reversal: 'deuda de un pagador',
  organization_hold: 'organización retenida',
  instrument_hold: 'instrumento retenido',
  screening_hit: 'alerta de screening',
  unanswered_screening: 'screening sin respuesta',
  returned_payout: 'pago devuelto',
  contradicted_send: 'registro que un riel contradice',
  balance_difference: 'diferencia de saldo',
  low_liquidity: 'poca liquidez',
  stale_rate: 'tasa antigua',
  webhook_disabled: 'webhook desactivado',
  halt: 'parada',
  approval: 'aprobación',
  information_request: 'solicitud de información',
  reconciliation_difference: 'diferencia de conciliación',
  new_user: 'usuario nuevo',
  stray: 'fondos extraviados',
}
export const kindTexts = bilingual({ kind: en }, { kind: es })

export const KINDS = Object.keys(en).filter((kind): kind is Kind => Object.hasOwn(en, kind))

const SHAPES: Readonly<Record<string, Shape>> = {
  PENDING: 'waiting',
  PROPOSED: 'waiting',
  INVITED: 'waiting',
  pending: 'waiting',
  SENT: 'moving',
  APPROVED: 'done',
  PROCESSED: 'done',
  SETTLED: 'done',
  ACTIVE: 'done',
  effective: 'done',
  REJECTED: 'failed',
  FAILED: 'failed',
  RETURNED: 'failed',
  COMPLIANCE_HOLD: 'failed',
  refused: 'failed',
}
/** The shape of a status that is shown by its own name. */
export const shapeOfStatus = (status: string): Shape => SHAPES[status] ?? 'off'

/** The same rows, those that matter first. */
export const firstThose = <Row>(rows: readonly Row[], matters: (row: Row) => boolean): Row[] => [
  ...rows.filter(matters),
  ...rows.filter((row) => !matters(row)),
]

/** The amount at stake; null for an item without one. */
export function stakeOf({ facts, kind }: Item): Schemas['Money'] | null {
  if (kind === 'parked_order') return facts.order.payin
  if (kind === 'reversal') return facts.owed
  if (kind === 'balance_difference') return { amount: facts.difference, currency: facts.currency }
  if (kind === 'reconciliation_difference')
    return { amount: facts.amount, currency: facts.currency }
  if (kind === 'stray') return { amount: facts.amount, currency: facts.symbol }
  return 'amount' in facts && typeof facts.amount === 'object' ? facts.amount : null
}
