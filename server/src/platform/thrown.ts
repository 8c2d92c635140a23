// The message and the code of whatever was thrown.

export const thrownMessage = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** The code of a system error, such as ENOENT, of PostgreSQL or of a library. */
export function thrownCode(thrown: unknown): string | number | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined
  const { code } = thrown
  return typeof code === 'string' || typeof code === 'number' ? code : undefined
}

/** Why settings are refused: the message that reading them throws; undefined if they can be read. */
export function problemOfReading(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    return thrownMessage(error)
  }
}
