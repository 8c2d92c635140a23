// How people enter: the calls of enrolment, sign-in and passkeys. Operators and customers have the same forms, each with a
// door of their own.
import type { Schemas } from '../../../server/operator-client/client.ts'
import type { Whose } from './tabs.ts'

export type { Schemas }

export type Door = {
  whose: Whose
  signIn(credentials: {
    company?: string
    login: string
    password: string
    code: string
  }): Promise<unknown>
  passkeyChallenge(): Promise<Schemas['PasskeyRequestOptions']>
  signInWithPasskey(credential: Schemas['PasskeyCredential']): Promise<unknown>
  beginEnrolment(token: string, password: string): Promise<Schemas['Enrolment']>
  finishEnrolment(token: string, code: string): Promise<unknown>
  passkeys(): Promise<readonly Schemas['Passkey'][]>
  beginPasskey(code: string): Promise<Schemas['PasskeyCreationOptions']>
  addPasskey(name: string, credential: Schemas['NewPasskeyCredential']): Promise<unknown>
  removePasskey(id: string): Promise<unknown>
}
