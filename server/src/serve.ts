// Starts and stops a process: database, migrations, feeds, worker, HTTP, in this order, and back.
import type { Logger } from 'pino'
import { buildApi, type App } from './api.ts'
import { systemClock, type Clock } from './clock.ts'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { settleSecrets } from './db/secrets.ts'
import { openDeps, type Deps } from './deps.ts'
import { makeMonths } from './events/keep-months.ts'
import { createLog } from './log.ts'
import { followClock, type Following } from './sandbox/clock.ts'
import { startWorker } from './worker.ts'

const DRAIN_MS = 10_000
const CLOSE_IDLE_MS = 100
const KEY_USE_MS = 30_000

export type Service = {
  /** Resolves when the embedded database has ended by itself: the process is of no use any more. */
  databaseGone: Promise<void>
  deps: Deps
  /** Where the API listens; empty for a process that only works. */
  url: string
  /** The same end for all who ask. */
  stop(): Promise<void>
}

export type Parts = { http: boolean; worker: boolean }

export type ServiceOptions = {
  /** Whose clock it is moves it: that of the database is then not followed. */
  clock?: Clock
  log?: Logger
  onDatabase?: (deps: Deps) => Promise<void>
}

export async function startService(
  config: Config,
  parts: Parts,
  options: ServiceOptions = {},
): Promise<Service> {
  const log = options.log ?? createLog(config)
  const database = await openDatabase(config, parts.http ? 'owner' : 'guest', (message) =>
    log.info(message),
  )
  try {
    const migrated = await migrate(database.owner, config.environment, options.clock ?? systemClock)
    if (migrated.length > 0) log.info({ migrations: migrated }, 'migrated')
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
  database: Awaited<ReturnType<typeof openDatabase>>,
  options: ServiceOptions,
): Promise<Service> {
  let url = ''
  const deps = openDeps({
    config,
    clock: options.clock ?? systemClock,
    log,
    connection: database.service,
    owner: database.owner,
    publicUrl: () => config.publicUrl || url,
  })
  const state = { draining: false }
  let app: App | undefined
  let following: Following | undefined
  try {
    // Before anything reads the time.
    if (deps.sandboxClock !== null && options.clock === undefined) {
      following = await followClock(deps.db, deps.sandboxClock, {
        onMove: () => deps.wakeWorker(),
        onError: (error) => log.warn({ err: error }, 'the clock of the sandbox was not read'),
      })
    }
    await settleSecrets(deps.db, config.secrets)
    await makeMonths(deps)
    await options.onDatabase?.(deps)
    await deps.feeds.push()
    deps.feeds.start((error) => log.error({ err: error }, 'the rate feed failed'))
    if (parts.http) {
      app = await buildApi(deps, state)
      url = (await app.listen({ host: config.host, port: config.port })).replace(
        '//[::1]',
        '//localhost',
      )
    }
  } catch (error) {
    deps.feeds.stop()
    await following?.stop()
    await deps.close()
    throw error
  }
  const worker = parts.worker ? startWorker(deps) : undefined
  if (worker !== undefined) deps.wakeWorker = worker.wake
  const recording = setInterval(() => void recordKeyUse(deps), KEY_USE_MS)

  // New requests get a 503 while the ones in flight are answered; then the worker, then the database.
  async function stop(): Promise<void> {
    state.draining = true
    // What cannot be closed cleanly must not keep the worker and the database from being closed.
    if (app !== undefined) {
      await drain(app).catch((error: unknown) => log.error({ err: error }, 'the API did not close'))
    }
    await worker?.stop()
    clearInterval(recording)
    deps.feeds.stop()
    await following?.stop()
    await recordKeyUse(deps)
    await deps.close()
    await database.close()
  }

  let stopped: Promise<void> | undefined
  return { deps, url, databaseGone: database.gone, stop: () => (stopped ??= stop()) }
}

async function drain(app: App): Promise<void> {
  // A list that was streaming began before anybody could tell its connection to close.
  const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_MS)
  await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())])
  clearInterval(closing)
}

const recordKeyUse = (deps: Deps): Promise<void> =>
  deps.authenticator
    .recordUse()
    .catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the last use of keys was not recorded'),
    )
