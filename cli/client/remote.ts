// Carries out operations at a running service.
import { setTimeout as sleep } from 'node:timers/promises'
import { boundedText } from './bounded-text.ts'
import { FileBody, type Call, type Reply } from './rows.ts'
import { NotReachable, RefusedByService, WaitsForApproval, type Problem } from './refusals.ts'

/** Longer than any operation takes. */
const LONGEST_MS = 120_000
const MOST_TRIES = 20

/** The service of this URL, as whoever has the token. Null before sign-in. */
export const remoteCall =
  (url: string, token: string | null): Call =>
  async <T>(method: string, path: string, body?: object): Promise<Reply<T>> => {
    const headers = {
      accept: 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...contentType(body),
    }
    if (body instanceof FileBody) {
      const { sendFile } = await import('./send-file.ts')
      const answer = await orNotReachable(url, () =>
        sendFile(`${url}/operator/v1${path}`, headers, body.path),
      )
      return replyOf<T>(answer.status, answer.text, null)
    }
    const { status, text, link } = await answerOf(url, path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return replyOf<T>(status, text, link)
  }

export const contentType = (body: object | undefined): { 'content-type'?: string } =>
  body === undefined
    ? {}
    : { 'content-type': body instanceof FileBody ? body.type : 'application/json' }

type Answer = { status: number; text: string; link: string | null }

async function answerOf(url: string, path: string, init: RequestInit): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await orNotReachable(url, async () => {
      const { status, headers, body } = await fetch(`${url}/operator/v1${path}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(LONGEST_MS),
      })
      const isSoon = status === 429 && headers.get('retry-after') === '1'
      return { status, isSoon, text: await boundedText(body, url), link: headers.get('link') }
    })
    // A command with many requests reaches the limit of a second. The service did nothing.
    if (!answer.isSoon || tries > MOST_TRIES) return answer
    await sleep(1000)
  }
}

async function orNotReachable<T>(url: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof NotReachable) throw error
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why = cause instanceof Error && cause.message !== '' ? cause.message : 'no connection'
    throw new NotReachable(
      `no service answers at ${url} (${why}). Start it, or give another --url. In an emergency, add --direct on its machine.`,
      { cause: error },
    )
  }
}

/** Reads an answer, of the service or of the same application without a port. */
export function replyOf<T>(status: number, text: string, link: string | null): Reply<T> {
  const answer: { data: T } & Problem = parsed(status, text)
  if (status >= 400) throw new RefusedByService(answer)
  if (status === 202) throw new WaitsForApproval([JSON.parse(text).data])
  const next = /<[^>]*\/operator\/v1([^>]+)>; rel="next"/.exec(link ?? '')?.[1] ?? null
  return { status, data: answer.data, next }
}

function parsed(status: number, text: string) {
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch (error) {
    throw new NotReachable(
      `what answers there (with status ${status}) is not the operator API of Corridor. Give another --url.`,
      { cause: error },
    )
  }
}
