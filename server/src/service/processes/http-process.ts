// The program of a child process, which serves HTTP. The primary process sends it the database and the port, and tells
// it when to stop. node:cluster ends it when the primary exits.
import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { startService, type Service, type ServiceOptions } from '../serve.ts'
import { settleMemory } from '../../platform/memory.ts'
import type { MessageToChild, MessageToPrimary } from './messages.ts'
import { createSharedCounts, type ExchangedCounts } from './shared-counts.ts'
import { thrownCode, thrownMessage } from '../../platform/thrown.ts'

// Ignore signals: terminals and init systems send them to all processes at once. The primary decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)

let service: Service | undefined
let sharedCounts: ExchangedCounts | undefined
const pendingScrapes = new Map<number, (text: string | null) => void>()

process.on('message', (message: MessageToChild) => {
  switch (message.kind) {
    case 'serve':
      return void serve(message)
    case 'hand over':
      return void shutDown((running) => running.handOver())
    case 'stop':
      return void shutDown((running) => running.stop())
    case 'report metrics':
      return void reportMetrics(message.correlationId)
    case 'scraped':
      pendingScrapes.get(message.correlationId)?.(message.text)
      pendingScrapes.delete(message.correlationId)
      return
    case 'shared counts':
      sharedCounts?.receive(message.process, message.counts)
  }
})

async function serve({
  connection,
  port,
  listenFd,
}: Extract<MessageToChild, { kind: 'serve' }>): Promise<void> {
  try {
    const config = { ...readConfig(), port, listenFd }
    service = await startService(
      config,
      { http: true, worker: false },
      {
        connection,
        log: createLog(config).child({ pid: process.pid }),
        ...primaryDependencies(),
      },
    )
    settleMemory()
    send({ kind: 'ready', url: service.url })
  } catch (error) {
    send(startFailure(error), () => process.exit(1))
  }
}

/** Dependencies that ask the primary process to do their work. */
function primaryDependencies(): Pick<ServiceOptions, 'replace'> {
  let isWakeSent = false
  function wakeWorker(): void {
    // Send one message for all changes in one turn of the event loop.
    if (!isWakeSent) setImmediate(() => send({ kind: 'wake worker' }, () => (isWakeSent = false)))
    isWakeSent = true
  }
  const pollRail = (name: string) => send({ kind: 'poll rail', name })
  const exchanged = createSharedCounts((counts) => send({ kind: 'shared counts', counts }))
  sharedCounts = exchanged
  let lastCorrelationId = 0
  const scrape = () =>
    new Promise<string>((resolve, reject) => {
      const correlationId = ++lastCorrelationId
      pendingScrapes.set(correlationId, (text) => {
        if (text === null) reject(new Error('the primary process could not collect the metrics'))
        else resolve(text)
      })
      send({ kind: 'scrape', correlationId })
    })
  return { replace: () => ({ wakeWorker, pollRail, sharedCounts: exchanged, scrape }) }
}

async function reportMetrics(correlationId: number): Promise<void> {
  if (service === undefined) return
  const metrics = await service.deps.metrics.registry.getMetricsAsJSON()
  send({ kind: 'metrics', correlationId, metrics })
}

async function shutDown(stop: (running: Service) => Promise<void>): Promise<void> {
  if (service === undefined) process.exit(0)
  const { registry } = service.deps.metrics
  await stop(service)
  send({ kind: 'exiting', metrics: await registry.getMetricsAsJSON() }, () => process.exit(0))
}

// Ignore the error: the primary has exited.
function send(message: MessageToPrimary, onSent: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, onSent)
}

const startFailure = (error: unknown): MessageToPrimary => ({
  kind: 'failed',
  message: thrownMessage(error),
  code: thrownCode(error)?.toString(),
})
