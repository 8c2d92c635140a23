// A JSON file with secrets that belongs to its owner alone: sessions of operators and profiles of customers.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { thrownCode } from '@corridor/server/platform/thrown.ts'

/** `holds` and `again` are for messages: what the file has, and the command that makes it again. */
type Words = { holds: string; again: string }

export function readPrivateFile<T>(path: string, none: T, { holds, again }: Words): T {
  let text: string
  try {
    if ((statSync(path).mode & 0o077) !== 0)
      throw new Error(`${path} has ${holds} and can be read by others: run chmod 600 ${path}`)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (thrownCode(error) === 'ENOENT') return none
    throw error
  }
  try {
    const content: T = JSON.parse(text)
    return content
  } catch (error) {
    throw new Error(`${path} is damaged: delete it, and run ${again}`, { cause: error })
  }
}

const WAIT_MS = 20
const WAITS = 250

/** Changes the file, one process at a time. Two that read the same content would lose the change of one. */
export function changePrivateFile<T>(
  path: string,
  read: () => T,
  change: (present: T) => object,
): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const lock = `${path}.lock`
  takeLock(lock)
  try {
    writePrivateFile(path, change(read()))
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(lock: string): void {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let waits = 0; waits < WAITS; waits += 1) {
    try {
      return writeFileSync(lock, `${process.pid}`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if (thrownCode(error) !== 'EEXIST') throw error
    }
    if (isLeftBehind(lock)) rmSync(lock, { force: true })
    else Atomics.wait(clock, 0, 0, WAIT_MS)
  }
  throw new Error(`another command has ${lock}: if none runs, delete it`)
}

/** Its process was killed. */
function isLeftBehind(lock: string): boolean {
  try {
    const pid = readFileSync(lock, 'utf8')
    // It is empty until its process has written the number.
    if (pid !== '') process.kill(Number.parseInt(pid, 10), 0)
    return false
  } catch (error) {
    return thrownCode(error) === 'ESRCH'
  }
}

/**
 * Writes a new file in the place of the old one, so that nobody reads half of it. Nobody can guess the name of the new
 * file and prepare a link there, which would lead the secrets elsewhere.
 */
function writePrivateFile(path: string, content: object): void {
  const next = `${path}.${randomBytes(8).toString('hex')}`
  try {
    writeFileSync(next, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}
