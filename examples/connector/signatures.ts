// Verifies requests of Corridor and signs answers: RFC 9421 (HTTP Message Signatures) with ed25519. The list of signed
// parts is fixed, so the text to sign is a few lines.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'

export type PublicKeys = ReadonlyMap<string, KeyObject>
export type SigningKey = { id: string; privateKey: KeyObject }

/** A request as it arrived. `target` is the path with its query. */
export type Received = {
  method: string
  target: string
  authority: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

const WINDOW_S = 300
// The only form that Corridor sends.
const INPUT =
  /^sig=(\("@method" "@authority" "@path" "@query" "content-digest"\);created=(\d{1,12});nonce="[^"]*";keyid="([^"]*)";alg="ed25519";tag="([^"]*)")$/
const SIGNATURE = /^sig=:([A-Za-z0-9+/]{86}==):$/

/** The reason to refuse a request; undefined if Corridor signed exactly this request within the last five minutes. */
export function reasonToRefuse(
  request: Received,
  keys: PublicKeys,
  tag: string,
  nowMs: number,
): string | undefined {
  const input = INPUT.exec(String(request.headers['signature-input']))
  const signature = SIGNATURE.exec(String(request.headers['signature']))
  if (input === null || signature === null) return 'unsigned'
  const [, parameters = '', created = '', keyId = '', tagged = ''] = input
  const key = keys.get(keyId)
  if (key === undefined) return 'unknown_key_id'
  // A test must not move real money.
  if (tagged !== tag) return 'other_environment'
  if (Math.abs(nowMs / 1000 - Number(created)) > WINDOW_S) return 'stale_signature'
  if (request.headers['content-digest'] !== digestOf(request.body)) return 'bad_digest'
  const [path = '', query = ''] = request.target.split(/\?(.*)/s)
  const base = [
    `"@method": ${request.method}`,
    `"@authority": ${request.authority}`,
    `"@path": ${path}`,
    `"@query": ?${query}`,
    `"content-digest": ${digestOf(request.body)}`,
    `"@signature-params": ${parameters}`,
  ].join('\n')
  const isRight = verify(null, Buffer.from(base), key, Buffer.from(signature[1] ?? '', 'base64'))
  return isRight ? undefined : 'bad_signature'
}

/** The headers that sign an answer. It covers the request's signature, so it answers no other request. */
export function signatureHeaders(
  request: Received,
  status: number,
  body: string,
  { id, privateKey }: SigningKey,
  tag: string,
  nowMs: number,
): Record<string, string> {
  const parameters = `("@status" "content-digest" "@method";req "@path";req "signature";req);created=${Math.floor(nowMs / 1000)};keyid="${id}";alg="ed25519";tag="${tag}"`
  const base = [
    `"@status": ${status}`,
    `"content-digest": ${digestOf(body)}`,
    `"@method";req: ${request.method}`,
    `"@path";req: ${request.target.split('?', 1)[0]}`,
    `"signature";req: ${String(request.headers['signature'])}`,
    `"@signature-params": ${parameters}`,
  ].join('\n')
  return {
    'content-digest': digestOf(body),
    'signature-input': `sig=${parameters}`,
    signature: `sig=:${sign(null, Buffer.from(base), privateKey).toString('base64')}:`,
  }
}

const digestOf = (body: string | Buffer): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

export const privateKeyOf = (pem: string): KeyObject => createPrivateKey(pem)

/** A public key of 32 bytes in base64. The prefix makes it a key in DER (RFC 8410). */
export function publicKeyOf(text: string): KeyObject {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32) throw new Error('a public key must be 32 bytes in base64')
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes])
  return createPublicKey({ key: der, format: 'der', type: 'spki' })
}
