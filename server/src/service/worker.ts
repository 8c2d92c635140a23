// The background tasks of a deployment, and the loop that runs them.
import { mendClockSteps } from './clock-steps.ts'
import { createHeadNoter } from '../parties/audit/note-heads.ts'
import { applyDueVersions } from '../desk/configuration/apply-due.ts'
import type { Deps } from './deps.ts'
import { createMonthKeeper } from '../engine/events/keep-months.ts'
import { accountForGas } from '../engine/gas/account-for-gas.ts'
import { bookByRule } from '../engine/deposits/book-by-rule.ts'
import { createDepositReturner } from '../engine/deposits/send-returns.ts'
import { createFillComparer } from '../engine/halts/compare-fills.ts'
import { createOtherServiceWatcher } from '../engine/halts/other-service.ts'
import { forgetSessions } from '../parties/users/forget-sessions.ts'
import { forgetWaitingProviders } from '../parties/identity-providers/manage.ts'
import { createFingerprintFiller } from '../parties/instruments/fill-fingerprints.ts'
import { resumeOrders } from '../engine/liquidity/resume-orders.ts'
import { askMarked } from '../engine/marks/ask-marked.ts'
import { createOrderAdvancer } from '../engine/orders/advance-orders.ts'
import { keepOpenTotals } from '../engine/orders/exposure.ts'
import { tellDelays } from '../engine/orders/tell-delays.ts'
import { noteConditions } from '../desk/queue/note-conditions.ts'
import { keepPools } from '../engine/funding-accounts/pools.ts'
import { resumeLacking } from '../engine/screening/lacking.ts'
import { createDepositScreener } from '../engine/screening/screen-deposits.ts'
import { createEntryTaker } from '../engine/entries/take-entries.ts'
import { warnOfHolidays } from '../outside/rails/warn-of-holidays.ts'
import { createRailWatcher, type RailWatcher } from '../engine/entries/watch-rails.ts'
import { createEraser } from '../rules/retention/erase.ts'
import { createRefundSender } from '../engine/refunds/send-refunds.ts'
import { lookAgain } from '../engine/second-looks/look-again.ts'
import { proposeSweeps } from '../engine/sweeps/propose-sweeps.ts'
import { createSweepSender } from '../engine/sweeps/send-sweeps.ts'
import { createStrayFinder } from '../engine/strays/find-strays.ts'
import { sendReturns } from '../engine/strays/send-returns.ts'
import { createSampler, keepLedgerFlows, keepOrderSums } from '../engine/series/keep-series.ts'
import { settleLedgerSums } from '../engine/treasury/desk-balances.ts'
import { observeBalances } from '../engine/treasury/observe-balances.ts'
import { forgetRequests } from '../customers/request-log/keep.ts'
import { createNoticeTask, forgetNotices } from '../customers/notices/send.ts'
import { createDeliverer } from '../customers/webhooks/deliver-events.ts'

type Task = {
  name: string
  everyMs: number
  /**
   * Orders change often. A task whose work does not come from them waits for its time instead. After a start it waits
   * `SELDOM_AFTER_MS`, so that the orders that waited for the service go first.
   */
  isSeldom?: true
  /** Returns the amount of work done. `wake` starts its next round at once, for work that ends after its round. */
  run(deps: Deps, wake: () => void): Promise<number | void>
  /** Ends work that a round started without awaiting it. */
  stop?(): Promise<void>
}

const LONGEST_BACK_OFF_MS = 5000
const SELDOM_AFTER_MS = 1000
const MINUTE_MS = 60_000

const tasks = (deps: Deps, watcher: RailWatcher): readonly Task[] => [
  // Orders wait for it.
  { name: 'compare fills after a restore', everyMs: 1000, ...createFillComparer() },
  { name: 'advance orders', everyMs: 200, ...createOrderAdvancer() },
  { name: 'send refunds', everyMs: 500, ...createRefundSender() },
  { name: 'return deposits', everyMs: 1000, ...createDepositReturner() },
  { name: 'watch rails', everyMs: 500, ...watcher },
  { name: 'take up entries of rails', everyMs: 500, ...createEntryTaker() },
  { name: 'screen deposits', everyMs: 500, ...createDepositScreener() },
  { name: 'deliver events', everyMs: 200, ...createDeliverer(deps) },
  { name: 'maintain the partitions of events', everyMs: 5000, run: createMonthKeeper(deps) },
  ...seldom([
    { name: 'fill fingerprints', everyMs: 5000, run: createFingerprintFiller() },
    { name: 'keep pools of funding accounts', everyMs: MINUTE_MS, run: keepPools },
    // Limits of providers add up what was posted since.
    { name: 'sum up the desk accounts', everyMs: 5000, run: ({ db }) => settleLedgerSums(db) },
    {
      name: 'resume orders without liquidity',
      everyMs: 5000,
      run: async (each) => void (await resumeOrders(each)),
    },
    {
      name: 'resume what lacked a record or a verification',
      everyMs: 5000,
      run: async (each) => void (await resumeLacking(each)),
    },
    { name: 'erase what is kept no longer', everyMs: 60 * MINUTE_MS, run: createEraser() },
    { name: 'tell people of customers', everyMs: 2000, ...createNoticeTask(deps) },
    { name: 'forget old notices', everyMs: 60 * MINUTE_MS, run: forgetNotices },
    { name: 'forget old sessions', everyMs: 60 * MINUTE_MS, run: forgetSessions },
    {
      name: 'forget changes of identity providers',
      everyMs: 10 * MINUTE_MS,
      run: forgetWaitingProviders,
    },
    { name: 'forget old requests', everyMs: MINUTE_MS, run: forgetRequests },
    { name: 'book deposits of counterparties', everyMs: 5000, run: bookByRule },
    { name: 'sum up orders for charts', everyMs: 10_000, run: keepOrderSums },
    { name: 'sum up the ledger for charts', everyMs: 10_000, run: keepLedgerFlows },
    { name: 'sample rates and balances', everyMs: MINUTE_MS, run: createSampler() },
    { name: 'observe balances', everyMs: MINUTE_MS, run: observeBalances },
    { name: 'apply versions of the configuration', everyMs: 250, run: applyDueVersions },
    { name: 'note the heads of the audit trail', everyMs: 60 * MINUTE_MS, run: createHeadNoter() },
    { name: 'warn of bank holidays that end', everyMs: 24 * 60 * MINUTE_MS, run: warnOfHolidays },
    { name: 'note conditions of the desk', everyMs: 15_000, run: noteConditions },
    { name: 'tell customers of delays', everyMs: MINUTE_MS, run: tellDelays },
    { name: 'look for another service', everyMs: 15_000, ...createOtherServiceWatcher() },
    { name: 'account for gas', everyMs: MINUTE_MS, run: accountForGas },
    { name: 'ask rails about marked sends', everyMs: MINUTE_MS, run: askMarked },
    { name: 'look again at what settled', everyMs: 5000, run: lookAgain },
    { name: 'look for strays', everyMs: MINUTE_MS, run: createStrayFinder() },
    { name: 'return strays', everyMs: 1000, run: sendReturns },
    { name: 'propose sweeps', everyMs: MINUTE_MS, run: proposeSweeps },
    { name: 'send sweeps', everyMs: 1000, ...createSweepSender() },
    { name: 'correct the open totals', everyMs: 10 * MINUTE_MS, run: keepOpenTotals },
    // Another machine's clock may step, too.
    { name: 'repair due times after a clock step', everyMs: 5 * MINUTE_MS, run: mendClockSteps },
  ]),
]

const seldom = (listed: readonly Task[]) =>
  listed.map((task): Task => ({ ...task, isSeldom: true }))

export type Worker = {
  /** Runs every task now instead of after its pause. */
  wake(): void
  /** Polls the rail of this name at once. */
  pollRail(name: string): void
  /** Stops after the current round. */
  stop(): Promise<void>
}

export function startWorker(deps: Deps): Worker {
  const watcher = createRailWatcher()
  const loops = tasks(deps, watcher).map((task) => startLoop(deps, task))
  const wake = () => loops.forEach((loop) => loop.wake())
  return {
    wake,
    pollRail(name) {
      watcher.pollNow(name)
      wake()
    },
    stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))),
  }
}

function startLoop(deps: Deps, task: Task): Omit<Worker, 'pollRail'> {
  let stopped = false
  let woken = false
  let timer: NodeJS.Timeout | undefined
  let endPause: () => void = () => undefined

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      endPause = resolve
      timer = setTimeout(resolve, ms)
    })

  function wakeTask(): void {
    woken = true
    endPause()
  }

  async function run(): Promise<void> {
    if (task.isSeldom) await pause(SELDOM_AFTER_MS)
    clearTimeout(timer)
    let failures = 0
    while (!stopped) {
      let busy = false
      woken = false
      try {
        busy = ((await task.run(deps, wakeTask)) ?? 0) > 0
        failures = 0
      } catch (error) {
        failures += 1
        deps.log.error({ err: error, task: task.name }, 'a background task failed')
      }
      // Exponential back-off, so that an outage does not fill the log.
      const pauseMs =
        failures === 0 ? task.everyMs : Math.min(task.everyMs * 2 ** failures, LONGEST_BACK_OFF_MS)
      if (!busy && !stopped && (!woken || failures > 0)) await pause(pauseMs)
      clearTimeout(timer)
    }
  }

  const done = run()
  return {
    wake: () => {
      if (task.isSeldom !== true) wakeTask()
    },
    stop: async () => {
      stopped = true
      endPause()
      await done
      await task.stop?.()
    },
  }
}
