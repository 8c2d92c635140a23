// Starts and stops a process: database, migrations, feeds, HTTP, worker. It stops the API first and the database last.
import type { Logger } from 'pino'
import { buildApi } from './api.ts'
import { watchSteps } from './clock-steps.ts'
import { systemClock, type Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { migrate, requireMigrated } from '../platform/db/migrate.ts'
import { openDatabase, openedDatabase, type Database } from '../platform/db/open.ts'
import type { Connection } from '../platform/db/pool.ts'
import { settleSecrets } from '../platform/db/secrets.ts'
import { openDeps, type Deps, type Replace } from './deps.ts'
import type { App } from '../platform/http/api-type.ts'
import { drain, notDraining } from '../platform/http/drain.ts'
import { listen } from '../platform/http/listen.ts'
import { makeMonths } from '../engine/events/keep-months.ts'
import { openWorkerPort } from './health/worker-port.ts'
import { createLog } from '../platform/log.ts'
import { followClock, type Following } from './sandbox/clock.ts'
import { startWorker, type Worker } from './worker.ts'

const KEY_USE_MS = 30_000

export type Service = {
  /** Resolves when the embedded database exits unexpectedly. The process must then stop. */
  databaseGone: Promise<void>
  deps: Deps
  /** How other processes on this machine connect to the database. */
  connection: Connection
  /** Address of the API. Empty for a process that runs only background tasks. */
  url: string
  /** Idempotent: concurrent callers await the same stop. */
  stop(): Promise<void>
  /** Stops a process whose successor already listens on the same port: drains its connections first. */
  handOver(): Promise<void>
}

export type Parts = { http: boolean; worker: boolean }

export type ServiceOptions = {
  /** A clock that the caller moves. The service then does not follow the sandbox clock of the database. */
  clock?: Clock
  log?: Logger
  onDatabase?: (deps: Deps) => Promise<void>
  replace?: Replace
  /** Treats this process as the one that keeps the embedded database, although it serves no API itself. */
  ownsDatabase?: boolean
  /** Connects to a database that another process opened, migrated and closes. */
  connection?: Connection
}

export async function startService(
  config: Config,
  parts: Parts,
  options: ServiceOptions = {},
): Promise<Service> {
  const log = options.log ?? createLog(config)
  const role = parts.http || options.ownsDatabase === true ? 'owner' : 'guest'
  const database =
    options.connection === undefined
      ? await openDatabase(config, role, (message) => log.info(message))
      : openedDatabase(options.connection)
  try {
    if (options.connection === undefined) {
      const clock = options.clock ?? systemClock
      const migrated = await migrate(database.owner, config.environment, clock, log)
      if (migrated.length > 0) log.info({ migrations: migrated }, 'migrated')
    }
    return await startParts(config, parts, log, database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function startParts(
  config: Config,
  parts: Parts,
  log: Logger,
  database: Database,
  options: ServiceOptions,
): Promise<Service> {
  let url = ''
  let worker: Worker | undefined
  const deps = openDeps({
    config,
    clock: options.clock ?? systemClock,
    log,
    connection: database.service,
    ownerConnection: database.owner,
    publicUrl: () => config.publicUrl || url,
    wakeWorker: () => worker?.wake(),
    pollRail: (name) => worker?.pollRail(name),
    replace: options.replace,
  })
  const draining = notDraining()
  let app: App | undefined
  let workerPort: Awaited<ReturnType<typeof openWorkerPort>> = null
  let following: Following | undefined
  try {
    if (options.connection !== undefined) await requireMigrated(deps.db)
    following = await follow(deps, options)
    await prepare(deps, options)
    if (parts.http) {
      app = await buildApi(deps, draining)
      url = await listen(app, config)
    } else if (parts.worker && options.ownsDatabase !== true)
      workerPort = await openWorkerPort(deps, draining)
    if (workerPort !== null) log.info({ url: workerPort.url }, 'health and metrics')
  } catch (error) {
    await deps.feeds.stop()
    await following?.stop()
    await deps.close()
    throw error
  }
  if (parts.worker) worker = startWorker(deps)
  const stopWatching = watch(deps)

  // Stop the API first, since its last answers need everything else; then the worker, then the database.
  const hurry = new AbortController()
  async function end(): Promise<void> {
    await closeApi(app, deps, draining, hurry.signal)
    await worker?.stop()
    await workerPort?.close()
    stopWatching()
    await deps.feeds.stop()
    await following?.stop()
    await recordKeyUse(deps)
    await deps.close()
    await database.close()
  }

  let ended: Promise<void> | undefined
  return {
    deps,
    connection: database.service,
    url,
    databaseGone: database.gone,
    stop() {
      // The whole service stops, so end a handover in progress early.
      if (draining.replaced) hurry.abort()
      return (ended ??= end())
    },
    handOver() {
      draining.replaced = ended === undefined
      return (ended ??= end())
    },
  }
}

/** Follows the sandbox clock, before anything reads the time. */
function follow(
  { db, sandboxClock, wakeWorker, log }: Deps,
  { clock }: ServiceOptions,
): Promise<Following> | undefined {
  if (sandboxClock === null || clock !== undefined) return undefined
  return followClock(db, sandboxClock, {
    onMove: () => wakeWorker(),
    onError: (error) => log.warn({ err: error }, 'the sandbox clock could not be read'),
  })
}

async function prepare(deps: Deps, options: ServiceOptions): Promise<void> {
  const { log } = deps
  await settleSecrets(deps.db, deps.config.secrets)
  await deps.acknowledged.open(options.connection === undefined)
  await makeMonths(deps)
  await options.onDatabase?.(deps)
  // Without rates the service starts all the same: /readyz names the pairs that have none.
  await deps.feeds
    .push()
    .catch((error: unknown) => log.error({ err: error }, 'the rate feed failed'))
  deps.feeds.start((error) => log.error({ err: error }, 'the rate feed failed'))
}

function watch(deps: Deps): () => void {
  const recording = setInterval(() => void recordKeyUse(deps), KEY_USE_MS)
  const stopWatching = watchSteps(deps)
  return () => {
    clearInterval(recording)
    stopWatching()
  }
}

/** An API that fails to close must not keep the worker and the database open. */
async function closeApi(
  app: App | undefined,
  { config, log }: Deps,
  draining: ReturnType<typeof notDraining>,
  hurry: AbortSignal,
): Promise<void> {
  if (app === undefined) {
    draining.draining = true
    return
  }
  const { drainDelayMs, listenFd } = config
  const keepsSocket = listenFd !== null
  await drain(app, draining, { drainDelayMs, keepsSocket, hurry }).catch((error: unknown) =>
    log.error({ err: error }, 'the API failed to close'),
  )
}

const recordKeyUse = (deps: Deps): Promise<void> =>
  deps.authenticator
    .recordUse()
    .catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the last use of API keys could not be recorded'),
    )
