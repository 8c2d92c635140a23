// Errors for the operator. The message says what happened, what to do and where the log is. Print it without the stack.
import { open } from 'node:fs/promises'

/** An error with a complete message for a person. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}

const tailBytes = 3000

/** An EmbeddedError that ends with the last lines of the log, starting at `fromByte` at the earliest. */
export async function failureWithLog(
  happened: string,
  advice: string,
  log: { file: string; fromByte: number },
): Promise<EmbeddedError> {
  const lines = await readLogTail(log.file, log.fromByte)
  const shown = lines === '' ? 'it says nothing about this.' : `it ends with:\n${indented(lines)}`
  return new EmbeddedError(`${happened}\n${advice}\nThe log is ${log.file}; ${shown}`)
}

export const indented = (text: string): string => text.trimEnd().replace(/^/gm, '    ')

export async function readLogTail(file: string, fromByte: number): Promise<string> {
  const handle = await open(file).catch(() => undefined)
  if (handle === undefined) return ''
  try {
    const { size } = await handle.stat()
    const start = Math.max(fromByte, size - tailBytes)
    if (start >= size) return ''
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), { position: start })
    const text = buffer.toString('utf8', 0, bytesRead)
    // Drop a partial first line.
    return start === fromByte ? text : text.slice(text.indexOf('\n') + 1)
  } finally {
    await handle.close()
  }
}

/** The `code` of a system error, or ''. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
