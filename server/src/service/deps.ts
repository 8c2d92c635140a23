// Assembles the dependencies of requests and background tasks, once for each process. It imports every feature, so no
// feature imports it.
import type { Logger } from 'pino'
import { createAuthenticator, type Authenticator } from '../platform/access/authenticate.ts'
import { createCatalogue, type Catalogue } from '../engine/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { watchCommits, type Commits } from '../platform/db/commits.ts'
import { connectionsOfReads, gateOf, gateOfReads, type Gate } from '../platform/db/gate.ts'
import { openStandbyReads } from '../platform/db/standby-reads.ts'
import { openPool, type Connection, type Pool } from '../platform/db/pool.ts'
import { HEARTBEAT_MS, type StreamDeps } from '../engine/events/stream.ts'
import { openFillStatements, type FillStatements } from '../engine/fills/shared-statements.ts'
import { cursorKeyFrom, type ListDeps } from '../platform/http/list.ts'
import { DRAIN_TIMEOUT_MS } from '../platform/http/backpressure.ts'
import { createUnreadResponses } from '../platform/http/unread.ts'
import { haltRestoredSends } from '../engine/halts/restore-queries.ts'
import { createSignInPages, type SignInPage } from '../parties/identity-providers/ask.ts'
import { openHalts, type Halts } from '../engine/halts/present.ts'
import { createFeeds, type Feeds } from '../outside/liquidity/feeds.ts'
import { createLiquidityBoard, type LiquidityBoard } from '../engine/liquidity/left.ts'
import { createCallSums, type CallSums } from '../engine/series/call-sums.ts'
import { createRateBoard, rateAges, type RateBoard } from '../outside/liquidity/rates.ts'
import { addHealthGauges } from './health-gauges.ts'
import { createDeploymentMetrics } from './deployment-metrics.ts'
import { createPdfRenderer, type RenderPdf } from '../platform/pdf/render.ts'
import { createMetrics, metricsText, type Metrics } from '../platform/metrics.ts'
import { settleEpochOfServer } from '../platform/db/epoch.ts'
import { rememberAcknowledged, type Acknowledged } from '../engine/orders/acknowledged.ts'
import { openOrderStatements, type OrderStatements } from '../engine/orders/shared-statements.ts'
import { createResponseCache, type ResponseCache } from '../engine/orders/show-order.ts'
import {
  endSessionsOfBefore,
  updateCustomerSessionsUsed,
} from '../parties/users/session-queries.ts'
import { createMemberships, type Memberships } from '../parties/organizations/membership.ts'
import { openPayoutStatements, type PayoutStatements } from '../engine/payouts/shared-statements.ts'
import { openFundingReads, type FundingReads } from '../engine/orders/funding-reads.ts'
import {
  openScreeningStatements,
  type ScreeningStatements,
} from '../rules/screening/shared-statements.ts'
import { createSharedCounts } from './processes/shared-counts.ts'
import { openQuoteStatements, type QuoteStatements } from '../engine/quotes/shared-statements.ts'
import { createRailWatch, type RailHealth } from '../outside/rails/health.ts'
import { type Rails } from '../outside/rails/registry.ts'
import { openRails } from '../engine/sends/open-rails.ts'
import { openScreeners, type Screeners } from '../rules/screening/registry.ts'
import { createScreenerWatch, type ScreenerHealth } from '../rules/screening/health.ts'
import { createSandboxClock, type SandboxClock } from './sandbox/clock.ts'
import {
  createSimulator,
  SIMULATOR_POOL_SIZE,
  type Simulator,
} from '../outside/simulator/simulator.ts'
import { openSmallAmounts, type SmallAmounts } from '../engine/small-amounts/present.ts'
import { openRequestLog, type RequestLog } from '../customers/request-log/log.ts'
import { openBrand, openDeskName, type PresentBrand } from '../customers/brand/brand.ts'
import { dropNoticesOfBefore } from '../customers/notices/queries.ts'
import { createTargets, type Targets } from '../platform/outgoing/target.ts'

type Parts = {
  config: Config
  clock: Clock
  /** The same clock with functions to move it. Null in a live deployment. */
  sandboxClock: SandboxClock | null
  log: Logger
  db: Pool
  /** Connections for what operators read, so that they never hold those of customers. */
  readsDb: Pool
  /** Those of them that always reach the primary. */
  readsOnPrimary: Pool
  /** Places for what operators read. */
  readsGate: Gate
  /** Connects as the owner of the tables, for work that the service role may not do. Not opened before it is needed. */
  ownerConnection: Connection
  commits: Commits
  acknowledged: Acknowledged
  metrics: Metrics
  authenticator: Authenticator
  memberships: Memberships
  catalogue: Catalogue
  smallAmounts: SmallAmounts
  rates: RateBoard
  /** Counts calls to rails, providers and webhook endpoints, for series. */
  callSums: CallSums
  liquidity: LiquidityBoard
  feeds: Feeds
  halts: Halts
  rails: Rails
  /** The last known problems of the rails. */
  railHealth: () => readonly RailHealth[]
  screeners: Screeners
  /** The last known problems of the screeners. */
  screenerHealth: () => readonly ScreenerHealth[]
  targets: Targets
  signInPage: SignInPage
  requestLog: RequestLog
  responseCache: ResponseCache
  renderPdf: RenderPdf
  /** The desk's name and look, at most two seconds old. */
  brand: PresentBrand
  deskName: () => Promise<string>
  /** Storage of the simulated rails and providers. Only they use it. */
  simulator: Simulator
  /** Wakes the worker because something became due. Does nothing in a process without a worker. */
  wakeWorker: () => void
  /** Polls the rail of this name at once. Does nothing in a process without a worker. */
  pollRail: (name: string) => void
  /** Returns the text of /metrics: for this process, or for all processes of the service. */
  scrape: () => Promise<string>
  close(): Promise<void>
}

export type Deps = Readonly<Parts> &
  Readonly<ListDeps & StreamDeps> &
  OrderStatements &
  QuoteStatements &
  FillStatements &
  PayoutStatements &
  ScreeningStatements &
  FundingReads

/** Returns parts that replace the opened ones, for instance to observe a part in a test. */
export type Replace = (opened: Deps) => Partial<Deps>

// oxlint-disable-next-line max-lines-per-function -- the list of the parts of a process
export function openDeps(options: {
  config: Config
  clock: Clock
  log: Logger
  connection: Connection
  ownerConnection: Connection
  publicUrl: () => string
  wakeWorker?: () => void
  pollRail?: (name: string) => void
  replace?: Replace | undefined
}): Deps {
  const { config, log, connection, ownerConnection, publicUrl } = options
  const sandboxClock = config.environment === 'sandbox' ? createSandboxClock(options.clock) : null
  const clock = sandboxClock ?? options.clock
  const db = openPool(connection, {
    size: config.database.poolSize,
    role: 'corridor_service',
    prepare: settleEpochOfServer,
  })
  const brand = openBrand(db)
  const outside = openPool(connection, { size: SIMULATOR_POOL_SIZE, role: 'corridor_service' })
  const reads = connectionsOfReads(config.database.poolSize)
  const readsOnPrimary = openPool(connection, {
    size: reads,
    role: 'corridor_service',
    use: 'reads',
  })
  const commits = watchCommits([db, outside, readsOnPrimary], connection, log)
  const simulator = createSimulator(outside)
  const memberships = createMemberships(db)
  // A second gate besides that of requests. With 10 connections, shared statements and /readyz keep three.
  const lookUps = gateOf(Math.floor(config.database.poolSize / 2))
  const catalogue = createCatalogue(db, config, (organizationId, work) =>
    lookUps.run(memberships.tenantOf(organizationId), work),
  )
  const rates = createRateBoard(clock)
  const callSums = createCallSums()
  const rails = openRails({
    config,
    db,
    clock,
    log,
    simulator,
    // Rails and metrics need each other.
    noteCall: (...call) => {
      metrics.noteRailCall(...call)
      callSums.note('rail')(...call)
    },
  })
  const railHealth = createRailWatch(rails)
  const screeners = openScreeners({ config, db, clock, log, rails })
  const screenerHealth = createScreenerWatch(screeners)
  const metrics = createMetrics(db, createDeploymentMetrics(db, clock))
  addHealthGauges(metrics.registry, {
    rateAges: () => rateAges({ catalogue, rates }),
    railHealth,
    screenerHealth,
  })
  const { readsUrl } = config.database
  const readsDb =
    readsUrl === ''
      ? readsOnPrimary
      : openStandbyReads({
          onPrimary: readsOnPrimary,
          url: readsUrl,
          size: reads,
          note: metrics.noteRead,
        })
  const acknowledged = rememberAcknowledged(db, config.dataDir, log, (count) => {
    metrics.lost.set(count)
    haltRestoredSends(db).catch((error: unknown) =>
      log.error({ err: error }, 'sends could not be halted after a restore: halt them'),
    )
    endSessionsOfBefore(db, clock.realNow()).catch((error: unknown) =>
      log.error({ err: error }, 'sessions of before a restore could not be ended: reset users'),
    )
    dropNoticesOfBefore(db).catch((error: unknown) =>
      log.error({ err: error }, 'notices of before a restore could not be dropped'),
    )
  })
  const requestLog = openRequestLog(db, log)
  const pdfs = createPdfRenderer()
  const targets = createTargets(config)
  const opened: Deps = {
    config,
    clock,
    sandboxClock,
    log,
    db,
    readsDb,
    readsOnPrimary,
    readsGate: gateOfReads(reads),
    ownerConnection,
    commits,
    acknowledged,
    metrics,
    authenticator: createAuthenticator(db, clock, config.environment, (hashes) =>
      updateCustomerSessionsUsed(db, hashes, clock.realNow()),
    ),
    memberships,
    catalogue,
    smallAmounts: openSmallAmounts(db),
    rates,
    callSums,
    liquidity: createLiquidityBoard(db),
    feeds: createFeeds({
      clock,
      log,
      environment: config.environment,
      catalogue,
      rates,
      simulator,
      noteCall: (...call) => {
        metrics.noteProviderCall(...call)
        callSums.note('provider')(...call)
      },
    }),
    halts: openHalts(db),
    rails,
    railHealth,
    screeners,
    screenerHealth,
    targets,
    signInPage: createSignInPages({ targets, clock, log }),
    requestLog,
    responseCache: createResponseCache(),
    renderPdf: pdfs.renderPdf,
    brand,
    deskName: openDeskName(brand),
    simulator,
    ...openOrderStatements(db, acknowledged),
    ...openQuoteStatements(db),
    ...openFillStatements(db),
    ...openPayoutStatements(db),
    ...openScreeningStatements(db),
    ...openFundingReads(db),
    gate: gateOf(config.database.poolSize),
    unread: createUnreadResponses(DRAIN_TIMEOUT_MS),
    sharedCounts: createSharedCounts(),
    cursorKey: cursorKeyFrom(config.secrets.depositSeed),
    drainTimeoutMs: DRAIN_TIMEOUT_MS,
    heartbeatMs: HEARTBEAT_MS,
    publicUrl,
    wakeWorker: options.wakeWorker ?? (() => undefined),
    pollRail: options.pollRail ?? (() => undefined),
    scrape: () => metricsText(metrics),
    async close() {
      await Promise.all([acknowledged.close(), requestLog.close()])
      await Promise.all([rails.close(), screeners.close(), pdfs.close()])
      commits.stop()
      await Promise.all([db.end(), outside.end(), readsDb.end()])
    },
  }
  return { ...opened, ...options.replace?.(opened) }
}
