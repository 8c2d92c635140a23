// Everything a request or a task works with, opened once for a process.
import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import { LruMap } from 'toad-cache'
import { createAuthenticator, type Authenticator } from './access/authenticate.ts'
import { createCatalogue, type Catalogue } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { batched } from './db/batch.ts'
import { watchCommits, type Commits } from './db/commits.ts'
import { gateOf, type Gate } from './db/gate.ts'
import { openPool, type Connection, type Pool } from './db/pool.ts'
import type { ListOptions } from './http/list.ts'
import { createUnread, type Unread } from './http/unread.ts'
import type { SharedCounts } from './http/shared-counts.ts'
import type { OwnedId, Uuid } from './ids.ts'
import { createFeeds, type Feeds } from './liquidity/feeds.ts'
import { createRateBoard, rateAges, type RateBoard } from './liquidity/rates.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { rememberAcknowledged, type Acknowledged } from './orders/acknowledged.ts'
import { changeOrders, type OrderChange } from './orders/changes.ts'
import { insertOrders, type NewOrder } from './orders/insert-queries.ts'
import {
  selectChangedOrders,
  selectOrdersByIds,
  selectOrdersByKeys,
  type ChangedOrder,
  type KnownOrder,
  type OrderKey,
  type OrderRow,
} from './orders/queries.ts'
import type { KeptAnswer } from './orders/show-order.ts'
import { insertFillIntents, type FillIntent, type FillRow } from './fills/queries.ts'
import { insertPayoutIntents, type PayoutIntent, type PayoutRow } from './payouts/queries.ts'
import {
  insertQuotes,
  selectQuotesByIds,
  type FoundQuote,
  type NewQuote,
} from './quotes/queries.ts'
import { createMemberships, type Memberships } from './organizations/membership.ts'
import { createSharedCounts } from './processes/shared-counts.ts'
import type { Rail } from './rails/port.ts'
import { openRails } from './rails/registry.ts'
import { createSandboxClock, type SandboxClock } from './sandbox/clock.ts'
import { createSimulator, type Simulator } from './sandbox/simulator.ts'
import { createTargets, type Targets } from './webhooks/target.ts'

export const SIMULATOR_POOL_SIZE = 2

/** 15 MB, of 3 kB each, in each process that serves. */
const KEPT_ANSWERS = 5000

/** 2 MB of names at most; a rail that reports more of them has some logged again. */
const UNRECORDED = 10_000

export type Deps = {
  config: Config
  clock: Clock
  /** The same clock where it can be moved: in a sandbox. */
  sandboxClock: SandboxClock | null
  log: Logger
  db: Pool
  /** Whether the database confirms what is written. */
  commits: Commits
  /** The last changes of orders that it confirmed. */
  acknowledged: Acknowledged
  /** As whom what the service's role may not do is done; opened for the moment it takes. */
  owner: Connection
  metrics: Metrics
  authenticator: Authenticator
  memberships: Memberships
  catalogue: Catalogue
  rates: RateBoard
  feeds: Feeds
  rails: readonly Rail[]
  listing: ListOptions
  /** A request without shared statements takes a place here before it asks the database. */
  gate: Gate
  unread: Unread
  /** Where webhooks may go, and the way there. */
  targets: Targets
  /** True when the quote was written. */
  insertQuote(quote: NewQuote): Promise<boolean>
  findQuote(id: OwnedId): Promise<FoundQuote | null>
  /** Null when nothing was written. */
  insertOrder(order: NewOrder): Promise<OrderRow | null>
  findOrder(id: OwnedId): Promise<OrderRow | null>
  /** As much of it as is shown; null where it still has that version, and where that organization has none. */
  findChangedOrder(known: KnownOrder): Promise<ChangedOrder | null>
  /** Of GET order, by organization and order. */
  keptAnswers: LruMap<KeptAnswer>
  /** The order that was made under an idempotency key. */
  findOrderByKey(key: OrderKey): Promise<OrderRow | null>
  /** Null when nothing was written: a hold, or a lost lease. */
  insertFillIntent(intent: FillIntent): Promise<FillRow | null>
  insertPayoutIntent(intent: PayoutIntent): Promise<PayoutRow | null>
  /** Null when nothing was written. */
  changeOrder(change: OrderChange): Promise<OrderRow | null>
  /** What simulated systems remember; nothing else in a live deployment asks for it. */
  simulator: Simulator
  /** The last deposits that this process could not record, so that each is logged once. */
  unrecorded: LruMap<true>
  /** Something became due; set by a process that has a worker, or knows one that has. */
  wakeWorker: () => void
  /** Counts that the processes of one service share. */
  sharedCounts: SharedCounts
  /** What /metrics shows: of this process, or of all that serve with it. */
  scrape: () => Promise<string>
  close(): Promise<void>
}

/** How long a reader may take over what was answered. */
const DRAIN_TIMEOUT_MS = 30_000

const tenantOf = (input: { organizationId: Uuid }): Uuid => input.organizationId

/** Mostly a worker asks, which has nothing else to do until all of a round are answered: halved, it was a tenth slower. */
const inRounds = { tenantOf, takesAll: true }

export function openDeps(options: {
  config: Config
  clock: Clock
  log: Logger
  connection: Connection
  owner: Connection
  publicUrl: () => string
}): Deps {
  const { config, log, connection } = options
  const sandboxClock = config.environment === 'sandbox' ? createSandboxClock(options.clock) : null
  const clock = sandboxClock ?? options.clock
  const db = openPool(connection, { size: config.database.poolSize, role: 'corridor_service' })
  const outside = openPool(connection, { size: SIMULATOR_POOL_SIZE, role: 'corridor_service' })
  const commits = watchCommits([db, outside], connection, log)
  const simulator = createSimulator(outside)
  const memberships = createMemberships(db)
  // Beside the gate of requests: shared statements and /readyz keep three of ten connections.
  const lookUps = gateOf(Math.floor(config.database.poolSize / 2))
  const catalogue = createCatalogue(db, config, (organizationId, work) =>
    lookUps.run(memberships.tenantOf(organizationId), work),
  )
  const sharedCounts = createSharedCounts()
  const rates = createRateBoard(clock)
  const gate = gateOf(config.database.poolSize)
  const unread = createUnread(DRAIN_TIMEOUT_MS)
  const metrics = createMetrics(db, () => rateAges({ catalogue, rates }))
  const acknowledged = rememberAcknowledged(db, config.dataDir, log, (count) =>
    metrics.lost.set(count),
  )
  return {
    config,
    clock,
    sandboxClock,
    log,
    db,
    commits,
    acknowledged,
    metrics,
    owner: options.owner,
    authenticator: createAuthenticator(db, clock, config.environment),
    memberships,
    catalogue,
    rates,
    feeds: createFeeds({ clock, environment: config.environment, catalogue, rates, simulator }),
    rails: openRails(config, simulator),
    listing: {
      cursorKey: createHmac('sha256', config.secrets.depositSeed)
        .update('corridor/cursor/1')
        .digest(),
      drainTimeoutMs: DRAIN_TIMEOUT_MS,
      heartbeatMs: 15_000,
      gate,
      unread,
      sharedCounts,
      baseUrl: options.publicUrl,
    },
    gate,
    unread,
    targets: createTargets(config),
    insertQuote: batched((quotes: readonly NewQuote[]) => insertQuotes(db, quotes), {
      tenantOf: (quote) => quote.organization_id,
    }),
    findQuote: batched((ids: readonly OwnedId[]) => selectQuotesByIds(db, ids), { tenantOf }),
    insertOrder: batched(
      async (orders: readonly NewOrder[]) => acknowledged.note(await insertOrders(db, orders)),
      { tenantOf },
    ),
    findOrder: batched((ids: readonly OwnedId[]) => selectOrdersByIds(db, ids), { tenantOf }),
    findChangedOrder: batched((known: readonly KnownOrder[]) => selectChangedOrders(db, known), {
      tenantOf,
    }),
    keptAnswers: new LruMap(KEPT_ANSWERS),
    findOrderByKey: batched((keys: readonly OrderKey[]) => selectOrdersByKeys(db, keys), {
      tenantOf,
    }),
    insertFillIntent: batched(
      (intents: readonly FillIntent[]) => insertFillIntents(db, intents),
      inRounds,
    ),
    insertPayoutIntent: batched(
      (intents: readonly PayoutIntent[]) => insertPayoutIntents(db, intents),
      inRounds,
    ),
    changeOrder: batched(
      async (changes: readonly OrderChange[]) => acknowledged.note(await changeOrders(db, changes)),
      { ...inRounds, keyOf: (change) => change.id },
    ),
    simulator,
    unrecorded: new LruMap(UNRECORDED),
    wakeWorker: () => undefined,
    sharedCounts,
    scrape: () => metrics.registry.metrics(),
    async close() {
      await acknowledged.close()
      commits.stop()
      await Promise.all([db.end(), outside.end()])
    },
  }
}
