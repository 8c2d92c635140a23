// The folder of the server's socket: of mode 0700, and not in the data folder, whose path may be too long
// for a socket. New at each start, so that nobody can have put anything there; postmaster.pid names it.
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { EmbeddedError, messageOf } from './failure.ts'
import type { Way } from './run-as.ts'

const prefix = 'pg-socket-'

// sun_path holds 108 bytes on Linux and 104 on macOS, with the final zero.
const socketPathBytes = 103

export async function makeSocketFolder(way: Way): Promise<string> {
  const longest = `${prefix}XXXXXX/.s.PGSQL.5432`
  const fits = Buffer.byteLength(join(tmpdir(), longest)) <= socketPathBytes
  const parent = fits ? tmpdir() : '/tmp'
  try {
    const path = await mkdtemp(join(parent, prefix))
    await chown(path, way.uid, way.gid)
    return path
  } catch (error) {
    throw new EmbeddedError(
      `The folder for the database's socket cannot be made: ${messageOf(error)}.\n` +
        `Make ${parent} writable, or set TMPDIR to a folder that is.`,
    )
  }
}

/** `path` comes from postmaster.pid; a folder that is not of our making stays. */
export async function removeSocketFolder(path: string): Promise<void> {
  if (basename(path).startsWith(prefix)) await rm(path, { recursive: true, force: true })
}
