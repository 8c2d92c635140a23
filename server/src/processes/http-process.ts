// The program of one of several processes that serve HTTP. It gets the database and the port from the primary process.
// It stops on the primary's message; node:cluster ends it when the primary exits.
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { startService, type Service, type ServiceOptions } from '../serve.ts'
import { settleMemory } from '../memory.ts'
import type { FromProcess, ToProcess } from './messages.ts'
import { createSharedCounts, type ToldCounts } from './shared-counts.ts'

// Ignore signals: terminals and init systems signal all processes of a service at once. The primary decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)

let service: Service | undefined
const scrapes = new Map<number, (text: string | null) => void>()
let sharedCounts: ToldCounts | undefined

process.on('message', (message: ToProcess) => {
  switch (message.tell) {
    case 'serve':
      return void serve(message)
    case 'hand over':
      return void end((running) => running.handOver())
    case 'stop':
      return void end((running) => running.stop())
    case 'count':
      return void answerCount(message.question)
    case 'scraped':
      scrapes.get(message.question)?.(message.text)
      scrapes.delete(message.question)
      return
    case 'counted':
      sharedCounts?.hear(message.process, message.counted)
  }
})

async function serve({ connection, port }: Extract<ToProcess, { tell: 'serve' }>): Promise<void> {
  try {
    const config = { ...readConfig(), port }
    service = await startService(
      config,
      { http: true, worker: false },
      {
        connection,
        log: createLog(config).child({ pid: process.pid }),
        ...askPrimary(),
      },
    )
    settleMemory()
    tell({ tell: 'ready', url: service.url })
  } catch (error) {
    tell(failed(error), () => process.exit(1))
  }
}

/** The dependencies that send messages to the primary process. */
function askPrimary(): Pick<ServiceOptions, 'replace'> {
  let isTold = false
  function wakeWorker(): void {
    // Send one message for all changes in one turn of the event loop.
    if (!isTold) setImmediate(() => tell({ tell: 'due' }, () => (isTold = false)))
    isTold = true
  }
  const counts = createSharedCounts((counted) => tell({ tell: 'counted', counted }))
  sharedCounts = counts
  let asked = 0
  const scrape = () =>
    new Promise<string>((resolve, reject) => {
      scrapes.set(++asked, (text) => {
        if (text === null) reject(new Error('the primary process could not collect the metrics'))
        else resolve(text)
      })
      tell({ tell: 'scrape', question: asked })
    })
  return { replace: () => ({ wakeWorker, sharedCounts: counts, scrape }) }
}

async function answerCount(question: number): Promise<void> {
  if (service === undefined) return
  const numbers = await service.deps.metrics.registry.getMetricsAsJSON()
  tell({ tell: 'numbers', question, numbers })
}

async function end(by: (running: Service) => Promise<void>): Promise<void> {
  if (service === undefined) process.exit(0)
  const { registry } = service.deps.metrics
  await by(service)
  tell({ tell: 'ended', numbers: await registry.getMetricsAsJSON() }, () => process.exit(0))
}

// Ignore the error: the primary has exited.
function tell(message: FromProcess, told: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, told)
}

const failed = (error: unknown): FromProcess => ({
  tell: 'failed',
  message: error instanceof Error ? error.message : String(error),
  code: error instanceof Error && 'code' in error ? String(error.code) : undefined,
})
