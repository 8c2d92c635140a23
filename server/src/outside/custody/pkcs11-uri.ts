// References to keys in an HSM, in the form of RFC 7512:
// pkcs11:token=desk;object=base-payer?module-path=/usr/lib/softhsm/libsofthsm2.so&pin-source=file:/run/secrets/hsm-pin
// Pure. Faults never repeat a value: somebody may have pasted a secret.
import { isSecretReference } from '../../platform/config.ts'

export type TokenKey = {
  /** The label of the token. */
  token: string
  /** The label of the key pair on the token. */
  object: string
  /** The company's library, which is loaded into a process of its own. */
  modulePath: string
  /** Reference of the secret with the PIN. */
  pinSource: string
}

export const isTokenKey = (text: string): boolean => text.startsWith('pkcs11:')

/** The reason to refuse a reference to a key, or undefined. */
export function keyReferenceProblem(text: string): string | undefined {
  if (!isTokenKey(text))
    return isSecretReference(text)
      ? undefined
      : 'must refer to a key by env:NAME, file:PATH or a pkcs11: URI, and never be the key itself'
  try {
    readTokenKey(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'is no pkcs11: URI'
  }
}

export function readTokenKey(text: string): TokenKey {
  const [path = '', query = ''] = text.slice('pkcs11:'.length).split('?')
  const parts = new Map([...attributes(path, ';'), ...attributes(query, '&')])
  if (parts.has('pin-value')) throw new Error('must have pin-source instead of pin-value')
  for (const name of parts.keys())
    if (!KNOWN.includes(name)) throw new Error(`has an unknown attribute; known are ${LIST}`)
  const [token, object, modulePath, pinSource] = KNOWN.map((name) => {
    const value = parts.get(name) ?? ''
    if (value === '') throw new Error(`must have the attribute ${name}`)
    return value
  })
  if (modulePath?.startsWith('/') !== true) throw new Error('needs an absolute module-path')
  if (!isSecretReference(pinSource ?? ''))
    throw new Error('must have a pin-source of the form env:NAME or file:PATH')
  return { token: token ?? '', object: object ?? '', modulePath, pinSource: pinSource ?? '' }
}

const KNOWN = ['token', 'object', 'module-path', 'pin-source']
const LIST = KNOWN.join(', ')

function attributes(text: string, separator: string): [string, string][] {
  if (text === '') return []
  return text.split(separator).map((part) => {
    const [name = '', ...value] = part.split('=')
    try {
      return [name, decodeURIComponent(value.join('='))]
    } catch {
      throw new Error('has a % that is not followed by two hexadecimal digits')
    }
  })
}
