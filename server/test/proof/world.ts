// The environment of histories: one database, two service processes, simulated companies and a clock moved by hand.
// Between histories it is emptied, except for organizations, instruments and routes.
import { instantAt, later, type Clock, type Instant } from '../../src/platform/clock.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createHash, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { readConfig } from '../../src/platform/config.ts'
import { openPool, sqlInstant, type Pool } from '../../src/platform/db/pool.ts'
import { openDeps, type Deps } from '../../src/service/deps.ts'
import { makeMonths } from '../../src/engine/events/keep-months.ts'
import type { Idempotency } from '../../src/platform/http/idempotency.ts'
import type { Uuid } from '../../src/platform/ids.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import { createOfferings } from '../../src/engine/offerings/create-offerings.ts'
import { selectEnterprises, selectOrganizations } from '../../src/parties/organizations/queries.ts'
import { applyFile } from '../../src/desk/operator-file/apply-file.ts'
import { readOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import { fixedRails } from '../../src/outside/rails/registry.ts'
import { parProvider } from '../../src/outside/liquidity/par.ts'
import { belowChoices, selectSmallAmounts } from '../../src/engine/small-amounts/queries.ts'
import { selectScreening, updateScreening } from '../../src/rules/screening/queries.ts'
import { newLife, type Life } from './gate.ts'
import { openCopies, type LostDeposit } from './copies.ts'
import { createOutside, type Kind, type Outside } from './outside.ts'
import { endPools, keepPools } from './pools.ts'
import { AT_PAR, listed, operatorFile, PAYS_AT_PAR, routes, type ListName } from './routes.ts'
import { requireUuid } from '../support/ids.ts'

/** What becomes of a refund that is too small. */
type Below = (typeof belowChoices)[number]
type Process = { deps: Deps; life: Life }
export type Site = {
  organizationId: Uuid<'org'>
  offerings: readonly {
    id: string
    route: number
    payinInstrument: Uuid<'epi'>
    payoutInstrument: Uuid<'epi'>
  }[]
}

export type World = {
  owner: Pool
  clock: Clock & { advance(ms: number): void }
  outside: Outside
  sites: readonly Site[]
  process(index: number): Process
  /** Discards a process and opens another on the same database. */
  restart(index: number): Promise<void>
  /** Expires every lease. */
  ageLeases(): Promise<void>
  /** What becomes of less than the smallest refund, and the fee of each, where there is a smallest amount. */
  setSmall(below: Below, feeMinor: bigint): Promise<void>
  /** Only these lists screen from now on. */
  configureLists(lists: readonly ListName[]): Promise<void>
  /** Takes a copy of the database, or puts the last one in its place. Restoring ends both processes. */
  copy(): Promise<void>
  restore(): Promise<LostDeposit[]>
  /** Prepares the next history, in which a step of the sandbox takes `stepMs`. */
  empty(stepMs: number): Promise<void>
  close(): Promise<void>
}

const PROCESSES = 2
/** The signer of both rails, as the caps name it. */
export const SIGNER = 'signer:env:KEY'
const START = instantAt(Date.parse('2026-03-04T17:00:00.000Z'))
const DAY_MS = 86_400_000

export const idempotent = (key: string, body: unknown): Idempotency => ({
  key,
  requestHash: createHash('sha256').update(JSON.stringify(body)).digest(),
})

export async function openWorld(connection: {
  host: string
  port: number
  user: string
  database: string
}): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'corridor-proof-'))
  const { host, port, user, database } = connection
  let step = 0
  const fixed = readConfig({
    CORRIDOR_DATA_DIR: dataDir,
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    DATABASE_POOL_SIZE: '4',
  })
  const config = {
    ...fixed,
    get sandboxStepMs() {
      return step
    },
  }
  const owner = openPool(connection, { size: 2 })
  const cleaner = createCleaner(connection)
  let at = START
  const clock = {
    now: () => at,
    realNow: () => instantAt(Date.now()),
    advance: (ms: number) => void (at = later(at, ms)),
  }

  const outside = createOutside({
    par: parProvider(
      {
        name: AT_PAR,
        pairs: routes
          .filter(({ provider }) => provider === AT_PAR)
          .map(({ payin, payout }) => ({ payinCurrency: payin, payoutCurrency: payout })),
      },
      clock,
    ),
    depositSeed: config.secrets.depositSeed,
    now: () => at,
    missingRecord: (kind, key) => missingRecord(owner, kind, key),
    whyNoStray: (key) => whyNoStray(owner, key),
    async dueInSimulator(rail) {
      const { rows } = await owner.query<{
        transaction: string
        address: string
        reference: string
        currency: string
        amount_minor: bigint
        arrives_at: Instant
      }>({
        name: 'due_in_simulator',
        text: `update simulator.deposits set reported_at = now()
          where arrives_at <= $1 and reported_at is null
            and address in (select funding_address from orders where funding_rail = $2)
         returning transaction, address, reference, currency, amount_minor, arrives_at`,
        values: [sqlInstant(at), rail],
      })
      return rows
        .toSorted((a, b) => (a.transaction < b.transaction ? -1 : 1))
        .map(({ amount_minor: amountMinor, address, arrives_at: receivedAt, ...rest }) => ({
          kind: 'deposit',
          index: 0,
          account: address,
          sender: null,
          ...rest,
          amountMinor,
          receivedAt,
        }))
    },
  })

  function open(): Process {
    // A process learns of new lists when a statement refuses what they have not cleared. Until then it asks nobody.
    let knows: boolean | undefined
    const deps = openDeps({
      config,
      clock,
      log: pino({ level: 'silent' }),
      connection,
      ownerConnection: connection,
      publicUrl: () => 'http://localhost',
      replace: ({ rates, screeners, db }) => {
        const areConfiguredNow = async () => (knows = await screeners.areConfiguredNow())
        return {
          // Without a cache, so that a seed replays its history.
          smallAmounts: {
            ruleOf: async (rail, currency) =>
              (await selectSmallAmounts(db)).find(
                (rule) => rule.rail === rail && rule.currency === currency,
              ),
            areSet: async () => true,
          },
          screeners: {
            ...screeners,
            areConfiguredNow,
            areConfigured: async () => knows ?? areConfiguredNow(),
          },
          rails: fixedRails(outside.rails),
          feeds: {
            provider: async (name) => outside.provider(name),
            push: async () => {
              for (const name of ['ALPHA', 'BETA', AT_PAR])
                for (const quoted of await outside.provider(name).rates())
                  rates.publish(name, quoted)
            },
            start: () => undefined,
            stop: async () => undefined,
          },
        }
      },
    })
    // A connection in use after a failed history outlives the database.
    deps.db.on('connect', (client) => client.on('error', () => undefined))
    return { deps, life: newLife() }
  }

  const processes = Array.from({ length: PROCESSES }, open)
  let isScreening = true
  const process = (index: number): Process => {
    const found = processes[index % PROCESSES]
    if (found === undefined) throw new Error(`the world has no process ${index}`)
    return found
  }
  const path = join(dataDir, 'world.yaml')
  writeFileSync(path, operatorFile)
  for (const [name, entries] of Object.entries(listed))
    writeFileSync(join(dataDir, `${name}.txt`), entries)
  const { deps } = process(0)
  await applyFile(deps.db, { ...config, environment: 'sandbox', at }, readOperatorFile(path))
  const { screeners } = await selectScreening(owner)
  const copies = await openCopies(owner, cleaner, WRITTEN)
  await owner.query(
    `insert into rails (name, kind, settings) values ('chain', 'proof', $1), ('bank', 'proof', $1)`,
    [JSON.stringify({ payer: SIGNER.slice('signer:'.length) })],
  )
  for (const { payin, payout, rate } of routes) outside.setRate(`${payin} ${payout}`, rate)
  for (const { payin, rail, smallest } of routes)
    if (smallest !== undefined)
      await owner.query(`insert into small_amounts values ($1, $2, $3, $4, 'keep', 0)`, [
        rail,
        payin,
        smallest.depositMinor,
        smallest.refundMinor,
      ])
  const sites: Site[] = []
  await deps.feeds.push()
  for (const enterprise of await selectEnterprises(owner)) {
    for (const { id } of await selectOrganizations(owner, enterprise.id, null, null, 10)) {
      const { value } = await createOfferings(deps, id, idempotent(randomUUID(), {}))
      sites.push({
        organizationId: id,
        // Each pair of instruments of one currency has two directions, and the model knows instruments by currency.
        offerings: value.filter(isOnlyDirection).map((offering) => {
          const { payin, payout } = offering
          const instrumentOf = (side: typeof payin | typeof payout) =>
            requireUuid('epi', side.external_payment_instrument.id)
          return {
            id: offering.id,
            route: routes.findIndex(
              (route) =>
                route.payin === payin.external_payment_instrument.currency &&
                route.payout === payout.external_payment_instrument.currency,
            ),
            payinInstrument: instrumentOf(payin),
            payoutInstrument: instrumentOf(payout),
          }
        }),
      })
    }
  }

  async function configureLists(lists: readonly ListName[]): Promise<void> {
    isScreening = lists.length > 0
    await updateScreening(
      owner,
      screeners.filter(({ name }) => lists.some((list) => list === name)),
    )
    if (isScreening) return
    for (const { deps: each } of processes) await each.screeners.areConfiguredNow()
  }

  let small = 'keep 0'
  async function setSmall(below: Below, feeMinor: bigint): Promise<void> {
    if (small === `${below} ${feeMinor}`) return
    small = `${below} ${feeMinor}`
    await owner.query('update small_amounts set below = $1, refund_fee_minor = $2', [
      below,
      feeMinor,
    ])
  }

  // Later months of the clock have no partition, so their events are in the default partition.
  await makeMonths(process(0).deps)
  return {
    owner,
    clock,
    outside,
    sites,
    process,
    async restart(index) {
      await keepPools(() => closeWithTimeout(process(index).deps))
      processes[index % PROCESSES] = open()
    },
    async ageLeases() {
      await owner.query({
        name: 'age_leases',
        text: `with aged_orders as (update orders set leased_until = now() - interval '1 second' where leased_until > now()),
                    aged_refunds as (update refunds set leased_until = now() - interval '1 second' where leased_until > now())
                    , aged_returns as (update deposit_returns set leased_until = now() - interval '1 second' where leased_until > now())
                    , aged_screenings as (update screenings set due_at = now() where due_at > now())
               update rail_entries set due_at = now() where due_at > now()`,
      })
    },
    configureLists,
    setSmall,
    copy: copies.take,
    async restore() {
      const lost = await copies.restore(at)
      for (const index of [0, 1]) {
        await keepPools(() => closeWithTimeout(process(index).deps))
        processes[index % PROCESSES] = open()
      }
      return lost
    },
    async empty(stepMs) {
      step = stepMs
      if (isScreening) await configureLists([])
      await setSmall('keep', 0n)
      await cleaner.empty()
      outside.reset()
      at = later(at, DAY_MS)
      for (const { payin, payout, rate } of routes) outside.setRate(`${payin} ${payout}`, rate)
    },
    async close() {
      for (const { deps: each } of processes) await closeWithTimeout(each)
      await Promise.all([owner.end(), cleaner.end()])
      await endPools()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const isOnlyDirection = ({ payin, payout }: OfferingJson): boolean =>
  payin.external_payment_instrument.currency !== payout.external_payment_instrument.currency ||
  payin.external_payment_instrument.alias === PAYS_AT_PAR

const WRITTEN = [
  'orders',
  'order_notes',
  'order_delays',
  'receivable_changes',
  'quotes',
  'deposits',
  'fills',
  'payouts',
  'refunds',
  'ledger_transfers',
  'events',
  'webhook_deliveries',
  'open_totals',
  'reserved_totals',
  'rail_cursors',
  'rail_entries',
  'deposit_suggestions',
  'screenings',
  'outflow_caps',
  'outflows',
  'observed_balances',
  'returns',
  'funding_accounts',
  'sweeps',
  'rent_keys',
  'rail_marks',
  'halts',
  'unknown_sends',
  'unknown_fills',
  'send_cancellations',
  'deposit_returns',
  'strays',
  'account_holds',
  'treasury_movements',
  'simulator.scripts',
  'simulator.calls',
  'simulator.deposits',
]
const TRUNCATED_EVERY = 50

// A truncate takes 50 ms, and all connections plan their statements again. Deletes leave dead rows behind, so there is
// a truncate now and then. This connection checks no foreign keys.
function createCleaner(connection: { host: string; port: number; user: string; database: string }) {
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    options: '-c session_replication_role=replica -c plan_cache_mode=force_generic_plan',
  })
  pool.on('error', () => undefined)
  let times = 0
  return {
    empty: () =>
      pool.query(
        times++ % TRUNCATED_EVERY === 0
          ? `truncate ${WRITTEN.join(', ')} cascade`
          : {
              name: 'empty',
              text: `with ${WRITTEN.map((table, at) => `t${at} as (delete from ${table})`).join(', ')} select`,
            },
      ),
    query: (text: string) => pool.query(text),
    end: () => pool.end(),
  }
}

// A failed history may leave a connection in use, and its close would never end.
const closeWithTimeout = (deps: Deps): Promise<unknown> =>
  Promise.race([deps.close(), setTimeout(1000)])

// The return of a stray is committed, and nothing keeps it.
async function whyNoStray(owner: Pool, key: string): Promise<string | undefined> {
  const { rows } = await owner.query<{ reason: string | null }>({
    name: 'why_no_stray',
    text: `select case when s.status <> 'RETURNING' then 'it is ' || s.status
                when s.stopped_at is not null then 'it was stopped'
                when o.frozen_at is not null then 'its order is frozen'
                when g.status <> 'ACTIVE' then 'its organization is on hold'
                when exists (select from account_holds h where h.fingerprint = s.fingerprint and h.released_at is null)
                then 'the account is on hold' end as reason
             from strays s join orders o on o.id = s.order_id join organizations g on g.id = s.organization_id
            where s.key = $1`,
    values: [key],
  })
  const [row] = rows
  return row === undefined ? 'it was not committed' : (row.reason ?? undefined)
}

// A request to a company must be committed before, and a payout only after its fill.
async function missingRecord(owner: Pool, kind: Kind, key: string): Promise<string | undefined> {
  const has = async (text: string) =>
    ((await owner.query({ name: text.slice(0, 60), text, values: [key] })).rowCount ?? 0) > 0
  switch (kind) {
    case 'fill':
      if (!(await has(`select from fills where provider_key = $1`)))
        return `12: ${key} was sent before it was committed`
      return (await has(
        `select from fills f join fills other using (organization_id, order_id)
          where f.provider_key = $1 and other.sequence <> f.sequence
            and other.filled_at is null and other.declined_at is null`,
      ))
        ? `12: ${key} was sent while the outcome of another fill was unknown`
        : undefined
    case 'payout':
      if (!(await has(`select from payouts where rail_key = $1 and prepared_sealed is not null`)))
        return `13: ${key} was sent before it and its preparation were committed`
      return (await has(
        `select from payouts p join orders o on o.id = p.order_id
          where p.rail_key = $1
            and o.payin_total_minor - o.payin_fee_minor - o.payin_tax_minor
                = (select sum(sold_minor) from fills f where f.order_id = o.id)`,
      ))
        ? undefined
        : `12: ${key} was sent before all of the net was sold`
    case 'refund':
      return (await has(
        `select from refunds where rail_key = $1 and prepared_sealed is not null
          union all select from deposit_returns where rail_key = $1 and prepared_sealed is not null`,
      ))
        ? undefined
        : `13: ${key} was sent before it and its preparation were committed`
  }
}
