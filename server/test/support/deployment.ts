// Service processes around one database that can be killed.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSecrets } from '../../src/platform/config.ts'
import type { SandboxFile } from '../../src/service/sandbox/prepare.ts'
import { COMPILED } from './command.ts'
import type { Plan } from './crashing-service.ts'
import type { TestDatabase } from './database.ts'
import { NOON } from './service.ts'
import { eventually } from './until.ts'

export const SECRETS = newSecrets()
// A copy of the mark in crashing-service.ts, which is a program and cannot be imported.
const PLAN_MARK = '--'

type Loaded = {
  child: ChildProcess
  said: string
  hasEnded: boolean
  ended: Promise<void>
}

export type Running = Loaded & {
  url: string
  /** The counted statements so far, in order. */
  statements(): string[]
  end(): Promise<void>
}

/** A database with service processes. The next process is always loaded in advance. */
export type Deployment = Awaited<ReturnType<typeof openDeployment>>

const BUSY =
  /timeout exceeded when trying to connect|due to connection timeout|does not answer within/

export async function openDeployment(database: TestDatabase) {
  const dataDir = mkdtempSync(join(tmpdir(), 'corridor-crash-'))
  const children = new Set<ChildProcess>()
  let errors = ''
  let started = 0
  let idle: Loaded | undefined
  let spare = load()

  function load(): Loaded {
    const child = fork(join(import.meta.dirname, 'crashing-service.ts'), {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
      env: { PATH: process.env['PATH'], ...COMPILED },
    })
    children.add(child)
    const ended = once(child, 'close').then(() => {
      loaded.hasEnded = true
      children.delete(child)
    })
    const loaded = { child, said: '', hasEnded: false, ended }
    child.stdout?.on('data', (text) => (loaded.said += text))
    child.stderr?.on('data', (text) => (errors += text))
    return loaded
  }

  function take(): Loaded {
    const taken = idle ?? spare
    if (idle === undefined) spare = load()
    idle = undefined
    return taken
  }

  async function start({ env, ...plan }: Partial<Plan> = {}): Promise<Running> {
    const loaded = take()
    const { child, ended } = loaded
    const ready = once(child, 'message')
    child.send({
      env: {
        PORT: '0',
        DATABASE_URL: `${database.url}&application_name=crash-${++started}`,
        CORRIDOR_DATA_DIR: dataDir,
        CORRIDOR_SECRETS: SECRETS,
        DATABASE_POOL_SIZE: '3',
        CORRIDOR_SANDBOX_STEP_MS: '0',
        CORRIDOR_RATE_LIMIT: '1000000',
        ...env,
      },
      parts: { http: true, worker: true },
      clock: { at: NOON, runsSince: null },
      fault: null,
      ...plan,
    } satisfies Plan)
    const [url = ''] = await Promise.race([ready, ended.then(() => [])])
    return Object.assign(loaded, {
      url: String(url),
      statements: () =>
        (loaded.said.split(`${PLAN_MARK}\n`).at(-1) ?? '')
          .split('\n')
          .filter((name) => name !== ''),
      end: () => (child.kill('SIGKILL'), ended),
    })
  }

  /** Expires all leases, in place of the 30 seconds that they last. */
  async function leasesRunOut(): Promise<void> {
    // Lock rows in the service's order, since a worker may be running.
    await database.sql`with leased as (
         select organization_id, id from orders where leased_until is not null
          order by organization_id, id for update
       )
       update orders o set leased_until = now() - interval '1 second'
         from leased l where (o.organization_id, o.id) = (l.organization_id, l.id)`
  }

  return {
    database,
    start,
    leasesRunOut,
    /** What the processes logged as errors, without waits for a connection on a busy machine. */
    errors: () =>
      errors
        .split('\n')
        .filter((line) => !BUSY.test(line))
        .join('\n'),
    /** Keeps a process, in which the next service is started. */
    keep: (running: Running) => void (idle = running),
    sandbox: (): SandboxFile => JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')),
    /** Waits until no statement of a dead process runs in the database. */
    async sessionsEnded(): Promise<void> {
      await eventually('the sessions of the dead process end', async () => {
        const { rowCount } = await database.owner.query(
          `select from pg_stat_activity where datname = current_database() and application_name like 'crash-%'`,
        )
        return rowCount === 0
      })
    },
    async close() {
      for (const child of children) child.kill('SIGKILL')
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
