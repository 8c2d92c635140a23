// Reads a text file that an operator gives to a command.
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { parse } from 'yaml'
import { thrownCode, thrownMessage } from '@corridor/server/platform/thrown.ts'

/** More than any operator file has. */
const MOST_BYTES = 32 * 1024 * 1024

export function textOfFile(path: string): string {
  try {
    if (statSync(path).size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`)
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    throw new Error(`${path}: ${reasonOf(error)}`, { cause: error })
  }
}

/** Bank details are read from a file, so that they are in no history of a shell, and in no message. */
export function objectInFile(path: string): unknown {
  const text = textOfFile(path)
  try {
    return parse(text)
  } catch {
    // The parser's message repeats the line, which has an account.
    throw new Error(`${path} is not YAML or JSON`)
  }
}

/** For a file that is sent as it is. Otherwise the service is blamed for a file that cannot be read. */
export function requireContent(path: string): void {
  try {
    accessSync(path, constants.R_OK)
    const stats = statSync(path)
    if (!stats.isFile()) throw new Error('it is not a file')
    if (stats.size === 0) throw new Error('the file is empty')
  } catch (error) {
    throw new Error(`${path}: ${reasonOf(error)}`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  const code = thrownCode(error)
  if (code === 'ENOENT') return 'there is no such file; the path is relative to the current folder'
  return code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    ? 'it is not a text in UTF-8'
    : thrownMessage(error)
}
