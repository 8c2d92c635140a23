// The cluster: the folder in which PostgreSQL keeps everything. Makes it at the first start, completely
// or not at all, and gives it to the user PostgreSQL runs as.
import { chown, lchown, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { ownerOf, type DataFolder } from './data-folder.ts'
import { EmbeddedError, indented } from './failure.ts'
import { run, type Way } from './run-as.ts'

const initdbTimeoutMs = 120_000

// Sorted by code point (as fast as C, and no update of the system's locales can break an index), while
// upper(), lower() and regular expressions know Unicode; plain C would leave them at ASCII.
const initdbArgs = [
  '--username=postgres',
  '--encoding=UTF8',
  '--no-instructions',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // No passwords: who reaches the socket is the superuser. Acceptable only because the socket lies in
  // a folder of mode 0700 and there is no TCP port.
  '--auth=trust',
]

// One call instead of one for each of a thousand files: up to three seconds on a busy disk.
const syncArgs = process.platform === 'linux' ? ['--sync-method=syncfs'] : []

/** Makes the cluster if there is none. To be called while alone in starting. */
export async function ensureCluster(
  binaries: Binaries,
  way: Way,
  folder: DataFolder,
  options: { sync: boolean },
): Promise<void> {
  const owner = await ownerOf(folder.cluster)
  if (owner === undefined) await makeCluster(binaries, way, folder, options)
  // It was made in a user namespace, where they are not allowed any more.
  else if (owner.uid !== way.uid) await giveAll(folder.cluster, way)
}

/** Wherever the crash, either the whole cluster is at its place or nothing is. */
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
      `The database could not be made in ${folder.path}. initdb says:\n${indented(made.output)}\n` +
        'Mend that, or use another data folder.',
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

// The folder itself comes last: as long as it has the old owner, the next start does this again.
async function giveAll(path: string, way: Way): Promise<void> {
  for (const name of await readdir(path, { recursive: true })) {
    await lchown(join(path, name), way.uid, way.gid)
  }
  await lchown(path, way.uid, way.gid)
}
