// Words of deposits, payouts and refunds for operators, beside those that customers read.
import { bilingual } from '../parts/language.tsx'
import type { Shape } from '../parts/status.tsx'
import type { Schemas } from './api.ts'

export const deskMoneyTexts = bilingual(
  {
    deposit: 'Deposit',
    payout: 'Payout',
    refund: 'Refund',
    outcome: {
      counted: 'counted',
      late: 'late',
      extra: 'extra',
      wrong_asset: 'another currency',
      unmatched: 'in suspense',
    },
    amount: 'Amount',
    status: 'Status',
    who: 'Organization',
    rail: 'Rail',
    method: 'Method',
    because: 'Because',
    recorded: 'Recorded',
    created: 'Created',
    id: 'Id',
  },
  {
    deposit: 'Depósito',
    payout: 'Pago',
    refund: 'Reembolso',
    outcome: {
      counted: 'contado',
      late: 'tarde',
      extra: 'de más',
      wrong_asset: 'otra moneda',
      unmatched: 'en suspenso',
    },
    amount: 'Monto',
    status: 'Estado',
    who: 'Organización',
    rail: 'Riel',
    method: 'Método',
    because: 'Por',
    recorded: 'Registrado',
    created: 'Creado',
    id: 'Id',
  },
)

export const OUTCOMES = ['counted', 'late', 'extra', 'wrong_asset', 'unmatched'] as const
export const PAYOUT_STATUSES = ['PENDING', 'SETTLED', 'REJECTED', 'RETURNED'] as const
export const REFUND_STATUSES = [
  'PENDING',
  'SENT',
  'PROCESSED',
  'FAILED',
  'KEPT',
  'COLLECTED',
  'WRITTEN_OFF',
] as const

export const outcomeShapes: Readonly<Record<Schemas['DeskDepositOutcome'], Shape>> = {
  counted: 'done',
  late: 'off',
  extra: 'off',
  wrong_asset: 'off',
  unmatched: 'waiting',
}
