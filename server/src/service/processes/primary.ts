// The primary process of a service with several processes. It opens the database, runs the background tasks and
// supervises the children, which serve HTTP. It forwards their limit counts to each other and adds up their metrics.
import type { Logger } from 'pino'
import type { Config } from '../../platform/config.ts'
import { rows } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import { connectionsOfReads } from '../../platform/db/gate.ts'
import { SIMULATOR_POOL_SIZE } from '../../outside/simulator/simulator.ts'
import { startService, type Parts, type Service, type ServiceOptions } from '../serve.ts'
import type { Child } from './child.ts'
import type { MessageToPrimary } from './messages.ts'
import { createMetricsSum } from './metrics-sum.ts'
import { createSupervisor } from './supervisor.ts'

/** Timeout for a child's metrics. If it expires, /metrics uses the last ones that the child reported. */
const METRICS_TIMEOUT_MS = 2_000

export type PrimaryService = Service & {
  /** Replaces the children one by one, without refusing a request. */
  renew(): Promise<void>
}

export async function startPrimary(
  config: Config,
  parts: Pick<Parts, 'worker'>,
  options: ServiceOptions = {},
): Promise<PrimaryService> {
  const service = await startService(
    config,
    { http: false, worker: parts.worker },
    { ...options, ownsDatabase: true },
  )
  const { deps, connection } = service
  const metrics = createMetricsSum()
  const supervisor = createSupervisor({
    count: config.workers,
    port: config.port,
    listenFd: config.listenFd,
    drainDelayMs: config.drainDelayMs,
    connection,
    log: deps.log,
    onMessage,
    onExit(child) {
      metrics.retire(child.id)
      reports.exited(child)
      for (const other of supervisor.children())
        other.send({ kind: 'shared counts', process: child.id })
    },
    onSocketLost() {
      deps.log.fatal(
        'the last HTTP process has exited, and the socket with it: start Corridor again',
      )
      void service.stop().finally(() => process.exit(1))
    },
  })

  const reports = createReports(supervisor.children, deps.log)

  function onMessage(child: Child, message: MessageToPrimary): void {
    switch (message.kind) {
      case 'wake worker':
        return deps.wakeWorker()
      case 'poll rail':
        return deps.pollRail(message.name)
      case 'scrape':
        return void textOfMetrics(deps, metrics, reports).then(answerScrape(child, message))
      case 'metrics':
        metrics.set(child.id, message.metrics)
        return reports.reported(child, message.correlationId)
      case 'shared counts':
        for (const other of supervisor.children())
          if (other !== child) other.send({ ...message, process: child.id })
        return
      case 'exiting':
        return metrics.set(child.id, message.metrics)
    }
  }

  let url: string
  try {
    await warnOfTooManyConnections(service, config)
    url = await supervisor.start()
  } catch (error) {
    await service.stop()
    throw error
  }

  let stopped: Promise<void> | undefined
  return {
    ...service,
    url,
    renew: supervisor.renew,
    stop: () => (stopped ??= supervisor.stop().then(() => service.stop())),
  }
}

const answerScrape =
  (child: Child, { correlationId }: { correlationId: number }) =>
  (text: string | null) =>
    child.send({ kind: 'scraped', correlationId, text })

/** The text of /metrics, or null after an error. */
async function textOfMetrics(
  { log, metrics: own }: Service['deps'],
  metrics: ReturnType<typeof createMetricsSum>,
  reports: ReturnType<typeof createReports>,
): Promise<string | null> {
  try {
    await reports.refresh()
    return (await metrics.text(own.registry)) + (await own.deployment.metrics())
  } catch (error) {
    log.error({ err: error }, 'the metrics of the processes could not be added up')
    return null
  }
}

/** Asks the children for their metrics. */
function createReports(children: () => readonly Child[], log: Logger) {
  const pending = new Map<number, (child: Child) => void>()
  let lastCorrelationId = 0
  return {
    reported: (child: Child, correlationId: number) => pending.get(correlationId)?.(child),
    exited(child: Child) {
      for (const markReported of pending.values()) markReported(child)
    },
    /** Resolves once each child has reported or exited, or after the timeout. */
    refresh(): Promise<void> {
      const correlationId = ++lastCorrelationId
      const unreported = new Set(children().map(({ id }) => id))
      if (unreported.size === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          pending.delete(correlationId)
          resolve()
        }
        const timer = setTimeout(() => {
          log.warn(
            { silent: unreported.size },
            'HTTP processes did not report their metrics in time',
          )
          done()
        }, METRICS_TIMEOUT_MS)
        pending.set(correlationId, ({ id }) => {
          if (unreported.delete(id) && unreported.size === 0) done()
        })
        for (const child of children()) child.send({ kind: 'report metrics', correlationId })
      })
    },
  }
}

const SELECT_CONNECTIONS_ALLOWED = statement(
  'select_connections_allowed',
  [],
  `select current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int as allowed`,
)

// The primary has connections too, and a renewal runs one extra child. Each process has three pools.
async function warnOfTooManyConnections({ deps }: Service, config: Config): Promise<void> {
  const { poolSize } = config.database
  const ofProcess = poolSize + SIMULATOR_POOL_SIZE + connectionsOfReads(poolSize)
  const needed = (config.workers + 2) * ofProcess
  const [limit] = await rows<{ allowed: number }>(deps.db, SELECT_CONNECTIONS_ALLOWED)
  if (limit === undefined || needed <= limit.allowed) return
  deps.log.warn(
    { wanted: needed, allowed: limit.allowed },
    'the processes may open more connections than the database allows: lower DATABASE_POOL_SIZE',
  )
}
