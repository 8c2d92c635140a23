// The data folder as the embedded database sees it: what lies where, and that it is ours to use.
// Who may start and stop the server is in presence.ts; what is in the cluster, in cluster.ts.
import { access, chown, constants, mkdir, realpath, stat, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { EmbeddedError, errorCode, messageOf } from './failure.ts'

/** A user by number, as the system and not a user namespace sees it. */
export type Owner = { uid: number; gid: number }

export type DataFolder = {
  /** The data folder's real path; all others are inside it. */
  path: string
  cluster: string
  logFile: string
  locks: { owner: string; guests: string; starting: string }
  /** Says who holds the owner's lock. */
  ownerNote: string
}

export const self = (): Owner => ({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 })

/** Makes the folder if it is missing; throws EmbeddedError where another user's files are in the way. */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  const path = await madeFolder(dataDir)
  const locks = join(path, 'locks')
  const folder: DataFolder = {
    path,
    cluster: join(path, 'postgres'),
    logFile: join(path, 'postgres.log'),
    locks: {
      owner: join(locks, 'owner'),
      guests: join(locks, 'guests'),
      starting: join(locks, 'starting'),
    },
    ownerNote: join(locks, 'owner-is'),
  }
  const clusterOwner = await ownerOf(folder.cluster)
  if (clusterOwner !== undefined && self().uid !== 0 && clusterOwner.uid !== self().uid) {
    throw new EmbeddedError(
      `The database in ${folder.cluster} belongs to user ${clusterOwner.uid}, and this is ${userInfo().username} (${self().uid}).\n` +
        'Run Corridor as that user, or set CORRIDOR_DATA_DIR to another folder.',
    )
  }
  await mkdir(locks, { recursive: true })
  await giveToFoldersOwner(folder, locks)
  for (const file of [...Object.values(folder.locks), folder.ownerNote]) {
    await createOnce(folder, file)
  }
  return folder
}

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
    return path
  } catch (error) {
    throw new EmbeddedError(
      `The data folder ${dataDir} cannot be used: ${messageOf(error)}.\n` +
        `Give it to ${userInfo().username}, the user who runs Corridor, or set CORRIDOR_DATA_DIR to another folder.`,
    )
  }
}

// Never opened when it exists: see the warning at acquire.
async function createOnce(folder: DataFolder, file: string): Promise<void> {
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 })
    await giveToFoldersOwner(folder, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      throw new EmbeddedError(`The file ${file} cannot be made: ${messageOf(error)}.`)
    }
  }
}

/** One start with sudo must not lock out the user whose folder it is. */
export async function giveToFoldersOwner(folder: DataFolder, file: string): Promise<void> {
  const owner = await ownerOf(folder.path)
  if (self().uid === 0 && owner !== undefined && owner.uid !== 0)
    await chown(file, owner.uid, owner.gid)
}
