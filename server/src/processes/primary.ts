// The primary process of a service with several processes. It opens the database, runs the background tasks, restarts
// HTTP processes that end, and passes on what they share: counts for limits, and metrics.
import type { Config } from '../config.ts'
import { rows } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import { SIMULATOR_POOL_SIZE } from '../sandbox/simulator.ts'
import { startService, type Parts, type Service, type ServiceOptions } from '../serve.ts'
import { createCrew } from './crew.ts'
import type { Member } from './member.ts'
import type { FromProcess } from './messages.ts'
import { createNumbersOfAll } from './numbers.ts'

/** The time that a process has to report its metrics. After it, /metrics uses its last known ones. */
const METRICS_TIMEOUT_MS = 2_000

export type PrimaryService = Service & {
  /** Replaces the processes that serve HTTP, without a refused request. */
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
  const numbers = createNumbersOfAll()
  const waiting = new Map<number, (member: Member) => void>()
  let questions = 0
  const crew = createCrew({
    count: config.workers,
    port: config.port,
    drainDelayMs: config.drainDelayMs,
    connection,
    log: deps.log,
    hear,
    onEnd(member) {
      numbers.close(member.id)
      for (const answered of waiting.values()) answered(member)
      for (const other of crew.members()) other.tell({ tell: 'counted', process: member.id })
    },
  })

  function hear(member: Member, message: FromProcess): void {
    switch (message.tell) {
      case 'due':
        return deps.wakeWorker()
      case 'scrape':
        return void scrape().then((text) =>
          member.tell({ tell: 'scraped', question: message.question, text }),
        )
      case 'numbers':
        numbers.know(member.id, message.numbers)
        return waiting.get(message.question)?.(member)
      case 'counted': {
        const told = { tell: 'counted', process: member.id, counted: message.counted } as const
        for (const other of crew.members()) if (other !== member) other.tell(told)
        return
      }
      case 'ended':
        return numbers.know(member.id, message.numbers)
    }
  }

  /** The text of /metrics, or null after an error. */
  async function scrape(): Promise<string | null> {
    try {
      await askAll()
      return await numbers.text(deps.metrics.registry)
    } catch (error) {
      deps.log.error({ err: error }, 'the metrics of the processes could not be added up')
      return null
    }
  }

  function askAll(): Promise<void> {
    const question = ++questions
    const asked = new Set(crew.members().map(({ id }) => id))
    if (asked.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        waiting.delete(question)
        resolve()
      }
      const timer = setTimeout(() => {
        deps.log.warn({ silent: asked.size }, 'HTTP processes did not report their metrics in time')
        done()
      }, METRICS_TIMEOUT_MS)
      waiting.set(question, ({ id }) => void (asked.delete(id) && asked.size === 0 && done()))
      for (const member of crew.members()) member.tell({ tell: 'count', question })
    })
  }

  let url: string
  try {
    await warnOfConnections(service, config)
    url = await crew.start()
  } catch (error) {
    await service.stop()
    throw error
  }

  let stopped: Promise<void> | undefined
  return {
    ...service,
    url,
    renew: crew.renew,
    stop: () => (stopped ??= crew.stop().then(() => service.stop())),
  }
}

const SELECT_CONNECTIONS_ALLOWED = statement(
  'select_connections_allowed',
  [],
  `select current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int as allowed`,
)

// Count the primary too and, during a renewal, one extra process. Each process has two pools.
async function warnOfConnections({ deps }: Service, config: Config): Promise<void> {
  const wanted = (config.workers + 2) * (config.database.poolSize + SIMULATOR_POOL_SIZE)
  const [limit] = await rows<{ allowed: number }>(deps.db, SELECT_CONNECTIONS_ALLOWED)
  if (limit === undefined || wanted <= limit.allowed) return
  deps.log.warn(
    { wanted, allowed: limit.allowed },
    'the processes may open more connections than the database allows: lower DATABASE_POOL_SIZE',
  )
}
