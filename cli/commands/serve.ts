// `corridor serve` and `corridor work`: runs until it is told to stop, then drains.
import { monotonicMs } from '@corridor/server/clock.ts'
import { readConfig } from '@corridor/server/config.ts'
import { prepareSandbox, type Prepared } from '@corridor/server/sandbox/prepare.ts'
import { welcome } from '@corridor/server/sandbox/welcome.ts'
import { settleMemory } from '@corridor/server/settle-memory.ts'
import { startService, type Parts, type Service } from '@corridor/server/serve.ts'

export async function serve(parts: Parts): Promise<void> {
  const config = readConfig()
  let prepared: Prepared | undefined
  const service = await startService(config, parts, {
    onDatabase: async (deps) => {
      if (config.environment === 'sandbox' && parts.http) prepared = await prepareSandbox(deps)
    },
  })
  const readyMs = Math.round(monotonicMs())
  service.deps.log.info(
    { url: service.url, environment: config.environment, ready_ms: readyMs },
    parts.http ? 'ready' : 'working',
  )
  settleMemory()
  stopOnSignal(service.deps.log, () => service.stop())
  void service.databaseGone.then(async () => {
    service.deps.log.fatal('the embedded database has ended: start Corridor again')
    await service.stop().catch(() => undefined)
    process.exit(1)
  })
  if (prepared === undefined) return
  try {
    const sandbox = await prepared.publish(config.publicUrl || service.url)
    process.stdout.write(
      welcome(sandbox, { isFirstStart: prepared.isFirstStart, dataDir: config.dataDir }),
    )
  } catch (error) {
    await service.stop()
    throw error
  }
}

function stopOnSignal(log: Service['deps']['log'], stop: () => Promise<void>): void {
  let stoppingSinceMs: number | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSinceMs !== undefined) {
      // The terminal and npm both pass on a Ctrl-C. Asked again later, whoever waits has waited long enough.
      if (monotonicMs() - stoppingSinceMs > 1000) process.exit(1)
      return
    }
    stoppingSinceMs = monotonicMs()
    log.info({ signal }, 'stopping')
    stop().then(
      () => {
        log.info('stopped')
        process.exit(0)
      },
      (error: unknown) => {
        process.stderr.write(
          `corridor: ${signal}: ${error instanceof Error ? error.message : String(error)}\n`,
        )
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
