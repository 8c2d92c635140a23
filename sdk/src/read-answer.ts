// Reads the body of an answer up to a limit, so that no answer fills the memory. A compressed body counts as it is once
// unpacked.
import { notText, tooLong, type Source } from './wrong-answer.ts'

/** Far more than real answers, which are pages of 200 rows at most. */
const LARGEST_ANSWER = 32_000_000

export async function bodyOf(response: Response, source: Source): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || value === undefined) break
    length += value.byteLength
    if (length > LARGEST_ANSWER) {
      void reader?.cancel().catch(() => undefined)
      throw tooLong(source, response, LARGEST_ANSWER)
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  if (response.ok && !isBinary(response) && !isUtf8(bytes)) throw notText(source, response)
  return bytes
}

const isBinary = ({ headers }: Response): boolean =>
  (headers.get('content-type') ?? '').startsWith('application/pdf')

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
