// The desk of the drill: a service without a worker, whose tasks run in rounds, and what customers and operators do over its
// APIs. It is stopped, and started on a restored copy.
import { newSecrets } from '../../src/platform/config.ts'
import { accountForGas } from '../../src/engine/gas/account-for-gas.ts'
import { compareFills } from '../../src/engine/halts/compare-fills.ts'
import { lookForOtherService } from '../../src/engine/halts/other-service.ts'
import { resumeOrders } from '../../src/engine/liquidity/resume-orders.ts'
import { askMarked } from '../../src/engine/marks/ask-marked.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { takeEntries } from '../../src/engine/entries/take-entries.ts'
import { watchRails } from '../../src/engine/entries/watch-rails.ts'
import { sendRefunds } from '../../src/engine/refunds/send-refunds.ts'
import { lookAgain } from '../../src/engine/second-looks/look-again.ts'
import { proposeSweeps } from '../../src/engine/sweeps/propose-sweeps.ts'
import { sendSweeps } from '../../src/engine/sweeps/send-sweeps.ts'
import type { TestDatabase } from '../support/database.ts'
import { newProgram } from '../support/desk.ts'
import { untilOpen } from '../support/rails.ts'
import { testService, type Reply } from '../support/service.ts'
import type { Faults } from './faults.ts'
import type { Direction, Site } from './site.ts'

export type Desk = Awaited<ReturnType<typeof openDesk>>

type Who = 'operator' | 'treasurer' | 'compliance'

export async function openDesk(site: Site, database: TestDatabase, faults: Faults) {
  const { clock } = site
  const env = {
    CORRIDOR_EVIDENCE_AFTER_HOURS: '0',
    CORRIDOR_SECRETS: newSecrets(),
    ...site.env,
  }
  const start = async () => {
    const service = await testService({
      database,
      clock,
      env,
      worker: false,
      replace: faults.replace,
    })
    await untilOpen(service.deps.rails)
    const people = {
      operator: await newProgram(service, 'operator'),
      treasurer: await newProgram(service, 'treasurer'),
      compliance: await newProgram(service, 'compliance'),
    }
    return { service, people }
  }
  let present = await start()

  /** Refused acts throw with the answer. */
  async function act<Data = unknown>(who: Who, path: string, body?: object): Promise<Data> {
    const reply: Reply<Data> = await present.people[who].act('POST', path, {
      reason: 'the restore drill',
      ...body,
    })
    if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.status} ${reply.text}`)
    return reply.data
  }

  return {
    database,
    clock,
    get service() {
      return present.service
    },
    /** All tasks of the worker once, and the outside. */
    async round(stepMs = 5_000): Promise<void> {
      const { deps } = present.service
      clock.advance(stepMs)
      await site.goOn()
      await deps.feeds.push()
      await deps.halts.present('fresh')
      await compareFills(deps)
      await watchRails(deps)
      await takeEntries(deps)
      await advanceOrders(deps)
      await sendRefunds(deps)
      await proposeSweeps(deps)
      await sendSweeps(deps)
      await accountForGas(deps)
      await askMarked(deps)
      await resumeOrders(deps)
      await lookAgain(deps)
    },
    /** The service looks for another one on a copy of its database, as it does now and then. */
    look: () => lookForOtherService(present.service.deps),
    act,
    read: async <Data>(path: string): Promise<Data> =>
      (await present.people.operator.act<Data>('GET', path)).data,
    async customer(order: { id: string }, what: 'cancel' | 'refund' | 'retry', body?: object) {
      const { service } = present
      const path = `${service.organization}/orders/${order.id}/${what}`
      const reply = await service.post<OrderJson>(path, body)
      if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.text}`)
      return reply.data
    },
    async quote(
      { payin, payout }: Direction,
      amount: string,
      offeringId?: string,
    ): Promise<QuoteJson> {
      const { service } = present
      await service.deps.feeds.push()
      return service.quote(offeringId ?? (await service.offering(payin, payout)).id, amount)
    },
    stop: () => present.service.stop(),
    async again(): Promise<void> {
      present = await start()
    },
    close: () => present.service.close(),
  }
}
