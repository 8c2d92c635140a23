// Storage of the simulated providers and rails, which stands for another company's system. It has its own connections
// and schema, so that no transaction spans both systems.
import { createHash } from 'node:crypto'
import type { Instant } from '../../platform/clock.ts'
import { batched } from '../../platform/db/batch.ts'
import { joinByIndex, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Scenario } from './scenarios.ts'

/** Connections in addition to the pool of the service. */
export const SIMULATOR_POOL_SIZE = 2

type PlannedDeposit = {
  transaction: string
  address: string
  reference: string
  currency: string
  amountMinor: bigint
  /** The fields of an entry that is no plain deposit. */
  entry?: Record<string, unknown> | null
}

export type Simulator = {
  /** Executes a request once and returns its reference. Throws if the key was used with other content. */
  execute(key: string, request: string): Promise<string>
  /** The reference of the request that was executed under a key. */
  lookUp(key: string): Promise<string | undefined>
  /** The request that was executed under a key, with its reference. */
  lookUpExecution(key: string): Promise<Execution | undefined>
  /** Executions under keys with this beginning since a time, by the database's clock. */
  executionsSince(beginning: string, since: Instant): Promise<Execution[]>
  /** Sets the scenario of an order. Call it once, before the order is created. */
  script(orderId: string, scenario: Scenario): Promise<void>
  scenarioOf(orderId: string): Promise<Scenario | undefined>
  /** Counts a call under a key. Returns 1 for the first call. */
  countCall(key: string): Promise<number>
  /** Plans a deposit that the rail reports from `arrivesAt` on. Idempotent. */
  planDeposit(deposit: PlannedDeposit, arrivesAt: Instant): Promise<void>
  /** Entries that the rail reports after a number, up to `at`, in the order of their numbers. */
  reports(after: bigint, at: Instant): Promise<Report[]>
}

export type Report = PlannedDeposit & { number: bigint; arrivedAt: Instant }

type Execution = { key: string; request: string; reference: string }

const REMEMBERED_ORDERS = 10_000

// Numbers entries when they arrive. The row of the count is locked until the numbers are committed, so a reader never
// sees a number before all smaller ones.
const UPDATE_DEPOSITS_REPORTED = statement(
  'update_deposits_reported',
  ['at'],
  `with due as (
     select transaction, row_number() over (order by arrives_at, transaction) as place
       from (select transaction, arrives_at from simulator.deposits
              where arrives_at <= $1 and reported_at is null order by arrives_at limit 1000) arrived
   ), counted as (
     update simulator.report_count set reported = reported + (select count(*) from due)
      where exists (select from due)
     returning reported
   )
   update simulator.deposits d
      set number = counted.reported - (select count(*) from due) + due.place, reported_at = now()
     from due, counted
    where d.transaction = due.transaction and d.reported_at is null`,
)

const SELECT_REPORTS = statement(
  'select_reports',
  ['after'],
  `select number, transaction, address, reference, currency, amount_minor as "amountMinor", entry,
          arrives_at as "arrivedAt" from simulator.deposits
    where number > $1 order by number limit 1000`,
)

const INSERT_PLANNED_DEPOSIT = statement(
  'insert_planned_deposit',
  ['transaction', 'address', 'reference', 'currency', 'amount_minor', 'arrives_at', 'entry'],
  `insert into simulator.deposits (transaction, address, reference, currency, amount_minor, arrives_at, entry)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
)

const COUNT_CALL = statement(
  'count_call',
  ['key'],
  `insert into simulator.calls (key, calls) values ($1, 1)
       on conflict (key) do update set calls = calls.calls + 1
       returning calls`,
)

const INSERT_SCRIPT = statement(
  'insert_script',
  ['order_id', 'scenario'],
  `insert into simulator.scripts (order_id, scenario) values ($1, $2) on conflict do nothing`,
)

const SELECT_EXECUTION = statement(
  'select_execution',
  ['key'],
  `select key, request, reference from simulator.executions where key = $1`,
)

const SELECT_EXECUTIONS_SINCE = statement(
  'select_executions_since',
  ['beginning', 'since'],
  `select key, request, reference from simulator.executions
    where starts_with(key, $1) and executed_at >= $2 order by executed_at, key`,
)

export function createSimulator(db: Db): Simulator {
  // Take all queued calls in one batch: the rounds of the worker wait for them.
  const insert = batched<{ key: string; request: string }, Execution>(
    (inputs) => insertExecutions(db, inputs),
    { takesAll: true, keyOf: ({ key }) => key },
  )
  const findScript = batched<string, Scenario | null>((orderIds) => selectScripts(db, orderIds), {
    takesAll: true,
  })
  // Cache scripts: a script never changes once its order exists.
  const scripts = new Map<string, Scenario | null>()
  return {
    async execute(key, request) {
      const execution = await insert({ key, request })
      if (execution.request !== request)
        throw new Error(`the simulated system was sent ${key} with other content`)
      return execution.reference
    },
    async lookUp(key) {
      const [found] = await rows<Execution>(db, SELECT_EXECUTION, [key])
      return found?.reference
    },
    async lookUpExecution(key) {
      const [found] = await rows<Execution>(db, SELECT_EXECUTION, [key])
      return found
    },
    executionsSince: (beginning, since) =>
      rows(db, SELECT_EXECUTIONS_SINCE, [beginning, sqlInstant(since)]),
    async script(orderId, scenario) {
      await rows(db, INSERT_SCRIPT, [orderId, scenario])
    },
    async scenarioOf(orderId) {
      let scenario = scripts.get(orderId)
      if (scenario === undefined) {
        scenario = await findScript(orderId)
        if (scripts.size >= REMEMBERED_ORDERS) scripts.clear()
        scripts.set(orderId, scenario)
      }
      return scenario ?? undefined
    },
    async countCall(key) {
      const [counted] = await rows<{ calls: number }>(db, COUNT_CALL, [key])
      return counted?.calls ?? 1
    },
    async planDeposit(deposit, arrivesAt) {
      await rows(db, INSERT_PLANNED_DEPOSIT, [
        deposit.transaction,
        deposit.address,
        deposit.reference,
        deposit.currency,
        deposit.amountMinor,
        sqlInstant(arrivesAt),
        deposit.entry == null ? null : JSON.stringify(deposit.entry),
      ])
    },
    async reports(after, at) {
      await rows(db, UPDATE_DEPOSITS_REPORTED, [sqlInstant(at)])
      return rows<Report>(db, SELECT_REPORTS, [after])
    },
  }
}

const SELECT_SCRIPTS = statement(
  'select_scripts',
  ['order_ids'],
  `select order_id, scenario from simulator.scripts where order_id = any ($1::text[])`,
)

async function selectScripts(db: Db, orderIds: readonly string[]): Promise<(Scenario | null)[]> {
  const found = await rows<{ order_id: string; scenario: Scenario }>(db, SELECT_SCRIPTS, [orderIds])
  const byOrder = new Map(found.map((row) => [row.order_id, row.scenario]))
  return orderIds.map((id) => byOrder.get(id) ?? null)
}

const SELECT_EXECUTIONS = statement(
  'select_executions',
  ['keys'],
  `select e.key, e.request, e.reference
     from unnest($1::text[]) as i (key) ${joinByIndex('simulator.executions', 'key = i.key', 'e')}`,
)

const INSERT_EXECUTIONS = statement(
  'insert_executions',
  ['keys', 'requests', 'references'],
  `insert into simulator.executions (key, request, reference, executed_at)
   select key, request, reference, now() from unnest($1::text[], $2::text[], $3::text[]) as i (key, request, reference)
   on conflict do nothing
   returning key`,
)

async function insertExecutions(
  db: Db,
  inputs: readonly { key: string; request: string }[],
): Promise<Execution[]> {
  const proposed = inputs.map(({ key, request }) => ({ key, request, reference: referenceOf(key) }))
  const written = await rows<{ key: string }>(db, INSERT_EXECUTIONS, [
    proposed.map((one) => one.key),
    proposed.map((one) => one.request),
    proposed.map((one) => one.reference),
  ])
  const isNew = new Set(written.map(({ key }) => key))
  const known = proposed.flatMap(({ key }) => (isNew.has(key) ? [] : [key]))
  const found = known.length === 0 ? [] : await rows<Execution>(db, SELECT_EXECUTIONS, [known])
  const byKey = new Map(found.map((one) => [one.key, one]))
  return proposed.map((one) => {
    const { key } = one
    const execution = isNew.has(key) ? one : byKey.get(key)
    if (execution === undefined) throw new Error(`the simulated system lost ${key}`)
    return execution
  })
}

const referenceOf = (key: string): string =>
  `SIM-${createHash('sha256').update(key).digest('hex').slice(0, 16).toUpperCase()}`
