// Creates the folder of the server's socket, with mode 0700. It is outside of the data folder, whose path may be too
// long for a socket. Each start creates a new one, so that no other user can prepare it. postmaster.pid names it.
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { EmbeddedError, messageOf } from './failure.ts'
import type { Way } from './run-as.ts'

const prefix = 'pg-socket-'

// sun_path has 108 bytes on Linux and 104 on macOS, including the final zero.
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
      `The folder for the database's socket cannot be created: ${messageOf(error)}.\n` +
        `Make ${parent} writable, or set TMPDIR to a folder that is.`,
    )
  }
}

/** `path` comes from postmaster.pid. Removes only folders that makeSocketFolder created. */
export async function removeSocketFolder(path: string): Promise<void> {
  if (basename(path).startsWith(prefix)) await rm(path, { recursive: true, force: true })
}
