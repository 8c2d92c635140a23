// `corridor doctor`: prints one line for each check of a deployment, with advice for each failure.
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs, type Instant } from '@corridor/server/platform/clock.ts'
import { readConfig, type Config } from '@corridor/server/platform/config.ts'
import type { Deps } from '@corridor/server/service/deps.ts'
import { openPool, rows, type Connection, type Pool } from '@corridor/server/platform/db/pool.ts'
import { statement } from '@corridor/server/platform/db/statement.ts'
import { settleSecrets } from '@corridor/server/platform/db/secrets.ts'
import { textOfHalt } from '@corridor/server/engine/halts/halted.ts'
import { selectHalts } from '@corridor/server/engine/halts/queries.ts'
import { selectLimitUses } from '@corridor/server/engine/liquidity/left.ts'
import { selectWaiting } from '@corridor/server/desk/operator-file/queries.ts'
import { selectEnterprises } from '@corridor/server/parties/organizations/queries.ts'
import { selectKeys } from '@corridor/server/platform/access/queries.ts'
import { describeLost, findLost } from '@corridor/server/engine/orders/acknowledged.ts'
import { selectTradingPairs } from '@corridor/server/outside/providers/queries.ts'
import { healthOf, type RailHealth } from '@corridor/server/outside/rails/health.ts'
import { endingHolidays } from '@corridor/server/outside/rails/warn-of-holidays.ts'
import { explain } from '../explain.ts'
import { approvalFindings, type Finding } from '../approval-findings.ts'
import { requireDatabase, withDatabase } from '../with-database.ts'

export async function doctor(): Promise<void> {
  const findings = [...machine()]
  try {
    requireDatabase()
    const config = readConfig()
    findings.push(
      { ok: true, what: `settings: ${config.environment}, data in ${config.dataDir}` },
      ...dataFolder(config),
    )
    await withDatabase(async (db, { clock, ownerConnection, openDeps }) => {
      const { rails, screeners } = await openDeps()
      findings.push(
        ...(await database(db, ownerConnection, config)),
        ...(await haltFindings(db)),
        ...(await railFindings(rails)),
        ...endingHolidays(rails.holidays(), clock.now()).map(({ rail, until }) => ({
          ok: false,
          what: `the holidays of the bank of ${rail} are known until ${until}`,
          advice: 'add the next year to `bank_calendars` or to the settings of the rail',
        })),
        ...(await liquidityFindings(db)),
        ...(await screenerFindings(screeners)),
        ...(await unansweredFindings(db, clock.now())),
        ...(await approvalFindings(db, config)),
      )
    })
    findings.push(await service(config))
  } catch (error) {
    findings.push({ ok: false, what: explain(error) })
  }
  for (const { ok, isAdvice, what, advice } of findings) {
    const lines = `${what}${advice === undefined ? '' : `\n${advice}`}`
    process.stdout.write(
      `${isAdvice ? 'advice ' : ok ? 'ok     ' : 'wrong  '}${lines.replaceAll('\n', '\n       ')}\n`,
    )
  }
  if (findings.some((finding) => !finding.ok)) process.exitCode = 1
}

function* machine(): Generator<Finding> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > 22 || (major === 22 && minor >= 18)
  yield {
    ok,
    what: `Node ${process.versions.node}`,
    ...(ok ? {} : { advice: 'run through npm or npx, which use the Node that npm ci installed' }),
  }
}

function* dataFolder(config: Config): Generator<Finding> {
  // A live deployment stores nothing in it.
  if (config.environment === 'live') return
  try {
    accessSync(config.dataDir, constants.W_OK)
    yield { ok: true, what: 'the data folder can be written' }
  } catch {
    yield {
      ok: false,
      what: `${config.dataDir} cannot be written`,
      advice: 'set CORRIDOR_DATA_DIR to a folder of yours',
    }
  }
  for (const name of ['secrets.json', 'sandbox.json', 'sandbox.env']) {
    const path = join(config.dataDir, name)
    if (!existsSync(path)) continue
    const open = (statSync(path).mode & 0o077) !== 0
    yield open
      ? { ok: false, what: `${name} can be read by others`, advice: `chmod 600 ${path}` }
      : { ok: true, what: `${name} is private` }
  }
}

const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

const DOCTOR_SEALED_WITH = statement(
  'doctor_sealed_with',
  [],
  `select details_key_id as key_id from external_payment_instruments
    union select secrets_key_id from webhook_endpoints
    union select created_key_id from webhook_endpoints`,
)

const DOCTOR_SERVER = statement(
  'doctor_server',
  [],
  `select current_setting('server_version') as version`,
)

async function database(db: Pool, owner: Connection, config: Config): Promise<Finding[]> {
  const [server] = await rows<{ version: string }>(db, DOCTOR_SERVER)
  const enterprises = await selectEnterprises(db)
  const keys = (await selectKeys(db)).filter((key) => key.revoked_at === null)
  const pairs = await selectTradingPairs(db)
  const sealedWith = await rows<{ key_id: string }>(db, DOCTOR_SEALED_WITH)
  const secrets = await settleSecrets(db, config.secrets).then(
    () => undefined,
    (error: unknown) => explain(error),
  )
  const lost = sealedWith
    .map((row) => row.key_id)
    .filter((id) => !config.secrets.encryptionKeys.has(id))
  return [
    { ok: true, what: `PostgreSQL ${server?.version}` },
    ...(await durability(owner)),
    await tail(db, config),
    secrets === undefined
      ? { ok: true, what: 'the secrets are those of this database' }
      : { ok: false, what: secrets },
    lost.length === 0
      ? { ok: true, what: 'every sealed detail can be opened' }
      : {
          ok: false,
          what: `details are sealed with unknown keys: ${lost.join(', ')}`,
          advice: 'bring those keys back into CORRIDOR_SECRETS',
        },
    enterprises.length > 0
      ? {
          ok: true,
          what: `${enterprises.length} enterprises, ${keys.length} keys, ${pairs.length} trading pairs`,
        }
      : {
          ok: false,
          what: 'there is no enterprise',
          advice: 'describe one in a file and run `corridor apply FILE`',
        },
  ]
}

const haltFindings = async (db: Pool): Promise<Finding[]> =>
  (await selectHalts(db)).map((halt) => ({
    ok: false,
    what: `${textOfHalt(halt)} are halted by ${halt.actor}: ${halt.reason}`,
    advice:
      halt.cause === 'restore'
        ? 'compare first: `corridor halts` lists what the database does not know, docs/backups.md says what to do'
        : halt.cause === 'other_service'
          ? 'stop the other service, then `corridor resume` on the one that stays: see docs/backups.md'
          : '`corridor resume` ends a halt',
  }))

const OPENING_MS = 15_000

async function railFindings(rails: Deps['rails']): Promise<Finding[]> {
  let health: RailHealth[] = []
  // A rail opens in the background, and says that it is not open until then.
  for (const until = monotonicMs() + OPENING_MS; monotonicMs() < until; await sleep(250)) {
    health = await Promise.all((await rails.all()).map(healthOf))
    if (!health.some(({ problems }) => problems.some(({ code }) => code === 'not_open'))) break
  }
  if (health.length === 0) {
    return [
      {
        ok: false,
        what: 'there is no rail, so no order can be paid in or out',
        advice: 'describe rails in a file and run `corridor apply FILE`: see docs/going-live.md',
      },
    ]
  }
  return health.map(({ rail, problems }) =>
    problems.length === 0
      ? { ok: true, what: `rail ${rail}` }
      : { ok: false, what: `rail ${rail}: ${problems.map(({ message }) => message).join('; ')}` },
  )
}

/** Thousandths. From this part of a settlement limit on, an operator should settle. */
const MOSTLY_USED = 900

async function liquidityFindings(db: Pool): Promise<Finding[]> {
  const limits = (await selectLimitUses(db)).map(({ provider, currency, used }): Finding => {
    const what = `${provider}: ${Math.round(used / 10)} % of the settlement limit in ${currency} is used`
    return used < MOSTLY_USED ? { ok: true, what } : { ok: false, what, advice: LIQUIDITY_ADVICE }
  })
  const waiting = (await selectWaiting(db)).find(
    ({ what }) => what === 'orders_without_liquidity',
  )?.count
  if (waiting === undefined || waiting === 0) return limits
  const what = `${waiting} orders wait for liquidity: \`corridor orders parked\` lists them`
  return [...limits, { ok: false, what, advice: LIQUIDITY_ADVICE }]
}

const LIQUIDITY_ADVICE =
  'settle with the provider, or send money to the rail: see "Liquidity" in docs/treasury.md'

const screenerFindings = async (screeners: Deps['screeners']): Promise<Finding[]> =>
  (await screeners.health()).map(({ screener, problems }) =>
    problems.length === 0
      ? { ok: true, what: `screener ${screener}` }
      : {
          ok: false,
          what: `screener ${screener}: ${problems.join('; ')}`,
          advice: 'deposits, payouts and refunds wait for its answers: see docs/screening.md',
        },
  )

/** A screener answers within seconds, and is asked again within minutes. */
const LONG_UNANSWERED_MS = 15 * 60_000

async function unansweredFindings(db: Pool, now: Instant): Promise<Finding[]> {
  const found = (await selectWaiting(db)).find(({ what }) => what === 'unanswered_screenings')
  if (found === undefined || found.since === null) return []
  const waitedMs = now - found.since
  const what = `screenings without an answer: ${found.count}, the oldest for ${Math.floor(waitedMs / 60_000)} min`
  return [
    waitedMs < LONG_UNANSWERED_MS
      ? { ok: true, what }
      : { ok: false, what, advice: 'look at the screeners above: see docs/screening.md' },
  ]
}

// Connects as the owner: only a superuser or a member of pg_monitor sees the state of a standby.
async function durability(owner: Connection): Promise<Finding[]> {
  const db = openPool(owner, { size: 1 })
  try {
    return await durabilityOf(db)
  } finally {
    await db.end()
  }
}

const DOCTOR_DURABILITY = statement(
  'doctor_durability',
  [],
  `select ${DURABLE.map((name) => `current_setting('${name}') as ${name}`).join(', ')},
          current_setting('synchronous_standby_names') as names`,
)

async function durabilityOf(db: Pool): Promise<Finding[]> {
  const [set] = await rows<Record<(typeof DURABLE)[number] | 'names', string>>(
    db,
    DOCTOR_DURABILITY,
  )
  if (set === undefined) return []
  const off = DURABLE.filter((name) => set[name] === 'off')
  if (off.length > 0) {
    return [
      {
        ok: false,
        what: `${off.join(' and ')} ${off.length === 1 ? 'is' : 'are'} off`,
        advice: 'turn it on: an acknowledged order must survive a crash',
      },
    ]
  }
  return [{ ok: true, what: 'commits survive a crash of this server' }, await standby(db, set)]
}

const DOCTOR_STANDBYS = statement(
  'doctor_standbys',
  [],
  `select application_name as name, sync_state from pg_stat_replication`,
)

async function standby(
  db: Pool,
  set: { names: string; synchronous_commit: string },
): Promise<Finding> {
  const standbys = await rows<{ name: string; sync_state: string | null }>(db, DOCTOR_STANDBYS)
  const unseen = standbys.some(({ sync_state }) => sync_state === null)
  const synchronous = standbys.filter(({ sync_state }) => /^(sync|quorum)$/.test(sync_state ?? ''))
  const waits = set.names !== '' && set.synchronous_commit !== 'local'
  if (waits && !unseen && synchronous.length === 0) {
    return {
      ok: false,
      what: `commits hang: no synchronous standby of '${set.names}' is connected`,
      advice: 'bring the standby back, or change synchronous_standby_names',
    }
  }
  if (waits)
    return {
      ok: true,
      what: unseen
        ? `commits wait for '${set.names}'; this login may not see whether one is there: grant pg_monitor to the owner`
        : `commits survive the loss of this server: ${synchronous.map(({ name }) => name).join(', ')} is synchronous`,
    }
  return {
    ok: true,
    what:
      standbys.length === 0
        ? 'no standby is connected: what is lost with this server is lost'
        : `${standbys.map(({ name }) => name).join(', ')} ${unseen || set.names === '' ? 'is asynchronous' : 'is not waited for, since synchronous_commit is local'}: a promotion may lose acknowledged orders`,
  }
}

async function tail(db: Pool, config: Config): Promise<Finding> {
  const lost = await findLost(db, config.dataDir)
  return lost.length === 0
    ? { ok: true, what: 'every acknowledged change of an order that is remembered here is there' }
    : {
        ok: false,
        what: `the database lacks acknowledged changes of ${lost.length} orders: ${describeLost(lost).join('; ')}`,
        advice: 'see "Lost changes" in docs/operating.md',
      }
}

async function service(config: Config): Promise<Finding> {
  const url = `${addressOf(config)}/readyz`
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) })
    const { checks }: { checks: Record<string, { ok: boolean; detail: string }> } = JSON.parse(
      await response.text(),
    )
    const wrong = Object.entries(checks).filter(([, check]) => !check.ok)
    return wrong.length === 0
      ? { ok: true, what: `the service at ${url} is ready` }
      : {
          ok: false,
          what: `the service at ${url} is not ready: ${wrong.map(([name, check]) => `${name} ${check.detail}`).join('; ')}`,
          advice: 'its log says more; docs/operating.md explains each check under "Health"',
        }
  } catch {
    return {
      ok: false,
      what: `no service answers at ${url}`,
      advice:
        'start it with `npm start` or `corridor serve`; if it listens elsewhere, set HOST and PORT to that address',
    }
  }
}

/** A sandbox notes its address in sandbox.json. Without one, the settings name the address. */
function addressOf({ environment, dataDir, host, port }: Config): string {
  const path = join(dataDir, 'sandbox.json')
  if (environment === 'sandbox' && existsSync(path)) {
    const sandbox: { base_url?: string } = JSON.parse(readFileSync(path, 'utf8'))
    if (sandbox.base_url !== undefined) return sandbox.base_url
  }
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host]
  return `http://${reachable ?? (isIPv6(host) ? `[${host}]` : host)}:${port}`
}
