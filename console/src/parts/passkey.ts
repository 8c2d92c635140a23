// Passkeys of the browser, in the JSON forms of the service.
import type { Schemas } from './door.ts'

type Signed = Schemas['PasskeyCredential']
type Made = Schemas['NewPasskeyCredential']

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))

/** Asks the authenticator to sign in. */
export async function signedCredential(options: {
  challenge: string
  timeout: number
  rpId: string
}): Promise<Signed> {
  const signed = await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(options.challenge),
      timeout: options.timeout,
      rpId: options.rpId,
      userVerification: 'required',
    },
  })
  if (!(signed instanceof PublicKeyCredential)) throw new Error('no passkey')
  const { response } = signed
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error('no passkey')
  return {
    id: signed.id,
    rawId: signed.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(response.clientDataJSON),
      authenticatorData: base64url(response.authenticatorData),
      signature: base64url(response.signature),
      ...(response.userHandle === null ? {} : { userHandle: base64url(response.userHandle) }),
    },
  }
}

/** Asks the authenticator for a new passkey. */
export async function newCredential(options: Schemas['PasskeyCreationOptions']): Promise<Made> {
  const made = await navigator.credentials.create({
    publicKey: {
      rp: options.rp,
      user: { ...options.user, id: bytesOf(options.user.id) },
      challenge: bytesOf(options.challenge),
      pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
      timeout: options.timeout,
      excludeCredentials: options.excludeCredentials.map(({ id }) => ({
        id: bytesOf(id),
        type: 'public-key',
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    },
  })
  if (!(made instanceof PublicKeyCredential)) throw new Error('no passkey')
  const { response } = made
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new Error('no passkey')
  return {
    id: made.id,
    rawId: made.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(response.clientDataJSON),
      attestationObject: base64url(response.attestationObject),
    },
  }
}

/** The person closed the dialog, or had no passkey. */
export const isNotAllowed = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotAllowedError'

/** A page at an address of numbers, for which no browser makes passkeys. `link`: the same page at localhost, if it is there. */
export function atAddress(): { link: string | undefined } | undefined {
  const { hostname, href } = location
  if (!/^[\d.]+$|^\[/.test(hostname)) return undefined
  if (hostname !== '127.0.0.1' && hostname !== '[::1]') return { link: undefined }
  const there = new URL(href)
  there.hostname = 'localhost'
  return { link: there.href }
}
