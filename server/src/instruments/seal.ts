// Details at rest: AES-256-GCM under the deployment's current key, bound to the instrument they belong
// to, so that a sealed value moved to another row does not open.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secrets } from '../config.ts'
import type { Uuid } from '../ids.ts'

export type Sealed = { keyId: string; bytes: Buffer }

export function sealDetails(
  secrets: Secrets,
  instrumentId: Uuid,
  details: Record<string, string>,
): Sealed {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets, secrets.currentKeyId), nonce)
  cipher.setAAD(Buffer.from(instrumentId))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(details), 'utf8'), cipher.final()])
  return { keyId: secrets.currentKeyId, bytes: Buffer.concat([nonce, cipher.getAuthTag(), sealed]) }
}

/** Throws when the key is unknown or the bytes were changed or moved: both are defects, never a caller's fault. */
export function openDetails(
  secrets: Secrets,
  instrumentId: Uuid,
  sealed: Sealed,
): Record<string, string> {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyOf(secrets, sealed.keyId),
    sealed.bytes.subarray(0, 12),
  )
  decipher.setAAD(Buffer.from(instrumentId))
  decipher.setAuthTag(sealed.bytes.subarray(12, 28))
  const text = Buffer.concat([
    decipher.update(sealed.bytes.subarray(28)),
    decipher.final(),
  ]).toString('utf8')
  const details: Record<string, string> = JSON.parse(text)
  return details
}

function keyOf(secrets: Secrets, id: string): Buffer {
  const key = secrets.encryptionKeys.get(id)
  if (key === undefined)
    throw new Error(`the encryption key ${id} is not among the deployment's secrets`)
  return key
}
