// A software authenticator: makes passkeys and signs with them as WebAuthn asks, with real ES256 keys.
import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
  type webcrypto,
} from 'node:crypto'

type Creation = { rp: { id: string }; user: { id: string }; challenge: string }
type Request = { rpId: string; challenge: string }
/** What of an answer a test makes wrong. */
export type Lie = {
  origin?: string
  type?: string
  isVerified?: boolean
  rpId?: string
  key?: KeyObject
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer) => bytes.toString('base64url')

// CBOR (RFC 8949), as much as a passkey needs.
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
const cborText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)])

function coseKeyOf({ x = '', y = '' }: webcrypto.JsonWebKey): Buffer {
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  return Buffer.concat([
    head,
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}

/** One authenticator with one passkey. It counts its signatures if `counts`, as hardware keys do. */
export function newAuthenticator(origin: string, { counts = false } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let user: { userHandle?: string } = {}
  let counter = 0

  function dataOf(rpId: string, flags: number, credential = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counts ? (counter += 1) : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential])
  }

  const clientDataOf = (type: string, challenge: string, lie: Lie) =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge,
        origin: lie.origin ?? origin,
        crossOrigin: false,
      }),
    )

  const verifiedIf = (lie: Lie) => (lie.isVerified === false ? 0 : USER_VERIFIED)

  return {
    create({ rp, user: { id: userHandle }, challenge }: Creation, lie: Lie = {}) {
      user = { userHandle }
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([
        Buffer.alloc(16),
        length,
        id,
        coseKeyOf(publicKey.export({ format: 'jwk' })),
      ])
      const flags = USER_PRESENT | verifiedIf(lie) | HAS_CREDENTIAL
      const authData = dataOf(lie.rpId ?? rp.id, flags, credential)
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientDataOf('webauthn.create', challenge, lie)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      }
    },
    sign({ rpId, challenge }: Request, lie: Lie = {}) {
      const authData = dataOf(lie.rpId ?? rpId, USER_PRESENT | verifiedIf(lie))
      const clientData = clientDataOf('webauthn.get', challenge, lie)
      const signed = Buffer.concat([authData, sha256(clientData)])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(authData),
          signature: base64url(sign('sha256', signed, lie.key ?? privateKey)),
          ...user,
        },
        clientExtensionResults: {},
      }
    },
  }
}
