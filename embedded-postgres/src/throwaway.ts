// A database for tests, that forgets everything in a crash and leaves nothing behind: a shell stands by
// whose input ends when the tests end, however they do, and which then stops the server and removes it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { dataFolderAt } from './data-folder.ts'
import type { Embedded } from './embedded.ts'
import { ensureRunning, superuser } from './postmaster.ts'
import { chooseWay, environment } from './run-as.ts'
import { throwaway, type Settings } from './settings.ts'

// The folder is new, so the pid file in it tells the truth; removing it is the last the server does.
const cleaner = `
read -r _
file=$1/postgres/postmaster.pid
socket=$(sed -n 5p "$file")
kill -QUIT "$(sed -n 1p "$file")"
tries=0
while [ -e "$file" ] && [ $((tries += 1)) -le 250 ]; do sleep 0.02; done
rm -rf "$1"
case $socket in */pg-socket-*) rm -rf "$socket" ;; esac
`

/** A new cluster below `dir`, which stop() removes. `settings` replace some of its own. Throws EmbeddedError. */
export async function openThrowaway(options: {
  dir: string
  settings?: Settings
}): Promise<Omit<Embedded, 'gone'>> {
  const folder = dataFolderAt(await realpath(await mkdtemp(join(options.dir, 'throwaway-'))))
  const shell = spawn('/bin/sh', ['-c', cleaner, 'sh', folder.path], {
    env: environment,
    // Ctrl-C is not for it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  const gone = once(shell, 'exit')
  const stop = async () => {
    shell.ref()
    shell.stdin.end()
    await gone
  }
  try {
    const { socketFolder, port } = await ensureRunning(
      folder,
      false,
      () => undefined,
      async () => {
        const binaries = findBinaries()
        const way = await chooseWay(binaries, folder.path, undefined)
        await ensureCluster(binaries, way, folder, { sync: false })
        return { binaries, way, settings: { ...throwaway, ...options.settings } }
      },
    )
    return { host: socketFolder, port, user: superuser, started: true, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
