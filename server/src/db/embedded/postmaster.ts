// The running server: finds it, starts it, asks whether it answers, stops it. Who may do so is decided in
// presence.ts, and the callers hold its starting lock. Every wait has an end.
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs } from '../../clock.ts'
import type { Binaries } from './binaries.ts'
import { giveToFoldersOwner, type DataFolder } from './data-folder.ts'
import { failureWithLog, orBringYourOwn, readLogTail } from './failure.ts'
import { exists, isPostmasterOf, isRunning, send } from './processes.ts'
import { commandFor, type Way } from './run-as.ts'
import type { Settings } from './settings.ts'

export type Role = 'owner' | 'guest'
export type Log = (message: string) => void

export type Postmaster = { pid: number; socketFolder: string; port: number; isReady: boolean }
export type Running = Postmaster & {
  /** Whether this call started it. */
  started: boolean
  /** The role of the process that started it. */
  startedBy: string
}

/** All that a start needs and joining does not. */
export type Launcher = {
  binaries: Binaries
  way: Way
  socketFolder: string
  settings: Settings
  /** Out of reach of the terminal's Ctrl-C, so that the service can drain before it stops the server. */
  ownSession: boolean
}

export const superuser = 'postgres'

// Recovery replays at most max_wal_size; a slow disk needs a minute for that.
const startTimeoutMs = 120_000
const answerTimeoutMs = 2000
// A server that says it is ready and does not answer: its socket was deleted, or it is stopped.
const unreachableMs = 5000
// The last backends of a killed postmaster need a moment to notice.
const leftoverMs = 10_000
const fastStopMs = 30_000
const immediateStopMs = 10_000
const logFileBytes = 5_000_000

/** The server of the folder, accepting connections. Throws EmbeddedError. */
export async function ensureRunning(
  folder: DataFolder,
  role: Role,
  log: Log,
  prepare: () => Promise<Launcher>,
): Promise<Running> {
  const sinceMs = monotonicMs()
  const elapsedMs = () => monotonicMs() - sinceMs
  let launched: Launched | undefined
  let silentSinceMs: number | undefined
  let toldOfSlowness = false

  while (elapsedMs() < startTimeoutMs) {
    const postmaster = await findPostmaster(folder)
    if (postmaster?.isReady) {
      const startedBy = await ask(postmaster)
      if (startedBy !== undefined) {
        return { ...postmaster, started: postmaster.pid === launched?.pid, startedBy }
      }
      silentSinceMs ??= monotonicMs()
      if (monotonicMs() - silentSinceMs > unreachableMs) {
        if (role === 'guest') throw await unreachable(folder, postmaster)
        log(
          `PostgreSQL, process ${postmaster.pid}, does not answer on its socket: starting it again.`,
        )
        await stopPostmaster(folder, log, 'fast')
        silentSinceMs = undefined
      }
    } else if (postmaster === undefined) {
      if (launched?.ended !== undefined) {
        const said = await readLogTail(folder.logFile, launched.logFromByte)
        const retry =
          /pre-existing shared memory block|lock file .* (is empty|already exists)/.test(said)
        if (!retry || elapsedMs() > leftoverMs) throw await didNotStart(folder, launched)
        launched = undefined
        await sleep(200)
      }
      launched ??= await launch(folder, role, await prepare())
    }
    if (!toldOfSlowness && elapsedMs() > 3000) {
      toldOfSlowness = true
      log(
        `PostgreSQL is still starting; after a crash it repairs its files first. Its log: ${folder.logFile}`,
      )
    }
    await sleep(elapsedMs() < 1000 ? 5 : 50)
  }
  throw await failureWithLog(
    `PostgreSQL on ${folder.cluster} has been starting for ${startTimeoutMs / 1000} seconds and goes on.`,
    'When its log says it is ready, start Corridor again: it joins it.',
    { file: folder.logFile, fromByte: launched?.logFromByte ?? 0 },
  )
}

/** The living postmaster of this cluster, whoever started it. */
export async function findPostmaster(folder: DataFolder): Promise<Postmaster | undefined> {
  // Lines: pid, cluster, start time, port, socket folder, TCP address, shared memory, status.
  const text = await readFile(join(folder.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pidText = '', , , port = '', socketFolder = '', , , status = ''] = text.split('\n')
  const pid = Number.parseInt(pidText, 10)
  if (!(pid > 0) || !(await isPostmasterOf(pid, folder.cluster))) return undefined
  return { pid, socketFolder, port: Number.parseInt(port, 10), isReady: status.trim() === 'ready' }
}

/** Fast: sessions are cut, commits are kept, and the files are left clean. Immediate: like a crash. */
export async function stopPostmaster(
  folder: DataFolder,
  log: Log,
  how: 'fast' | 'immediate',
): Promise<void> {
  const postmaster = await findPostmaster(folder)
  if (postmaster === undefined) return
  const { pid, socketFolder } = postmaster
  let gone = how === 'fast' && (await endBy('SIGINT', pid, fastStopMs))
  if (!gone) {
    if (how === 'fast')
      log(
        `PostgreSQL, process ${pid}, did not stop in time: it is cut off, and recovers at the next start.`,
      )
    gone = await endBy('SIGQUIT', pid, immediateStopMs)
  }
  if (!gone) {
    throw await failureWithLog(
      `PostgreSQL, process ${pid} on ${folder.cluster}, does not stop.`,
      `End it with \`kill -9 ${pid}\`; the next start recovers all that was committed.`,
      { file: folder.logFile, fromByte: 0 },
    )
  }
  // Only when it is empty, as it is after a clean end.
  if (basename(socketFolder).startsWith('corridor-'))
    await rmdir(socketFolder).catch(() => undefined)
}

async function endBy(signal: NodeJS.Signals, pid: number, timeoutMs: number): Promise<boolean> {
  send(pid, signal)
  const untilMs = monotonicMs() + timeoutMs
  while (monotonicMs() < untilMs) {
    if (!(await isRunning(pid))) return true
    await sleep(5)
  }
  return false
}

type Launched = { pid: number | undefined; logFromByte: number; ended: string | undefined }

/** Starts the server and returns at once. To be called when findPostmaster finds none. */
async function launch(folder: DataFolder, role: Role, launcher: Launcher): Promise<Launched> {
  const { binaries, way, socketFolder, settings, ownSession } = launcher
  await removeStale(folder, socketFolder)
  const logFromByte = await rotateLog(folder)

  const all: Settings = {
    ...settings,
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // Read by `ask`: a server that a guest started is the last guest's to stop.
    'corridor.started_by': role,
  }
  const args = [
    '-D',
    folder.cluster,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const { command, args: rest, options } = commandFor(way, binaries.postgres, args)
  const logDescriptor = openSync(folder.logFile, 'a', 0o600)
  try {
    await giveToFoldersOwner(folder, folder.logFile)
    const child = spawn(command, rest, {
      ...options,
      detached: ownSession,
      stdio: ['ignore', logDescriptor, logDescriptor],
    })
    const launched: Launched = { pid: child.pid, logFromByte, ended: undefined }
    child.once('error', (error) => (launched.ended = error.message))
    child.once('exit', (code, signal) => (launched.ended = signal ?? `exit code ${code}`))
    child.unref()
    return launched
  } finally {
    closeSync(logDescriptor)
  }
}

// PostgreSQL does not start while a process with the pid of its former self runs, and after a restart of
// the container one does. The caller has seen that it is none of this cluster's; what PostgreSQL's own
// check of the shared memory finds, it still finds.
async function removeStale(folder: DataFolder, socketFolder: string): Promise<void> {
  await rm(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true })
  await rm(join(socketFolder, '.s.PGSQL.5432'), { force: true })
  const file = join(folder.cluster, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (pid > 0 && exists(pid)) await rm(file, { force: true })
}

/** Bytes of the log that were there before. */
async function rotateLog(folder: DataFolder): Promise<number> {
  const { size } = await stat(folder.logFile).catch(() => ({ size: 0 }))
  if (size < logFileBytes) return size
  await rename(folder.logFile, `${folder.logFile}.1`)
  return 0
}

/** The role that started the server, or undefined when it does not answer. */
async function ask(postmaster: Postmaster): Promise<string | undefined> {
  const client = new pg.Client({
    host: postmaster.socketFolder,
    port: postmaster.port,
    user: superuser,
    database: 'postgres',
    // Named although they are defaults, or PGSSLMODE and PGOPTIONS of the service's environment would count.
    ssl: false,
    options: '-c statement_timeout=2000',
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ started_by: string | null }>(
      "select current_setting('corridor.started_by', true) as started_by",
    )
    return rows[0]?.started_by ?? ''
  } catch (error) {
    // Full: it answers, and is known to be somebody's.
    return error instanceof pg.DatabaseError && error.code === '53300' ? 'owner' : undefined
  } finally {
    // Not awaited: the end of a connection that hangs does not come.
    void client.end().catch(() => undefined)
  }
}

const didNotStart = (folder: DataFolder, launched: Launched) =>
  failureWithLog(
    `PostgreSQL did not start on ${folder.cluster} (${launched.ended}).`,
    `Mend what its log says below, or begin with an empty database in another folder (CORRIDOR_DATA_DIR), ${orBringYourOwn}`,
    { file: folder.logFile, fromByte: launched.logFromByte },
  )

const unreachable = (folder: DataFolder, { pid, socketFolder }: Postmaster) =>
  failureWithLog(
    `PostgreSQL, process ${pid} on ${folder.cluster}, runs but does not answer on its socket in ${socketFolder}.`,
    `Restart the Corridor that uses this folder; if none does, \`kill -INT ${pid}\`.`,
    { file: folder.logFile, fromByte: 0 },
  )
