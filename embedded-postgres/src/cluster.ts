// Creates the cluster, the folder with PostgreSQL's files, at the first start: completely or not at all. Gives it to the
// user that PostgreSQL runs as.
import { chown, lchown, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { fileOwnerOf, type DataFolder } from './data-folder.ts'
import { EmbeddedError, indented } from './failure.ts'
import { run, type Way } from './run-as.ts'

const initdbTimeoutMs = 120_000

// C.UTF-8 sorts by code point: as fast as C, and independent of the system's locales, whose updates can break indexes.
// Unlike plain C, its upper(), lower() and regular expressions support Unicode.
const initdbArgs = [
  '--username=postgres',
  '--encoding=UTF8',
  '--no-instructions',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // No passwords: every process that can open the socket is the superuser. This is safe because the socket's folder has
  // mode 0700 and there is no TCP port.
  '--auth=trust',
]

// One syncfs call instead of fsync for a thousand files saves up to three seconds on a busy disk.
const syncArgs = process.platform === 'linux' ? ['--sync-method=syncfs'] : []

/** Creates the cluster if there is none. The caller must hold the starting lock. */
export async function ensureCluster(
  binaries: Binaries,
  way: Way,
  folder: DataFolder,
  options: { sync: boolean },
): Promise<void> {
  const owner = await fileOwnerOf(folder.cluster)
  if (owner === undefined) await makeCluster(binaries, way, folder, options)
  // It was created in a user namespace, and namespaces are no longer allowed.
  else if (owner.uid !== way.uid) await giveAll(folder.cluster, way)
}

/** Builds the cluster in a temporary folder and renames it, so that a crash leaves no partial cluster. */
async function makeCluster(
  binaries: Binaries,
  way: Way,
  folder: DataFolder,
  options: { sync: boolean },
): Promise<void> {
  await removeUnfinished(folder)
  const unfinished = await mkdtemp(`${folder.cluster}${unfinishedMark}`)
  await chown(unfinished, way.uid, way.gid)

  const sync = options.sync ? syncArgs : ['--no-sync']
  const args = [...initdbArgs, ...sync, `--pgdata=${unfinished}`]
  const made = await run(way, binaries.initdb, args, initdbTimeoutMs)
  if (!made.ok) {
    await rm(unfinished, { recursive: true, force: true })
    throw new EmbeddedError(
      `The database could not be created in ${folder.path}. initdb says:\n${indented(made.output)}\n` +
        'Fix the cause, or use another data folder.',
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
    // An initdb whose parent was killed may still write there. The next start removes the rest.
    await rm(join(folder.path, name), { recursive: true, force: true }).catch(() => undefined)
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

// Change the folder itself last: if this is interrupted, the next start sees the old owner and repeats it.
async function giveAll(path: string, way: Way): Promise<void> {
  for (const name of await readdir(path, { recursive: true })) {
    await lchown(join(path, name), way.uid, way.gid)
  }
  await lchown(path, way.uid, way.gid)
}
