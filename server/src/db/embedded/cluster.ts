// The cluster: the folder in which PostgreSQL keeps everything. Makes it at the first start, completely
// or not at all; gives it to the user PostgreSQL runs as; names the folder of its socket.
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, lchown, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { ownerOf, self, type DataFolder } from './data-folder.ts'
import { EmbeddedError, errorCode, indented, messageOf } from './failure.ts'
import { run, type Way } from './run-as.ts'

const initdbTimeoutMs = 120_000

// Sorted by code point (as fast as C, and no update of the system's locales can break an index), while
// upper(), lower() and regular expressions know Unicode; plain C would leave them at ASCII.
const initdbArgs = [
  ...['--username=postgres', '--encoding=UTF8', '--no-instructions'],
  ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  // No passwords: who reaches the socket is the superuser. Acceptable only because the socket lies in
  // a folder of mode 0700 and there is no TCP port.
  '--auth=trust',
]

/** Makes the cluster if there is none. To be called under lockStarting. */
export async function ensureCluster(
  binaries: Binaries,
  way: Way,
  folder: DataFolder,
  options: { sync: boolean },
): Promise<void> {
  const owner = await ownerOf(folder.cluster)
  if (owner === undefined) return makeCluster(binaries, way, folder, options)
  // It was made in a user namespace, where they are not allowed any more.
  if (owner.uid !== way.uid) await giveAll(folder.cluster, way)
}

/** Wherever the crash, either the whole cluster is at its place or nothing is. */
async function makeCluster(
  binaries: Binaries,
  way: Way,
  folder: DataFolder,
  options: { sync: boolean },
): Promise<void> {
  await removeUnfinished(folder)
  const unfinished = `${folder.cluster}${unfinishedMark}${randomBytes(4).toString('hex')}`
  await mkdir(unfinished, { mode: 0o700 })
  if (way.uid !== self().uid) await chown(unfinished, way.uid, way.gid)

  const args = [...initdbArgs, ...(options.sync ? [] : ['--no-sync']), `--pgdata=${unfinished}`]
  const made = await run(way, binaries.initdb, args, initdbTimeoutMs)
  if (!made.ok) {
    await rm(unfinished, { recursive: true, force: true })
    throw new EmbeddedError(
      `The database could not be made in ${folder.path}. initdb says:\n${indented(made.output)}\n` +
        'Free or repair that disk, or set CORRIDOR_DATA_DIR to a folder on another.',
    )
  }
  await rename(unfinished, folder.cluster)
  if (options.sync) await syncFolder(folder.path)
}

const unfinishedMark = '.unfinished-'

async function removeUnfinished(folder: DataFolder): Promise<void> {
  const prefix = basename(folder.cluster) + unfinishedMark
  for (const name of await readdir(folder.path)) {
    if (!name.startsWith(prefix)) continue
    // An initdb whose starter was killed may still write there; what it makes now goes next time.
    await rm(join(folder.path, name), { recursive: true, force: true, maxRetries: 3 }).catch(
      () => undefined,
    )
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

// The folder itself comes last: as long as it has the old owner, the next start does this again.
async function giveAll(path: string, way: Way): Promise<void> {
  for (const name of await readdir(path, { recursive: true }))
    await lchown(join(path, name), way.uid, way.gid)
  await lchown(path, way.uid, way.gid)
}

// sun_path holds 108 bytes on Linux and 104 on macOS, with the final zero.
const socketPathBytes = 103

/**
 * The folder for the socket, mode 0700: short, since the data folder's path may be too long for a socket.
 * Its name derives from the data folder's path and the cluster's identity, so that a server whose cluster
 * was deleted under it (it notices within a minute) does not stand in the way of the next one.
 */
export async function makeSocketFolder(folder: DataFolder, way: Way): Promise<string> {
  const identity = createHash('sha256')
    .update(`${folder.path}\0${await systemIdentifier(folder)}`)
    .digest('hex')
    .slice(0, 12)
  const name = `corridor-${way.uid}-${identity}`
  const candidates = [join(tmpdir(), name), join('/tmp', name)]
  const path = candidates.find(
    (path) => Buffer.byteLength(`${path}/.s.PGSQL.5432`) <= socketPathBytes,
  )
  if (path === undefined)
    throw new EmbeddedError(`The path ${candidates[0]} is too long for a unix socket.`)

  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      throw new EmbeddedError(
        `The folder for the database's socket, ${path}, cannot be made: ${messageOf(error)}.\n` +
          'Make its parent writable, or set TMPDIR to a folder that is.',
      )
    }
  }
  const found = await lstat(path)
  if (!found.isDirectory() || (found.uid !== way.uid && found.uid !== self().uid)) {
    throw new EmbeddedError(
      `${path}, where the database's socket belongs, is not a folder of user ${way.uid}: it belongs to user ${found.uid}.\n` +
        'Whoever owns it could read and change every order. Remove it, or set TMPDIR to a folder of your own.',
    )
  }
  await chmod(path, 0o700)
  if (found.uid !== way.uid) await chown(path, way.uid, way.gid)
  return path
}

// The first eight bytes of pg_control: made by initdb, another for each cluster.
async function systemIdentifier(folder: DataFolder): Promise<string> {
  const file = join(folder.cluster, 'global/pg_control')
  try {
    const handle = await open(file)
    try {
      const { buffer } = await handle.read(Buffer.alloc(8), { position: 0 })
      return buffer.toString('hex')
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw new EmbeddedError(
      `${folder.cluster} holds no PostgreSQL database: ${messageOf(error)}.\n` +
        'Restore it from a backup, or move it away; then the next start makes a new, empty one.',
    )
  }
}
