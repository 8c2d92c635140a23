// What all tests of a file use. It is opened where the file begins, and closed after its last test.
import { afterAll } from 'vitest'

/** To be awaited at the top of a test file. */
export async function forFile<T extends { close(): unknown }>(opening: Promise<T>): Promise<T> {
  const opened = await opening
  afterAll(async () => void (await opened.close()))
  return opened
}
