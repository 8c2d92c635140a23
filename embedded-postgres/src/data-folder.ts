// The layout of the data folder, and the check that this user may use it. presence.ts decides which process may start
// and stop the server; cluster.ts creates the cluster.
import { existsSync } from 'node:fs'
import { access, chmod, chown, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedError, errorCode, messageOf } from './failure.ts'
import { self, type User } from './run-as.ts'

export type DataFolder = {
  /** The data folder's real path; all others are inside it. */
  path: string
  cluster: string
  logFile: string
  locks: string
}

/** Creates the folder if it is missing. Throws EmbeddedError when it or the cluster belongs to another user. */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  const folder = dataFolderAt(await madeFolder(dataDir))
  const clusterOwner = await fileOwnerOf(folder.cluster)
  if (clusterOwner !== undefined && self().uid !== 0 && clusterOwner.uid !== self().uid) {
    throw new EmbeddedError(
      `The database in ${folder.cluster} belongs to user ${clusterOwner.uid}, but this program runs as user ${self().uid}.\n` +
        'Run the program as that user, or give it another data folder.',
    )
  }
  return folder
}

export const dataFolderAt = (path: string): DataFolder => ({
  path,
  cluster: join(path, 'postgres'),
  logFile: join(path, 'postgres.log'),
  locks: join(path, 'locks'),
})

/** Whether a database was made in the folder. It makes nothing itself. */
export const hasCluster = (dataDir: string): boolean => existsSync(dataFolderAt(dataDir).cluster)

/** The user that owns a file or folder. Undefined when the path does not exist. */
export async function fileOwnerOf(path: string): Promise<User | undefined> {
  try {
    const { uid, gid } = await stat(path)
    return { uid, gid }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new EmbeddedError(`${path} cannot be read: ${messageOf(error)}.`)
  }
}

async function madeFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true })
    const path = await realpath(dataDir)
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    await makeLocksFolder(path)
    return path
  } catch (error) {
    throw new EmbeddedError(
      `The data folder ${dataDir} cannot be used: ${messageOf(error)}.\n` +
        `Give it to user ${self().uid}, who runs this program, or use another folder.`,
    )
  }
}

async function makeLocksFolder(dataPath: string): Promise<void> {
  const { locks } = dataFolderAt(dataPath)
  await mkdir(locks, { recursive: true, mode: 0o700 })
  const { uid, gid } = await stat(dataPath)
  const made = await stat(locks)
  // Earlier versions left it open to all users. Root creates it for the owner of the data folder.
  if ((made.mode & 0o077) !== 0 && (self().uid === 0 || made.uid === self().uid))
    await chmod(locks, 0o700)
  if (self().uid === 0 && made.uid !== uid) await chown(locks, uid, gid)
}
