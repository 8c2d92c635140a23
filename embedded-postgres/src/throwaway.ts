// A database for tests that leaves nothing behind. A shell waits on a pipe from the test process. When that process ends,
// even by a crash, the pipe closes, and the shell stops the server and removes its files.
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

// The folder is new, so its pid file is valid. The server removes that file last.
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

/** Creates a cluster below `dir`, which stop() removes. `settings` override the defaults. Throws EmbeddedError. */
export async function openThrowaway(options: {
  dir: string
  settings?: Settings
}): Promise<Omit<Embedded, 'gone'>> {
  const folder = dataFolderAt(await realpath(await mkdtemp(join(options.dir, 'throwaway-'))))
  const shell = spawn('/bin/sh', ['-c', cleaner, 'sh', folder.path], {
    env: environment,
    // Ctrl-C in the terminal must not reach the shell.
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
