// Sends a file as the body of a request. `fetch` gives up while a slow line still takes the body.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { pipeline } from 'node:stream/promises'
import { boundedBytes } from './bounded-bytes.ts'

type FileAnswer = { status: number; text: string; bytes: Buffer; link: null }

/** Neither side sends for so long. Comparing a large statement takes minutes. */
const IDLE_MS = 1_200_000

/** Also the answer of a service that refuses before it has the whole file. Throws if there is none. */
export async function sendFile(
  url: string,
  headers: Record<string, string>,
  path: string,
): Promise<FileAnswer> {
  const { size } = await stat(path)
  const { request: open } = url.startsWith('https:') ? https : http
  const request = open(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(size) },
    timeout: IDLE_MS,
  })
  const answer = Promise.withResolvers<FileAnswer>()
  request.once('timeout', () => request.destroy(new Error('it did not answer in time')))
  request.once('error', answer.reject)
  request.once('response', (response) => {
    boundedBytes(response, new URL(url).origin).then(
      (bytes) =>
        answer.resolve({
          status: response.statusCode ?? 0,
          text: bytes.toString(),
          bytes,
          link: null,
        }),
      answer.reject,
    )
  })
  const sent = pipeline(createReadStream(path), request, { end: true })
  // A file that cannot be read ends the request. Otherwise the answer, or its absence, says what went wrong.
  sent.catch((error: NodeJS.ErrnoException) => {
    if (error.path !== undefined) answer.reject(error)
  })
  try {
    return await answer.promise
  } finally {
    request.destroy()
  }
}
