// A database restored from a backup, while the chain remembers what the payer sent: with the real contract of USDC, and
// with a token that has no EIP-3009.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { newSecrets } from '../../src/platform/config.ts'
import { resume } from '../../src/engine/halts/act.ts'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import { selectUnknownSends } from '../../src/engine/halts/restore-queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { noAnvil } from '../support/anvil.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { startEvmService, startPlainTokenService, type EvmService } from '../support/evm-service.ts'
import { statusOf } from '../support/orders.ts'
import { untilOpen } from '../support/rails.ts'
import { backupsOf, type Backups } from '../support/restored-database.ts'
import { manualClock, testService, type TestService } from '../support/service.ts'

const AUTHORIZATION_SECONDS = 3600
const CLOCKS_DIFFER_SECONDS = 600

describe.skipIf(noAnvil !== undefined).each([
  ['USDC', startEvmService],
  ['a plain token', startPlainTokenService],
] as const)('after a restore the chain tells what was sent: %s', (_, start) => {
  const clock = manualClock()
  let database: TestDatabase
  let backups: Backups
  let evm: EvmService
  let corridor: TestService

  beforeAll(async () => {
    database = await testDatabase()
    backups = await backupsOf(database)
    evm = await start({ database, clock, env: { CORRIDOR_SECRETS: newSecrets() } })
    corridor = evm.corridor
  })
  afterAll(async () => {
    await corridor?.close()
    await evm?.close()
    await backups?.close()
    await database?.close()
  })

  async function again(): Promise<void> {
    corridor = await testService({ database, clock, env: evm.env })
    await untilOpen(corridor.deps.rails)
  }
  async function newOrder(): Promise<OrderJson> {
    const { id } = await corridor.offering('NGN', 'USDC')
    return corridor.order((await corridor.quote(id, '1000000.00')).id)
  }
  /** Mines and lets the time of retries pass until the order has the status. */
  async function reaching({ id }: OrderJson, wanted: string, blocks = 1): Promise<void> {
    for (let tries = 0; tries < 1200; tries += 1) {
      if ((await statusOf(corridor, id)) === wanted) return
      await evm.chain.mine(blocks)
      clock.advance(2000)
      await sleep(50)
    }
    throw new Error(`order ${id} did not reach ${wanted}`)
  }
  async function complete(): Promise<OrderJson> {
    const order = await newOrder()
    await corridor.fund(order.id)
    await reaching(order, 'STEP_4_COMPLETED')
    return order
  }
  const halts = async () =>
    (await selectHalts(corridor.deps.db)).filter(({ rail }) => rail === 'evm:base')
  async function readAgain() {
    for (let tries = 0; tries < 1200; tries += 1) {
      const [halt] = await halts()
      if (halt === undefined || halt.read_at !== null) return halt
      await sleep(50)
    }
    throw new Error('the rail was not read again')
  }
  /** Blocks after every authorization has expired, and a list that is due again. */
  async function afterAllExpired(): Promise<void> {
    await evm.chain.passTime(AUTHORIZATION_SECONDS + CLOCKS_DIFFER_SECONDS + 60)
    await evm.chain.mine(5)
    await database.sql`update halts set read_at = read_at - interval '2 minutes'`
  }
  async function untilHalt(isSo: (halt: { lists_sends: boolean | null } | undefined) => boolean) {
    for (let tries = 0; tries < 1200; tries += 1) {
      const [halt] = await halts()
      if (isSo(halt)) return halt
      await sleep(50)
    }
    throw new Error('the halt stays as it is')
  }

  test('with nothing unknown the halt ends by itself, once nothing can be on its way any more', async () => {
    await complete()
    await corridor.stop()
    await backups.restore(await backups.backUp())
    await again()
    // An authorization that only the lost database knew may still be on its way.
    expect(await readAgain()).toMatchObject({ lists_sends: null, unknown_sends: 0 })
    await afterAllExpired()
    expect(await untilHalt((halt) => halt === undefined)).toBeUndefined()
    await complete()
  })

  test('what the database does not know is listed, the halt stays, and nothing is paid twice', async () => {
    const waiting = await newOrder()
    const sent = await newOrder()
    await corridor.fund(sent.id)
    // The payout has left, and is in no final block yet.
    await reaching(sent, 'STEP_3_SETTLING_PAYOUT', 0)
    for (let tries = 0; (await payoutsOf(sent)) === 0; tries += 1) {
      if (tries === 1200) throw new Error('no payout was made')
      clock.advance(2000)
      await sleep(50)
    }
    await corridor.stop()
    const backup = await backups.backUp()

    await again()
    await reaching(sent, 'STEP_4_COMPLETED')
    await corridor.fund(waiting.id)
    await reaching(waiting, 'STEP_4_COMPLETED')
    const lost = await complete()
    const paid = await evm.usdc.balanceOf(evm.wallet)
    const sends = await sendsOf()
    const sendOf = ({ id }: OrderJson) => {
      const send = sends.get(id)
      if (send === undefined) throw new Error('no payout has left')
      return send
    }
    await corridor.stop()

    await backups.restore(backup)
    await again()
    const read = await readAgain()
    expect(read).toMatchObject({ cause: 'restore', unknown_sends: 2 })
    if (read === undefined) throw new Error('nothing is halted')
    expect(await selectUnknownSends(corridor.deps.db, read.id)).toEqual(
      [
        { ...sendOf(waiting), key: `${waiting.id}:payout:1`, is_put_right: false },
        { ...sendOf(lost), key: null, is_put_right: false },
      ].toSorted((a, b) => (a.reference < b.reference ? -1 : 1)),
    )
    await afterAllExpired()
    expect(await untilHalt((halt) => halt?.lists_sends === true)).toMatchObject({
      unknown_sends: 2,
      resumed_at: null,
    })

    const named = [sendOf(lost).reference]
    const execution = executionBy(corridor.deps, COMMAND, 'resume', 'seen')
    await resume(corridor.deps, execution, read.id, named)
    await resumeFills()
    await corridor.fund(waiting.id)
    await reaching(waiting, 'STEP_4_COMPLETED')
    await reaching(sent, 'STEP_4_COMPLETED')
    expect(await evm.usdc.balanceOf(evm.wallet)).toBe(paid)
    expect((await sendsOf()).get(waiting.id)).toEqual(sendOf(waiting))
  })

  /** The provider has converted both orders, which the database does not know either. */
  async function resumeFills(): Promise<void> {
    for (let tries = 0; tries < 1200; tries += 1) {
      const { db } = corridor.deps
      const halted = (await selectHalts(db)).filter(({ what }) => what === 'fills')
      if (halted.length === 0) return
      for (const { id } of halted.filter(({ unknown_fills: unknown }) => unknown > 0))
        await resume(corridor.deps, executionBy(corridor.deps, COMMAND, 'resume', 'seen'), id)
      await sleep(50)
    }
    throw new Error('fills stay halted')
  }
  async function payoutsOf({ reference_number: number }: OrderJson): Promise<number> {
    const rows = await database.sql`select 1 from payouts join orders on orders.id = order_id
        where reference_number = ${number} and payouts.rail is not null`
    return rows.length
  }
  /** The settled payouts by order. */
  async function sendsOf() {
    const rows = await database.sql<{
      order: string
      reference: string
      currency: string
      amount_minor: bigint
    }>`select split_part(rail_key, ':', 1) as order, rail_reference as reference, currency, amount_minor
         from payouts where settled_at is not null`
    return new Map(rows.map(({ order, ...send }) => [order, send]))
  }
})
