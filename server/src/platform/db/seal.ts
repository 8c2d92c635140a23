// Encrypts text and documents at rest: AES-256-GCM under the deployment's current key. The row's id is authenticated with it, so a
// sealed value copied to another row does not open. A value that is in no row has a purpose instead.
import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'
import type { Secrets } from '../config.ts'
import type { Uuid } from '../ids.ts'

export type Sealed = { keyId: string; bytes: Buffer }

/** Retention leaves an empty value with an empty key. It opens as an error: callers ask this first. */
export const isErased = ({ keyId }: Pick<Sealed, 'keyId'>): boolean => keyId === ''

type SealedFor = Uuid | 'sign-in with an identity provider'

export const sealText = (secrets: Secrets, rowId: SealedFor, text: string): Sealed =>
  sealBytes(secrets, rowId, Buffer.from(text))

export function sealBytes(secrets: Secrets, rowId: SealedFor, content: Buffer): Sealed {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets, secrets.currentKeyId), nonce)
  cipher.setAAD(Buffer.from(rowId))
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return { keyId: secrets.currentKeyId, bytes: Buffer.concat([nonce, cipher.getAuthTag(), sealed]) }
}

/** Throws when the key is unknown, or when the bytes were changed or moved. Never a caller's fault. */
export const openText = (secrets: Secrets, rowId: SealedFor, sealed: Sealed): string =>
  openBytes(secrets, rowId, sealed).toString('utf8')

/** Throws as `openText` does. */
export function openBytes(secrets: Secrets, rowId: SealedFor, { keyId, bytes }: Sealed): Buffer {
  const key = keyOf(secrets, keyId)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(rowId))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
}

function keyOf(secrets: Secrets, id: string): KeyObject {
  const key = secrets.encryptionKeys.get(id)
  if (key === undefined)
    throw new Error(`the encryption key ${id} is not among the deployment's secrets`)
  return key
}
