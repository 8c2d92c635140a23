// Reads the body of an answer from another system, with a bound on its bytes.

/** The body is longer than allowed. Its rest was cancelled. */
export class TooLong extends Error {
  constructor(mostBytes: number) {
    super(`the answer is longer than ${mostBytes} bytes`)
  }
}

/** Throws `TooLong`, or the error of fetch if the answer breaks off. */
export async function boundedText({ body }: Response, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the rest, which closes the connection.
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) throw new TooLong(mostBytes)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
