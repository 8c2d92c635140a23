// `corridor dev`: serves, and restarts the service when a source file changes. An embedded database keeps running, so a
// restart takes about a second.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { environmentWith, readConfig } from '@corridor/server/platform/config.ts'
import { openDatabase } from '@corridor/server/platform/db/open.ts'
import { libpqOf } from '../libpq.ts'

const ROOT = join(import.meta.dirname, '../..')
const WATCHED = ['server/src', 'server/migrations', 'server/sandbox.yaml', 'cli']
// Editors save several files, or one in several steps: wait this long, to restart once.
const SETTLED_MS = 150

export async function dev(): Promise<void> {
  const config = readConfig()
  if (config.environment !== 'sandbox') throw new Error('dev works in a sandbox only')
  const database = await openDatabase(config, 'owner', say)
  const url = config.database.url === '' ? libpqOf(database.service).uri : config.database.url
  const files = watchFiles()
  const told = whenTold()
  try {
    let isTold = false
    void told.then(() => (isTold = true))
    while (!isTold) await serveOnce(environmentWith({ DATABASE_URL: url }), files.change(), told)
  } finally {
    files.close()
    await database.close()
  }
}

/** Serves until a file changes or a signal arrives. After a service that exits by itself, waits for a change. */
async function serveOnce(
  env: NodeJS.ProcessEnv,
  change: Promise<string>,
  told: Promise<void>,
): Promise<void> {
  const program = join(ROOT, 'cli/corridor.js')
  const child = spawn(process.execPath, [...process.execArgv, program, 'serve'], {
    stdio: 'inherit',
    env,
  })
  const ended = once(child, 'exit')
  let isWanted = true
  void ended.then(() => {
    if (isWanted) say('The service has exited. It restarts when a file changes.')
  })
  const changed = await Promise.race([change, told])
  if (typeof changed === 'string') say(`${changed} changed.`)
  isWanted = false
  // Does nothing to a process that has ended.
  child.kill('SIGTERM')
  await ended
}

function watchFiles(): { change(): Promise<string>; close(): void } {
  let tell: (name: string) => void = () => undefined
  let timer: NodeJS.Timeout | undefined
  const watchers = WATCHED.map((name) =>
    watch(join(ROOT, name), { recursive: true }, (_event, file) => {
      clearTimeout(timer)
      timer = setTimeout(() => tell(file === null ? name : join(name, file)), SETTLED_MS)
    }),
  )
  return {
    change: () => new Promise((resolve) => (tell = resolve)),
    close() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

const whenTold = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })

const say = (message: string): void => void process.stderr.write(`dev: ${message}\n`)
