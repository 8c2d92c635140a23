// The data folder as the embedded database sees it: what lies where, and that it is ours to use.
// Who may start and stop the server is in presence.ts; what is in the cluster, in cluster.ts.
import { access, chmod, chown, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedError, errorCode, messageOf } from './failure.ts'
import { self, type Owner } from './run-as.ts'

export type DataFolder = {
  /** The data folder's real path; all others are inside it. */
  path: string
  cluster: string
  logFile: string
  locks: string
}

/** Makes the folder if it is missing; throws EmbeddedError where another user's files are in the way. */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  const folder = dataFolderAt(await madeFolder(dataDir))
  const clusterOwner = await ownerOf(folder.cluster)
  if (clusterOwner !== undefined && self().uid !== 0 && clusterOwner.uid !== self().uid) {
    throw new EmbeddedError(
      `The database in ${folder.cluster} belongs to user ${clusterOwner.uid}, and this is user ${self().uid}.\n` +
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

/** The owner of a file or folder, or undefined when there is none. */
export async function ownerOf(path: string): Promise<Owner | undefined> {
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
        `Give it to user ${self().uid}, who runs the program, or name another folder.`,
    )
  }
}

async function makeLocksFolder(dataPath: string): Promise<void> {
  const { locks } = dataFolderAt(dataPath)
  await mkdir(locks, { recursive: true, mode: 0o700 })
  const { uid, gid } = await stat(dataPath)
  const made = await stat(locks)
  // Earlier versions left it open to all. Root makes it for the user whose data folder it is.
  if ((made.mode & 0o077) !== 0 && (self().uid === 0 || made.uid === self().uid))
    await chmod(locks, 0o700)
  if (self().uid === 0 && made.uid !== uid) await chown(locks, uid, gid)
}
