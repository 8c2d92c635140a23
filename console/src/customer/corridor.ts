// The SDK without a key: the cookie of the session says who calls.
import { Corridor } from '@corridor/sdk'
import { CONSOLE, proof } from '../parts/client.ts'

const clientWith = (attemptTimeout: number, timeout: number) =>
  new Corridor({
    baseUrl: CONSOLE,
    apiKey: null,
    retry: { attempts: 2, attemptTimeout, timeout },
    fetch: (url, init) => {
      const headers = new Headers(init.headers)
      for (const [name, value] of Object.entries(proof())) headers.set(name, value)
      return fetch(url, { ...init, headers })
    },
  })

/** A reader sees a failure soon and retries; the page itself repeats reads. */
export const corridor = clientWith(15_000, 20_000)
/** For uploads over a slow line. */
export const patientCorridor = clientWith(300_000, 300_000)
