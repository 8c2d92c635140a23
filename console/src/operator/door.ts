// The door of operators: the operator API.
import type { Door } from '../parts/door.ts'
import { act, read } from './api.ts'

const dataOf = async <T>(answer: Promise<{ data: T | null }>): Promise<T> => {
  const { data } = await answer
  if (data === null) throw new Error('an approval where none was expected')
  return data
}

export const operatorDoor: Door = {
  whose: 'operator',
  signIn: ({ login, password, code }) => act('/operator/v1/sign-in', {}, { login, password, code }),
  passkeyChallenge: () => dataOf(act('/operator/v1/sign-in/passkey/options', {}, undefined)),
  signInWithPasskey: (credential) => act('/operator/v1/sign-in/passkey', {}, credential),
  beginEnrolment: (token, password) =>
    dataOf(act('/operator/v1/enrolment', {}, { token, password })),
  finishEnrolment: (token, code) => act('/operator/v1/enrolment/confirm', {}, { token, code }),
  passkeys: () => read('/operator/v1/passkeys'),
  beginPasskey: (code) => dataOf(act('/operator/v1/passkeys/options', {}, { code })),
  addPasskey: (name, credential) => act('/operator/v1/passkeys', {}, { name, credential }),
  removePasskey: (id) =>
    act('/operator/v1/passkeys/{passkey_id}/remove', { passkey_id: id }, undefined),
}
