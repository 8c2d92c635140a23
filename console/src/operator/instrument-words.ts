// The words of instruments and verifications.
import { bilingual } from '../parts/language.tsx'
import type { Shape } from '../parts/status.tsx'
import type { Schemas } from './api.ts'

export const instrumentTexts = bilingual({
  status: {
    ACTIVE: ['active', 'activo'],
    COMPLIANCE_HOLD: ['on hold', 'retenido'],
    ARCHIVED: ['archived', 'archivado'],
  },
  verification: {
    pending: ['not decided', 'sin decidir'],
    verified: ['verified', 'verificado'],
    rejected: ['rejected', 'rechazado'],
  },
})

export type VerificationState = Schemas['VerificationState']
export const VERIFICATIONS: readonly VerificationState[] = ['verified', 'rejected', 'pending']
export const SHAPES: Readonly<Record<VerificationState, Shape>> = {
  pending: 'waiting',
  verified: 'done',
  rejected: 'failed',
}
