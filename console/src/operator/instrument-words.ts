// The words of instruments and verifications.
import { bilingual } from '../parts/language.tsx'
import type { Shape } from '../parts/status.tsx'
import type { Schemas } from './api.ts'

export const instrumentTexts = bilingual(
  {
    status: { ACTIVE: 'active', COMPLIANCE_HOLD: 'on hold', ARCHIVED: 'archived' },
    verification: { pending: 'not decided', verified: 'verified', rejected: 'rejected' },
  },
  {
    status: { ACTIVE: 'activo', COMPLIANCE_HOLD: 'retenido', ARCHIVED: 'archivado' },
    verification: { pending: 'sin decidir', verified: 'verificado', rejected: 'rechazado' },
  },
)

export type VerificationState = Schemas['VerificationState']
export const VERIFICATIONS: readonly VerificationState[] = ['verified', 'rejected', 'pending']
export const SHAPES: Readonly<Record<VerificationState, Shape>> = {
  pending: 'waiting',
  verified: 'done',
  rejected: 'failed',
}
