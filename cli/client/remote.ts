// Carries out operations at a running service.
import { setTimeout as sleep } from 'node:timers/promises'
import { ANY_TYPE, callOver, contentType } from './answers.ts'
import { boundedBytes } from './bounded-bytes.ts'
import { NotReachable } from './refusals.ts'
import { FileBody, type Call } from './rows.ts'

/** Longer than any operation takes. */
const LONGEST_MS = 120_000
const MOST_TRIES = 20
const ADVICE = ' In an emergency, add --direct on its machine.'

/** The service of this URL, as whoever has the token. Null before sign-in. */
export const remoteCall = (url: string, token: string | null): Call =>
  callOver(async (method, address, body) => {
    const headers = {
      accept: ANY_TYPE,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...contentType(body),
    }
    if (body instanceof FileBody) {
      const { sendFile } = await import('./send-file.ts')
      return orNotReachable(url, ADVICE, () => sendFile(`${url}${address}`, headers, body.path))
    }
    return answerOf(url, address, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  })

/** `advice`: what else to do where no service answers. */
export async function answerOf(url: string, address: string, init: RequestInit, advice = ADVICE) {
  for (let tries = 1; ; tries += 1) {
    const answer = await orNotReachable(url, advice, async () => {
      const { status, headers, body } = await fetch(`${url}${address}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(LONGEST_MS),
      })
      const isSoon = status === 429 && headers.get('retry-after') === '1'
      const bytes = await boundedBytes(body, url)
      const link = headers.get('link')
      return { status, isSoon, bytes, text: bytes.toString(), link, headers }
    })
    // A command with many requests reaches the limit of a second. The service did nothing.
    if (!answer.isSoon || tries > MOST_TRIES) return answer
    await sleep(1000)
  }
}

async function orNotReachable<T>(url: string, advice: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof NotReachable) throw error
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why = cause instanceof Error && cause.message !== '' ? cause.message : 'no connection'
    throw new NotReachable(
      `no service answers at ${url} (${why}). Start it, or give another --url.${advice}`,
      { cause: error },
    )
  }
}
