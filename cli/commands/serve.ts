// `corridor serve` and `corridor work`: runs until a signal stops it, then drains.
import { closeSync, openSync } from 'node:fs'
import module from 'node:module'
import { monotonicMs } from '@corridor/server/platform/clock.ts'
import { readConfig, type Config } from '@corridor/server/platform/config.ts'
import { isConsoleBuilt } from '@corridor/server/desk/console/folder.ts'
import type { Deps } from '@corridor/server/service/deps.ts'
import type { PrimaryService } from '@corridor/server/service/processes/primary.ts'
import { prepareSandbox, type Prepared } from '@corridor/server/service/sandbox/prepare.ts'
import { consoleUrlOf } from '@corridor/server/service/sandbox/console-url.ts'
import { welcome } from '@corridor/server/service/sandbox/welcome.ts'
import { settleMemory } from '@corridor/server/platform/memory.ts'
import { startService, type Parts, type Service } from '@corridor/server/service/serve.ts'
import { thrownMessage } from '@corridor/server/platform/thrown.ts'

/** `workers` overrides CORRIDOR_WORKERS. */
export async function serve(parts: Parts, workers?: number): Promise<void> {
  const given = readConfig()
  const config = { ...given, workers: workers ?? given.workers }
  let prepared: Prepared | undefined
  const onDatabase = async (deps: Deps) => {
    if (config.environment !== 'sandbox' || !parts.http) return
    prepared = await prepareSandbox(deps)
    // execve would close the socket of a service manager.
    if (prepared.madeWorld && config.listenFd === null) await beginAnew(deps)
  }
  const service = await start(config, parts, onDatabase)
  const readyMs = Math.round(monotonicMs())
  // Before the log line: a service manager may send a signal as soon as it reads it.
  stopOnSignal(service.deps.log, () => service.stop())
  service.deps.log.info(
    {
      url: service.url,
      environment: config.environment,
      ready_ms: readyMs,
      ...(parts.http && config.workers > 1 ? { workers: config.workers } : {}),
    },
    parts.http ? 'ready' : 'working',
  )
  if (parts.http && !isConsoleBuilt())
    service.deps.log.warn(
      'the console was not built, and /console/ answers 404: run `npm run build --workspace console`',
    )
  settleMemory()
  void service.databaseGone.then(async () => {
    service.deps.log.fatal('the embedded database has exited: start Corridor again')
    await service.stop().catch(() => undefined)
    process.exit(1)
  })
  if (prepared === undefined) return
  try {
    const sandbox = await prepared.publish(config.publicUrl || service.url)
    process.stdout.write(
      welcome(sandbox, {
        isFirstStart: prepared.isFirstStart,
        dataDir: config.dataDir,
        consoleUrl: await consoleUrlOf(sandbox.base_url),
      }),
    )
  } catch (error) {
    await service.stop()
    throw error
  }
}

// Restarts the process with execve after the first start. Creating the demo data takes 20 MB, which an idle process
// would keep. execve keeps the process id and runs no exit handlers, so the database keeps running for guests. Linux
// only: elsewhere an exited child that nobody waits for looks like a running database.
async function beginAnew(deps: Deps): Promise<void> {
  if (process.platform !== 'linux' || process.execve === undefined) return
  await deps.close()
  // The new process compiles modules that this one did not load, which takes 9 MB for the compiler of TypeScript.
  module.flushCompileCache()
  process.execve(process.execPath, [
    process.execPath,
    ...process.execArgv,
    ...process.argv.slice(1),
  ])
}

async function start(
  config: Config,
  parts: Parts,
  onDatabase: (deps: Deps) => Promise<void>,
): Promise<Service> {
  if (!parts.http || config.workers === 1) return startService(config, parts, { onDatabase })
  // Load the code for several processes only when it is needed.
  const { startPrimary } = await import('@corridor/server/service/processes/primary.ts')
  const primary = await startPrimary(config, parts, { onDatabase })
  renewOnSignal(primary)
  return primary
}

// A closing terminal also sends SIGHUP. Then the service must stop.
function renewOnSignal(primary: PrimaryService): void {
  const hadTerminal = hasTerminal()
  process.on('SIGHUP', () => {
    if (hadTerminal && !hasTerminal()) return void process.emit('SIGTERM', 'SIGTERM')
    primary.deps.log.info('renewing the HTTP processes')
    void primary.renew()
  })
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}

function stopOnSignal(log: Service['deps']['log'], stop: () => Promise<void>): void {
  let stoppingSinceMs: number | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSinceMs !== undefined) {
      // Ignore the copy of a Ctrl-C that npm forwards. A second Ctrl-C after one second exits at once.
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
        process.stderr.write(`corridor: ${signal}: ${thrownMessage(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
