// Words of deposits, payouts and refunds for operators, beside those that customers read.
import { bilingual } from '../parts/language.tsx'
import type { Shape } from '../parts/status.tsx'
import type { Schemas } from './api.ts'

export const deskMoneyTexts = bilingual({
  deposit: ['Deposit', 'Depósito'],
  payout: ['Payout', 'Pago'],
  refund: ['Refund', 'Reembolso'],
  outcome: {
    counted: ['counted', 'contado'],
    late: ['late', 'tarde'],
    extra: ['extra', 'de más'],
    wrong_asset: ['another currency', 'otra moneda'],
    unmatched: ['in suspense', 'en suspenso'],
  },
  amount: ['Amount', 'Monto'],
  status: ['Status', 'Estado'],
  who: ['Organization', 'Organización'],
  rail: ['Rail', 'Riel'],
  method: ['Method', 'Método'],
  because: ['Because', 'Por'],
  recorded: ['Recorded', 'Registrado'],
  created: ['Created', 'Creado'],
  id: ['Id', 'Id'],
})

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
