// Reads the ed25519 keys of the connector protocol: our private key as PEM, the connector's public keys as 32 bytes in
// base64.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

export type SigningKey = { id: string; privateKey: KeyObject }
/** By key id. During a rotation there are two. */
export type PublicKeys = ReadonlyMap<string, KeyObject>

// The id stands in a signature header between quotation marks.
const KEY_ID = /^[A-Za-z0-9_.:-]{1,60}$/
const PUBLIC_KEY = /^[A-Za-z0-9+/]{43}=$/
// RFC 8410: the fixed beginning of an ed25519 public key in DER.
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

export const isKeyId = (id: string): boolean => KEY_ID.test(id)

/** Throws without a word of the key. */
export function privateKeyOf(pem: string): KeyObject {
  let parsed: KeyObject
  try {
    parsed = createPrivateKey(pem)
  } catch {
    throw new Error('the signing key is not a private key in PEM form')
  }
  if (parsed.asymmetricKeyType !== 'ed25519')
    throw new Error(`the signing key must be an ed25519 key, not ${parsed.asymmetricKeyType}`)
  return parsed
}

/** Undefined unless the text is 32 bytes in base64. */
export function publicKeyOf(text: string): KeyObject | undefined {
  if (!PUBLIC_KEY.test(text)) return undefined
  const der = Buffer.concat([DER_PREFIX, Buffer.from(text, 'base64')])
  return createPublicKey({ key: der, format: 'der', type: 'spki' })
}

/** The 32 bytes of a public key, or of the public half of a private key, in base64. */
export function publicKeyText(key: KeyObject): string {
  const spki = (key.type === 'private' ? createPublicKey(key) : key).export({
    format: 'der',
    type: 'spki',
  })
  return spki.subarray(DER_PREFIX.length).toString('base64')
}

/** A new private key as PEM. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
