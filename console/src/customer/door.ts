// The door of customers' people. Only the console has these calls: they answer with a cookie.
import type { CustomerRole } from '../../../server/src/platform/access/customer-roles.ts'
import { callConsole } from '../parts/client.ts'
import type { Door } from '../parts/door.ts'

const call = <T>(path: string, body: object = {}): Promise<T> =>
  callConsole<T>('POST', path, {}, body)

/** Whom a link is for. */
export const readInvitation = (
  token: string,
): Promise<{ login: string; role: CustomerRole; company: string }> =>
  call('/entrance/invitation', { token })

export const customerDoor: Door = {
  whose: 'customer',
  signIn: (credentials) => call('/entrance/sign-in', credentials),
  passkeyChallenge: () => call('/entrance/sign-in/passkey/options'),
  signInWithPasskey: (credential) => call('/entrance/sign-in/passkey', credential),
  beginEnrolment: (token, password) => call('/entrance/enrolment', { token, password }),
  finishEnrolment: (token, code) => call('/entrance/enrolment/confirm', { token, code }),
  passkeys: () => callConsole('GET', '/session/passkeys'),
  beginPasskey: (code) => call('/session/passkeys/options', { code }),
  addPasskey: (name, credential) => call('/session/passkeys', { name, credential }),
  removePasskey: (id) => call(`/session/passkeys/${id}/remove`),
}
