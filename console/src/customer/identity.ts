// The way to the company's identity provider and back. The service keeps what is secret in a cookie; this tab only remembers what
// the sign-in was for.
import { callConsole } from '../parts/client.ts'

type Purpose = { company: string; to: string } | 'link'

const KEY = 'corridor.identity'

export async function goToProvider(path: string, body: object, purpose: Purpose): Promise<void> {
  const { url } = await callConsole<{ url: string }>('POST', path, {}, body)
  if (!/^https?:\/\//.test(url)) throw new Error('the provider has no address')
  sessionStorage.setItem(KEY, JSON.stringify(purpose))
  location.assign(url)
  // The page stays as it is until the browser leaves it.
  await new Promise<void>(() => undefined)
}

/** What the sign-in was for. Undefined in a tab that began none. */
export function purposeOfReturn(): Purpose | undefined {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return kept === null ? undefined : JSON.parse(kept)
}

/** `query`: what the provider sent the browser back with. `company`: whose address that was. */
export const finishWithProvider = (
  path: string,
  query: string,
  company: string,
): Promise<{ login?: string }> => callConsole('POST', `${path}/finish`, {}, { query, company })

export const readIdentity = (): Promise<{ issuer: string | null; is_linked: boolean }> =>
  callConsole('GET', '/session/identity')

export const SIGN_IN = '/entrance/identity'
export const LINK = '/session/identity'
