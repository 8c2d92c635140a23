// The forms of passkeys over the operator API: what goes to and comes from an authenticator, and a passkey as it is shown.
// They have the JSON form of WebAuthn Level 3, so a page passes them on: PublicKeyCredential.parseCreationOptionsFromJSON,
// parseRequestOptionsFromJSON and toJSON.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { anyText, exact, identifier, nullable, timestamp } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { CHALLENGE_MS } from './passkey-challenge.ts'
import type { PasskeyRow } from './passkey-queries.ts'

const bytes = (description: string, maxLength = 8192) =>
  Type.String({
    pattern: inputPatterns.base64url.pattern,
    maxLength,
    description: `${description} In base64url.`,
    examples: ['AbC-_123'],
  })

/** Browsers add fields, so others are allowed. */
const credentialOf = <T extends Type.TProperties>(
  title: string,
  description: string,
  response: T,
) =>
  Type.Object(
    {
      id: bytes('The credential.', 1400),
      rawId: bytes('The same.', 1400),
      type: Type.Literal('public-key', { description: 'Its kind.' }),
      response: Type.Object(response, { description: 'What the authenticator signed.' }),
      clientExtensionResults: Type.Object({}, { description: 'Not used.' }),
    },
    { title, description },
  )
const clientDataJSON = bytes('What the browser says of the page and the challenge.')
export const newCredential = credentialOf('NewPasskeyCredential', 'What an authenticator made.', {
  clientDataJSON,
  attestationObject: bytes('The public key.', 16_384),
  transports: Type.Optional(
    Type.Array(Type.String({ maxLength: 20, description: 'A way.', examples: ['internal'] }), {
      maxItems: 10,
      description: 'How a browser reaches the authenticator.',
    }),
  ),
})
export const signedCredential = credentialOf('PasskeyCredential', 'What an authenticator signed.', {
  clientDataJSON,
  authenticatorData: bytes('What the authenticator says of itself.'),
  signature: bytes('The signature.'),
  userHandle: Type.Optional(bytes('The user.', 200)),
})

const challenge = anyText('To be signed within five minutes, once. In base64url.', 'AbC-_123')
const timeout = Type.Integer({ description: 'In milliseconds.', examples: [CHALLENGE_MS] })
const hostName = (description: string) =>
  Type.String({ description, examples: ['desk.example.com'] })
const credentialType = Type.Literal('public-key', { description: 'Its kind.' })

export const creationOptions = exact(
  {
    rp: exact(
      { id: hostName('The host name of the public URL.'), name: hostName('For people.') },
      { description: 'The site that the passkey is for.' },
    ),
    user: exact(
      {
        id: anyText('The user. In base64url.', 'AbC-_123'),
        name: anyText('The login.', 'ben'),
        displayName: anyText('The login.', 'ben'),
      },
      { description: 'Whose passkey it is.' },
    ),
    challenge,
    pubKeyCredParams: Type.Array(
      exact(
        {
          type: credentialType,
          alg: Type.Integer({ description: 'As COSE numbers it.', examples: [-7] }),
        },
        { description: 'An algorithm.' },
      ),
      { description: 'The algorithms, best first.' },
    ),
    timeout,
    excludeCredentials: Type.Array(
      exact(
        {
          id: anyText('In base64url.', 'AbC-_123'),
          type: credentialType,
          transports: Type.Array(anyText('A way.', 'internal'), {
            description: 'How a browser reaches its authenticator.',
          }),
        },
        { description: 'A passkey of the user.' },
      ),
      { description: 'The passkeys that the user has.' },
    ),
    authenticatorSelection: exact(
      {
        residentKey: Type.Literal('required', { description: 'It knows the user.' }),
        userVerification: Type.Literal('required', { description: 'By a PIN or a finger.' }),
      },
      { description: 'What the authenticator must do.' },
    ),
    attestation: Type.Literal('none', { description: 'Its maker does not matter.' }),
  },
  { title: 'PasskeyCreationOptions', description: 'For `navigator.credentials.create`.' },
)

export const requestOptions = exact(
  {
    challenge,
    timeout,
    rpId: hostName('The host name of the public URL.'),
    userVerification: Type.Literal('required', { description: 'By a PIN or a finger.' }),
  },
  { title: 'PasskeyRequestOptions', description: 'For `navigator.credentials.get`.' },
)

export const passkeySchema = exact(
  {
    id: identifier('psk', 'The passkey.'),
    name: anyText('What the user calls it.', 'laptop'),
    created_at: timestamp('When it was added.'),
    last_used_at: nullable(timestamp('An instant.'), 'The last sign-in with it. Null for none.'),
  },
  { title: 'Passkey', description: 'A passkey of the caller.' },
)

export const passkeyView = (row: PasskeyRow): Static<typeof passkeySchema> => ({
  id: publicId('psk', row.id),
  name: row.name,
  created_at: toTimestamp(row.created_at),
  last_used_at: toTimestampOrNull(row.used_at),
})
