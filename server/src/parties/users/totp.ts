// Time-based one-time codes (RFC 6238): six digits, 30 seconds, SHA-1, as authenticator apps expect.
import type { Instant } from '../../platform/clock.ts'

/** Loaded when a user signs in: an idle process does without it. */
const library = () => import('otplib')

/** Codes of the previous and the next 30 seconds are accepted too. */
const TOLERANCE_SECONDS = 30

export const newTotpSecret = async (): Promise<string> => (await library()).generateSecret()

/** For the QR code of an authenticator app. A colon would end the issuer's name in its label. */
export const totpUri = async (desk: string, login: string, secret: string): Promise<string> =>
  (await library()).generateURI({ issuer: desk.replaceAll(/:\s*/g, ' '), label: login, secret })

/** The time step of a valid code that is later than `after`. Undefined for any other text, or without a secret. */
export async function stepOfCode(
  secret: string,
  code: string,
  after: number | null,
  at: Instant,
): Promise<number | undefined> {
  if (secret === '' || !/^\d{6}$/.test(code)) return undefined
  const { verify } = await library()
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(at / 1000),
    epochTolerance: TOLERANCE_SECONDS,
    ...(after === null ? {} : { afterTimeStep: after }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}
