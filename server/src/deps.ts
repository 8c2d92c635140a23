// Everything a request or a task works with, opened once for a process.
import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import { createAuthenticator, type Authenticator } from './access/authenticate.ts'
import { createCatalogue, type Catalogue } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { batched } from './db/batch.ts'
import { limited } from './db/limited.ts'
import { openPool, type Connection, type Pool } from './db/pool.ts'
import type { ListOptions } from './http/list.ts'
import type { Uuid } from './ids.ts'
import { createFeeds, type Feeds } from './liquidity/feeds.ts'
import { createRateBoard, type RateBoard } from './liquidity/rates.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { changeOrders, type OrderChange } from './orders/changes.ts'
import { insertOrders, selectOrdersByIds, type NewOrder, type OrderRow } from './orders/queries.ts'
import { insertFillIntents, type FillIntent, type FillRow } from './fills/queries.ts'
import { insertPayoutIntents, type PayoutIntent, type PayoutRow } from './payouts/queries.ts'
import { insertQuotes, type NewQuote } from './quotes/queries.ts'
import type { Rail } from './rails/port.ts'
import { openRails } from './rails/registry.ts'
import { createSandboxClock, type SandboxClock } from './sandbox/clock.ts'
import { createSimulator, type Simulator } from './sandbox/simulator.ts'
import { createTargets, type Targets } from './webhooks/target.ts'

export type Deps = {
  config: Config
  clock: Clock
  /** The same clock where it can be moved: in a sandbox. */
  sandboxClock: SandboxClock | null
  log: Logger
  db: Pool
  /** As whom what the service's role may not do is done; opened for the moment it takes. */
  owner: Connection
  metrics: Metrics
  authenticator: Authenticator
  catalogue: Catalogue
  rates: RateBoard
  feeds: Feeds
  rails: readonly Rail[]
  listing: ListOptions
  /** Where webhooks may go, and the way there. */
  targets: Targets
  /** True when the quote was written. */
  insertQuote(quote: NewQuote): Promise<boolean>
  /** Null when nothing was written. */
  insertOrder(order: NewOrder): Promise<OrderRow | null>
  findOrder(key: { organizationId: Uuid; id: Uuid }): Promise<OrderRow | null>
  /** Null when nothing was written: a hold, or a lost lease. */
  insertFillIntent(intent: FillIntent): Promise<FillRow | null>
  insertPayoutIntent(intent: PayoutIntent): Promise<PayoutRow | null>
  /** Null when nothing was written. */
  changeOrder(change: OrderChange): Promise<OrderRow | null>
  /** What simulated systems remember; nothing else in a live deployment asks for it. */
  simulator: Simulator
  /** Deposits that this process could not record, so that each is said once. */
  unrecorded: Set<string>
  /** Something became due; set by the process that has a worker. */
  wakeWorker: () => void
  close(): Promise<void>
}

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
  const outside = openPool(connection, { size: 2, role: 'corridor_service' })
  const simulator = createSimulator(outside)
  const catalogue = createCatalogue(db, config)
  const rates = createRateBoard(clock)
  return {
    config,
    clock,
    sandboxClock,
    log,
    db,
    owner: options.owner,
    metrics: createMetrics(db),
    authenticator: createAuthenticator(db, clock, config.environment),
    catalogue,
    rates,
    feeds: createFeeds({ clock, environment: config.environment, catalogue, rates, simulator }),
    rails: openRails(config, simulator),
    listing: {
      cursorKey: createHmac('sha256', config.secrets.depositSeed)
        .update('corridor/cursor/1')
        .digest(),
      drainTimeoutMs: 30_000,
      heartbeatMs: 15_000,
      readPage: limited(3),
      baseUrl: options.publicUrl,
    },
    targets: createTargets(config),
    insertQuote: batched<NewQuote, boolean>((quotes) => insertQuotes(db, quotes)),
    insertOrder: batched<NewOrder, OrderRow | null>((orders) => insertOrders(db, orders)),
    findOrder: batched<{ organizationId: Uuid; id: Uuid }, OrderRow | null>((keys) =>
      selectOrdersByIds(db, keys),
    ),
    insertFillIntent: batched<FillIntent, FillRow | null>((intents) =>
      insertFillIntents(db, intents),
    ),
    insertPayoutIntent: batched<PayoutIntent, PayoutRow | null>((intents) =>
      insertPayoutIntents(db, intents),
    ),
    changeOrder: batched<OrderChange, OrderRow | null>((changes) => changeOrders(db, changes), {
      keyOf: (change) => change.id,
    }),
    simulator,
    unrecorded: new Set(),
    wakeWorker: () => undefined,
    async close() {
      await Promise.all([db.end(), outside.end()])
    },
  }
}
