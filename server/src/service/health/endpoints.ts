// Endpoints for load balancers and monitoring: liveness, readiness and metrics.
import type { Catalogue } from '../../engine/catalogue.ts'
import { selectStandbys, type Commits } from '../../platform/db/commits.ts'
import type { App } from '../../platform/http/api-type.ts'
import { later, steppedMs, type Clock, type Instant } from '../../platform/clock.ts'
import { missingMigrations } from '../../platform/db/migrate.ts'
import { ping, rows, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import { textOfHalt } from '../../engine/halts/halted.ts'
import { selectHalts } from '../../engine/halts/queries.ts'
import type { Draining } from '../../platform/http/drain.ts'
import { rateAges, type RateBoard } from '../../outside/liquidity/rates.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Acknowledged } from '../../engine/orders/acknowledged.ts'
import type { RailHealth } from '../../outside/rails/health.ts'
import type { ScreenerHealth } from '../../rules/screening/health.ts'

type HealthDeps = {
  db: Db
  clock: Clock
  commits: Commits
  acknowledged: Acknowledged
  catalogue: Catalogue
  rates: RateBoard
  metrics: Metrics
  railHealth: () => readonly RailHealth[]
  screenerHealth: () => readonly ScreenerHealth[]
  scrape: () => Promise<string>
}

const MOST_SKEW_MS = 1000

type Check = { ok: boolean; detail: string }

export function healthEndpoints(app: App, deps: HealthDeps, state: Draining): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    // A replaced process answers for its successor on the same port.
    const checks = await readiness(deps, state.draining && !state.replaced)
    const ready = Object.values(checks).every((check) => check.ok)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready', checks })
  })

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    return reply.type(deps.metrics.registry.contentType).send(await deps.scrape())
  })
}

async function readiness(deps: HealthDeps, draining: boolean): Promise<Record<string, Check>> {
  const roundTripMs = await ping(deps.db)
  if (roundTripMs === undefined) return { database: { ok: false, detail: 'does not answer' } }
  const lost = deps.acknowledged.lost()
  return {
    database: {
      ok: true,
      // Lost changes do not make the service unready: refusing traffic would not restore them.
      detail: `answers in ${roundTripMs.toFixed(1)} ms${lost === 0 ? '' : `; lacks acknowledged changes of ${lost} orders`}`,
    },
    commits: await commitsCheck(deps),
    migrations: await migrationsCheck(deps),
    rates: await ratesCheck(deps),
    rails: railsCheck(deps),
    ...screenersCheck(deps),
    ...(await haltsCheck(deps)),
    clock: await clockCheck(deps),
    accepting: { ok: !draining, detail: draining ? 'shutting down' : 'yes' },
  }
}

async function commitsCheck({ commits, db }: HealthDeps): Promise<Check> {
  if (!(await commits.areConfirmed()))
    return { ok: false, detail: 'are not confirmed: is the synchronous standby running?' }
  const standbys = await selectStandbys(db)
  const which =
    standbys === 0 ? 'no standby' : standbys === 1 ? '1 standby' : `${standbys} standbys`
  return { ok: true, detail: `are confirmed; ${which}` }
}

async function migrationsCheck(deps: HealthDeps): Promise<Check> {
  const missing = await missingMigrations(deps.db)
  return {
    ok: missing.length === 0,
    detail: missing.length === 0 ? 'all applied' : `missing: ${missing.join(', ')}`,
  }
}

async function ratesCheck(deps: HealthDeps): Promise<Check> {
  const stale = (await rateAges(deps)).filter(
    ({ ageMs, maxAgeMs }) => ageMs === undefined || ageMs > maxAgeMs,
  )
  const names = stale.map(({ provider, pair }) => `${provider} ${pair}`)
  return {
    ok: stale.length === 0,
    detail: stale.length === 0 ? 'all fresh' : `stale: ${names.join(', ')}`,
  }
}

// Always ok: a rail that is down delays only its own orders, and refusing all traffic would not help it.
function railsCheck({ railHealth }: HealthDeps): Check {
  const ill = railHealth().filter(({ problems }) => problems.length > 0)
  const names = ill.map(({ rail, problems }) => `${rail} (${problems.length})`)
  return {
    ok: true,
    detail: ill.length === 0 ? 'no problem known' : `problems: ${names.join(', ')}`,
  }
}

// Always ok, for the same reason. Absent if no screener is configured.
function screenersCheck({ screenerHealth }: HealthDeps): Record<string, Check> {
  const health = screenerHealth()
  if (health.length === 0) return {}
  const ill = health.filter(({ problems }) => problems.length > 0)
  const names = ill.map(({ screener, problems }) => `${screener} (${problems.length})`)
  const detail = ill.length === 0 ? 'no problem known' : `problems: ${names.join(', ')}`
  return { screeners: { ok: true, detail } }
}

// Always ok: halts are meant, and the API answers all the same. Absent if nothing is halted.
async function haltsCheck({ db }: HealthDeps): Promise<Record<string, Check>> {
  const halts = await selectHalts(db)
  if (halts.length === 0) return {}
  const other = halts.find(({ cause }) => cause === 'other_service')
  const detail = `halted: ${halts.map(textOfHalt).join(', ')}`
  return {
    halts: { ok: true, detail: other === undefined ? detail : `${detail}; ${other.reason}` },
  }
}

const SELECT_NOW = statement('select_now', [], `select now()::timestamptz(3) as now`)

// Each process expires things by its own clock. So its clock must agree with a clock that all processes share: the
// database's.
async function clockCheck(deps: HealthDeps): Promise<Check> {
  const before = systemNow(deps)
  const [row] = await rows<{ now: Instant }>(deps.db, SELECT_NOW)
  const skewMs = Math.abs((row?.now ?? 0) - (before + systemNow(deps)) / 2)
  const leadMs = deps.clock.leadMs?.() ?? 0
  const lead =
    leadMs > MOST_SKEW_MS
      ? `; the clock was set back: business time is ${Math.round(leadMs / 1000)} s ahead and runs at half speed until the clock has caught up`
      : ''
  return {
    ok: skewMs <= MOST_SKEW_MS,
    detail: `${Math.round(skewMs)} ms from the database's${lead}`,
  }
}

const systemNow = ({ clock }: HealthDeps): Instant => later(clock.realNow(), steppedMs())
