// Reads the answer of a service up to a limit, so that no answer fills the memory.
import { NotReachable } from './refusals.ts'

/** The limit of the SDK. Far more than real answers, which are pages of 200 rows at most. */
const LARGEST_ANSWER = 32_000_000

export async function boundedBytes(
  body: AsyncIterable<Uint8Array> | null,
  url: string,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop ends the connection.
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    if (length > LARGEST_ANSWER)
      throw new NotReachable(
        `the answer of ${url} is longer than ${LARGEST_ANSWER / 1_000_000} MB, and was not read on. Check the address, or give another --url.`,
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
