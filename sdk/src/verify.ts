// Verifies webhooks by the Standard Webhooks specification, with WebCrypto: the same code runs in servers and browsers.
import { epochSeconds } from './clock.ts'
import { WebhookVerificationError } from './errors.ts'
import type { WebhookPayload } from './schemas.ts'

export type WebhookRequest = {
  /** The raw body, before anything parses it. */
  body: Uint8Array | ArrayBuffer | string
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** `whsec_…`, or several while you replace one. */
  secret: string | readonly string[]
  /** Seconds that the timestamp may differ from this clock. By default 300. */
  tolerance?: number | undefined
}

export type VerifiedWebhook = {
  /** The same at every attempt: deduplicate by it. */
  id: string
  /** The time of this attempt. */
  sentAt: Date
  /** Compare `type`, and the compiler knows `data`. */
  payload: WebhookPayload
}

const MOST_SIGNATURES = 20

/** Rejects with WebhookVerificationError unless the request is genuine and recent. */
export async function verifyWebhook(request: WebhookRequest): Promise<VerifiedWebhook> {
  const id = header(request, 'webhook-id')
  const timestamp = header(request, 'webhook-timestamp')
  const signatures = header(request, 'webhook-signature')
    .split(' ', MOST_SIGNATURES)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => bytesOfBase64(one.slice('v1,'.length)))
    .filter((one) => one !== undefined)
  if (!/^\d{1,12}$/.test(timestamp)) refuse('webhook-timestamp is not a number of seconds')
  const sentSeconds = Number.parseInt(timestamp, 10)
  // Written so that NaN refuses.
  if (!(Math.abs(epochSeconds() - sentSeconds) <= (request.tolerance ?? 300)))
    refuse('webhook-timestamp is too far from the present')

  const body = bytesOf(request.body)
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  const secrets = typeof request.secret === 'string' ? [request.secret] : request.secret
  let genuine = false
  for (const secret of secrets) {
    const key = await importSecret(secret)
    // `verify` compares in constant time.
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) genuine = true
  }
  if (!genuine) refuse('no signature matches the secret')
  const payload: WebhookPayload = JSON.parse(new TextDecoder().decode(body))
  return { id, sentAt: new Date(sentSeconds * 1000), payload }
}

function header({ headers }: WebhookRequest, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : refuse(`the header ${name} is missing`)
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  if (body instanceof Uint8Array) return new Uint8Array(body)
  throw new TypeError('body must be the raw bytes or text of the request, not a parsed object')
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

function importSecret(secret: unknown) {
  const encoded = typeof secret === 'string' ? /^whsec_(.+)$/.exec(secret.trim())?.[1] : undefined
  const bytes = encoded === undefined ? undefined : bytesOfBase64(encoded)
  // The message must not repeat the secret.
  if (bytes === undefined) throw new TypeError('secret must be the whsec_… of the endpoint')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function refuse(reason: string): never {
  throw new WebhookVerificationError(reason)
}
