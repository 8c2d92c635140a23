// A sign-in on its way to the identity provider and back. Its browser keeps it, sealed, in a cookie: each process of the service
// can go on with it, and no other browser can.
import { cookieOf } from '../../platform/access/sessions.ts'
import { later, type Instant } from '../../platform/clock.ts'
import type { Config, Secrets } from '../../platform/config.ts'
import { openText, sealText } from '../../platform/db/seal.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { Secrets as OfBrowser } from './ask.ts'

/** A person may have to find a telephone. */
export const FLOW_MS = 15 * 60_000

/** `linking`: the signed-in person who links an identity. Null: somebody signs in. */
export type Flow = OfBrowser & {
  provider: Uuid<'idp'>
  enterprise: Uuid<'ent'>
  linking: Uuid<'usr'> | null
  expiresAt: Instant
}

const NAME = 'corridor_identity'
/** No sealed value of the database opens as a cookie. */
const PURPOSE = 'sign-in with an identity provider'

/** The value of Set-Cookie. Null removes the cookie. Only scripts of the console's own pages make a browser send it. */
export function flowCookie(
  { secrets, publicUrl }: Pick<Config, 'secrets' | 'publicUrl'>,
  flow: Flow | null,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const age = flow === null ? 0 : FLOW_MS / 1000
  const value = flow === null ? '' : sealed(secrets, flow)
  return `${NAME}=${value}; Path=/console/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`
}

function sealed(secrets: Secrets, flow: Flow): string {
  const { keyId, bytes } = sealText(secrets, PURPOSE, JSON.stringify(flow))
  const parts = [keyId, bytes.toString('base64')]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Undefined for a cookie that this deployment did not make, or that is too old. */
export function flowIn(
  secrets: Secrets,
  header: string | undefined,
  at: Instant,
): Flow | undefined {
  const value = cookieOf(header, NAME) ?? ''
  try {
    const [keyId, bytes]: [string, string] = JSON.parse(Buffer.from(value, 'base64url').toString())
    const text = openText(secrets, PURPOSE, { keyId, bytes: Buffer.from(bytes, 'base64') })
    // Only this deployment can have sealed it.
    const flow: Flow = JSON.parse(text)
    return flow.expiresAt > at ? flow : undefined
  } catch {
    return undefined
  }
}

export const newFlow = (
  of: Omit<Flow, 'expiresAt' | keyof OfBrowser>,
  secrets: OfBrowser,
  at: Instant,
): Flow => ({ ...of, ...secrets, expiresAt: later(at, FLOW_MS) })
