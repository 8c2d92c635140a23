// A process that runs the service and kills itself with SIGKILL at one statement of an order's life: just before it is
// sent, or when its result has arrived and is not yet used. Statements of the simulated provider and rail count too.
// The plan comes as one message, so that the process can be loaded in advance. Each counted statement is printed to
// stdout.
import { writeSync } from 'node:fs'
import module from 'node:module'
import pg from 'pg'
import pino from 'pino'
import { instantAt, later, type Clock, type Instant } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config.ts'
import { prepareSandbox } from '../../src/service/sandbox/prepare.ts'
import { startService, type Parts, type Service } from '../../src/service/serve.ts'

export type Fault = {
  /** Counted from 1 once the service is ready. */
  statement: number
  /** Counts what writes, and commits, in place of the statements of an order's life. */
  among?: 'writes'
  moment: 'before' | 'after'
  /** SIGSTOP freezes the process until SIGCONT. */
  signal: 'SIGKILL' | 'SIGSTOP'
}

export type Plan = {
  env: Record<string, string>
  parts: Parts
  /** Stands still at `at`, or runs from `at` since the real instant `runsSince`. */
  clock: { at: Instant; runsSince: Instant | null }
  fault: Fault | null
}

/** Printed before the statements of each plan. */
const PLAN_MARK = '--'

let service: Service | undefined
process.on('message', (plan: Plan) => void run(plan))
process.once('disconnect', () => process.exit())

// A surviving process can get another plan. It then starts the service anew with empty memory, at a tenth of the cost
// of a new process.
async function run({ env, parts, clock, fault }: Plan): Promise<void> {
  counting = false
  await service?.stop()
  writeSync(1, `${PLAN_MARK}\n`)
  const startCounting = () => {
    if (!counting) [counting, armed, count, due, last] = [true, fault, 0, 0, '']
  }
  service = await startService(readConfig(env), parts, {
    clock: clockOf(clock),
    log: pino({ level: 'error' }, pino.destination({ fd: 2, sync: true })),
    onDatabase: async (deps) => {
      if (parts.http) await (await prepareSandbox(deps)).publish('')
      // The worker already runs before startService returns.
      else startCounting()
    },
  })
  startCounting()
  // Node writes the compile cache at a normal exit only, and this process has none.
  module.flushCompileCache()
  process.send?.(service.url)
}

function clockOf({ at, runsSince }: Plan['clock']): Clock {
  const now = () => (runsSince === null ? at : later(at, Date.now() - runsSince))
  // Real time stands still too, so that cached keys are not looked up again in the middle of a life.
  return { now, realNow: runsSince === null ? now : () => instantAt(Date.now()) }
}

const CLAIM = 'claim_due_orders'
// Statements that run periodically, without an order.
const POLLS = new Set([
  'claim_notices',
  'delete_old_notices',
  'delete_old_user_sessions',
  'delete_waiting_identity_providers_of_before',
  'select_active_notice_targets',
  'select_trading_pairs',
  'select_clock',
  'insert_requests',
  'delete_old_requests',
  'claim_due_refunds',
  'claim_due_returns',
  'claim_due_strays',
  'claim_due_second_looks',
  'claim_due_marks',
  'select_claim',
  'select_counterparties',
  'select_rails',
  'select_halts',
  'select_pool_size',
  'update_accounts_freed',
  'select_rail_cursor',
  'select_due_rails',
  'select_reports',
  'update_deposits_reported',
  'claim_rail_entries',
  'claim_screenings',
  'select_screening',
  'claim_due_sweeps',
  'claim_due_webhook_deliveries',
  'select_partitions',
  'settle_ledger_sums',
  'select_search_of_order_sums',
  'settle_order_sums',
  'settle_ledger_flows',
  'upsert_rate_samples',
  'upsert_balance_samples',
  'upsert_call_sums',
  'upsert_open_total_samples',
  'delete_old_order_sums',
  'delete_old_ledger_flows',
  'delete_old_rate_samples',
  'delete_old_balance_samples',
  'delete_old_open_total_samples',
  'delete_old_call_sums',
  'upsert_observed_balances',
  'select_retention_policy',
  'make_month',
  'select_without_fingerprint',
  'select_order_versions',
  'select_audit_heads',
  'insert_audit_heads',
  'select_desk_balances',
  'select_limit_uses',
  'upsert_conditions',
  'select_held_orders',
  'select_slow_orders',
  'lock_open_totals',
  'correct_open_totals',
  'correct_reserved_totals',
  'correct_volume_used',
  'select_due_configuration_versions',
  'select_orders_without_liquidity',
  'update_lacking_asked_again',
  'select_orders_to_ask_again',
  'update_orders_due_sooner',
  'update_refunds_due_sooner',
  'update_webhook_deliveries_due_sooner',
])
// Statements of an order's life are prepared. Others open a session or a transaction of a background task.
const isCounted = (name: string): boolean =>
  armed?.among === 'writes'
    ? name === 'commit' || (isName(name) && !POLLS.has(name) && !name.startsWith('select_'))
    : isName(name) && !POLLS.has(name)
const isName = (name: string): boolean => /^[a-z]+_\w+$/.test(name)

let counting = false
let armed: Fault | null = null
let count = 0
/** Orders that became due in this process and that it has not claimed yet. */
let due = 0
let last = ''

// A burst of equal reads counts as one statement, because their number depends on timing.
function nextNumber(name: string): number {
  if (name === last && armed?.among !== 'writes') return 0
  last = name
  writeSync(1, `${name}\n`)
  return ++count
}

function applyFault(number: number, moment: Fault['moment']): void {
  if (armed?.statement !== number || armed.moment !== moment) return
  process.kill(process.pid, armed.signal)
}

// A worker polls several times a second. Only a claim that finds an order is part of the order's life. It is expected when
// an order has become due in this process.
function beforeSend(name: string): number {
  if (!counting || !isCounted(name) || (name === CLAIM && due <= 0)) return 0
  const number = nextNumber(name)
  applyFault(number, 'before')
  return number
}

function afterResult(name: string, sent: number, result: unknown): void {
  if (!counting || !isCounted(name)) return
  const found = rowsOf(result)
  if (name === CLAIM) due -= found.length
  if (name.startsWith('change_orders')) due += found.filter(isDue).length
  const number = sent === 0 && name === CLAIM && found.length > 0 ? nextNumber(name) : sent
  if (number > 0) applyFault(number, 'after')
}

const query = pg.Client.prototype.query
Object.defineProperty(pg.Client.prototype, 'query', {
  value(this: pg.Client, ...args: unknown[]): unknown {
    const name = nameOf(args[0])
    const sent = beforeSend(name)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: unknown, result: unknown) => {
        afterResult(name, sent, result)
        Reflect.apply(callback, undefined, [error, result])
      }
      return Reflect.apply(query, this, args)
    }
    const answer: unknown = Reflect.apply(query, this, args)
    if (!(answer instanceof Promise)) return answer
    return answer.then((result: unknown) => {
      afterResult(name, sent, result)
      return result
    })
  },
})

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function nameOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  if (!isObject(statement)) return 'unnamed'
  return 'name' in statement && typeof statement.name === 'string' ? statement.name : 'unnamed'
}

const rowsOf = (result: unknown): unknown[] =>
  isObject(result) && 'rows' in result && Array.isArray(result.rows) ? result.rows : []

const isDue = (row: unknown): boolean =>
  isObject(row) &&
  'status' in row &&
  (row.status === 'STEP_2_FILLING_FX' || row.status === 'STEP_3_SETTLING_PAYOUT') &&
  // A filled order is paid out under its lease.
  'lease_token' in row &&
  row.lease_token === null
