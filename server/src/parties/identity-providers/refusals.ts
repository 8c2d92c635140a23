// Why a sign-in with an identity provider fails, as codes that the console has words for.
import { failure, type Failure } from '../../platform/errors.ts'

/** The provider did not answer as it must. */
export const faults = [
  'unreachable',
  'wrong_issuer',
  'wrong_client',
  'wrong_audience',
  'wrong_signature',
  'wrong_clock',
  'wrong_answer',
] as const
export type Fault = (typeof faults)[number]

/** The provider answered, and nobody may enter. */
export const reasons = [
  'no_provider',
  'expired',
  'declined',
  'no_login',
  'unverified',
  'unknown_person',
  'already_linked',
] as const
export type Reason = (typeof reasons)[number]

export const providerFailed = (fault: Fault): Failure =>
  failure('identity_provider_failed', { fault })

export const identityRefused = (reason: Reason): Failure => failure('identity_refused', { reason })
