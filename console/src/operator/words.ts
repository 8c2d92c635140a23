// Words that several pages of operators use: statuses of orders, kinds of items, shapes of states.
import { orderTexts, shapeOf } from '../customer/order-words.ts'
import { bilingual, type Phrase } from '../parts/language.tsx'
import type { Shape } from '../parts/status.tsx'
import type { Schemas } from './api.ts'

export { orderTexts, shapeOf }

export type Item = Schemas['QueueItem']
export type Kind = Item['kind']

const kinds: Readonly<Record<Kind, Phrase>> = {
  parked_order: ['parked order', 'orden en espera'],
  unmatched_deposit: ['unmatched deposit', 'depósito sin orden'],
  deposit_return: ['deposit that goes back', 'depósito que vuelve'],
  rail_entry: ['entry of a rail', 'entrada de un riel'],
  refund: ['refund that waits', 'reembolso en espera'],
  reversal: ['debt of a payer', 'deuda de un pagador'],
  organization_hold: ['organization on hold', 'organización retenida'],
  instrument_hold: ['instrument on hold', 'instrumento retenido'],
  screening_hit: ['screening hit', 'alerta de screening'],
  unanswered_screening: ['screening without answer', 'screening sin respuesta'],
  returned_payout: ['returned payout', 'pago devuelto'],
  contradicted_send: ['record that a rail contradicts', 'registro que un riel contradice'],
  balance_difference: ['balance difference', 'diferencia de saldo'],
  low_liquidity: ['low liquidity', 'poca liquidez'],
  stale_rate: ['stale rate', 'tasa antigua'],
  webhook_disabled: ['disabled webhook', 'webhook desactivado'],
  halt: ['halt', 'pausa'],
  approval: ['approval', 'aprobación'],
  information_request: ['information request', 'solicitud de información'],
  reconciliation_difference: ['reconciliation difference', 'diferencia de conciliación'],
  new_user: ['new user', 'usuario nuevo'],
  stray: ['stray', 'fondos extraviados'],
}

export const kindTexts = bilingual({ kind: kinds })

export const KINDS = Object.keys(kinds).filter((kind): kind is Kind => Object.hasOwn(kinds, kind))

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
