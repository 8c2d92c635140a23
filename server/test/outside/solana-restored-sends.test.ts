// A database restored from a backup, while the cluster remembers what the payer sent: with the real programs.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { resume } from '../../src/engine/halts/act.ts'
import { selectHalts, type HaltRow } from '../../src/engine/halts/queries.ts'
import { selectUnknownSends } from '../../src/engine/halts/restore-queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { minorOf } from '../support/orders.ts'
import { backupsOf, type Backups } from '../support/restored-database.ts'
import { noSolana } from '../support/solana-chain.ts'
import { startSolanaService, type SolanaService } from '../support/solana-service.ts'

/** The wallet of the demo data, which receives payouts. */
const wallet = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'

describe.skipIf(noSolana !== undefined)('after a restore the cluster tells what was sent', () => {
  let database: TestDatabase
  let backups: Backups
  let solana: SolanaService
  beforeAll(async () => {
    database = await testDatabase()
    backups = await backupsOf(database)
    solana = await startSolanaService([], undefined, database)
  })
  afterAll(async () => {
    await solana?.close()
    await backups?.close()
    await database?.close()
  })

  async function funded(): Promise<OrderJson> {
    const order = await solana.newOrder('NGN', 'USDC', '2000000.00')
    await solana.corridor.fund(order.id)
    return order
  }
  async function restart(backup: string): Promise<void> {
    await solana.corridor.stop()
    await backups.restore(backup)
    await solana.again()
  }
  /** Moves the beginning of the halt back, and has the rail read again. */
  const due = (ago: string) =>
    database.owner.query(
      `update halts set halted_at = halted_at - interval '${ago}', read_at = null where rail = 'solana' and lists_sends is null`,
    )
  /** The halt of the rail once it is so. The chain goes on meanwhile. */
  async function untilHalt(isSo: (halt: HaltRow | undefined) => boolean) {
    for (let tries = 0; tries < 1200; tries += 1) {
      const halts = await selectHalts(solana.corridor.deps.db)
      const found = halts.find(({ rail }) => rail === 'solana')
      if (isSo(found)) return found
      // A list counts only if its reading began after the halt became old and the blocks passed, so read it again.
      if (tries % 40 === 39) await due('0 minutes')
      solana.world.chain.tick()
      await sleep(50)
    }
    throw new Error('the halt stays as it is')
  }
  /** The halt is long ago, and so many blocks have passed that no blockhash of before lives. */
  async function longAfter(): Promise<void> {
    await due('11 minutes')
    await untilHalt((halt) => halt === undefined || halt.read_at !== null)
    solana.world.chain.tick(400n)
    await due('0 minutes')
  }
  async function resumeFills(): Promise<void> {
    const { deps } = solana.corridor
    for (let tries = 0; tries < 1200; tries += 1) {
      const halts = (await selectHalts(deps.db)).filter(({ what }) => what === 'fills')
      if (halts.length === 0) return
      for (const { id } of halts.filter(({ unknown_fills: unknown }) => unknown > 0))
        await resume(deps, executionBy(deps, COMMAND, 'resume', 'seen'), id)
      await sleep(50)
    }
    throw new Error('fills stay halted')
  }

  test('with nothing unknown the halt ends by itself, once no transaction of before can land', async () => {
    await solana.completed((await funded()).id)
    await solana.corridor.stop()
    const backup = await backups.backUp()
    await solana.again()
    await restart(backup)
    expect(await untilHalt((halt) => halt?.read_at != null)).toMatchObject({
      lists_sends: null,
      unknown_sends: 0,
    })
    await longAfter()
    await untilHalt((halt) => halt === undefined)
    await solana.completed((await funded()).id)
  })

  test('what the database does not know is listed with its key, and nothing is paid twice', async () => {
    const waiting = await solana.newOrder('NGN', 'USDC', '2000000.00')
    await solana.corridor.stop()
    const backup = await backups.backUp()
    await solana.again()
    await solana.corridor.fund(waiting.id)
    await solana.completed(waiting.id)
    const lost = await funded()
    await solana.completed(lost.id)
    const paid = await solana.world.held(wallet)
    await restart(backup)
    await longAfter()
    const halt = await untilHalt((one) => one?.lists_sends === true)
    if (halt === undefined) throw new Error('nothing is halted')
    const unknown = await selectUnknownSends(solana.corridor.deps.db, halt.id)
    const amountOf = ({ payout }: OrderJson) => minorOf(payout.total, 'USDC')
    expect(unknown.toSorted((a, b) => (a.key ?? '').localeCompare(b.key ?? ''))).toEqual([
      {
        key: null,
        reference: expect.any(String),
        currency: 'USDC',
        amount_minor: amountOf(lost),
        is_put_right: false,
      },
      {
        key: `${waiting.id}:payout:1`,
        reference: expect.any(String),
        currency: 'USDC',
        amount_minor: amountOf(waiting),
        is_put_right: false,
      },
    ])
    const { deps } = solana.corridor
    const nameless = (await selectUnknownSends(deps.db, halt.id)).filter(({ key }) => key === null)
    const named = nameless.map(({ reference }) => reference)
    await resume(deps, executionBy(deps, COMMAND, 'resume', 'seen'), halt.id, named)
    await resumeFills()
    await solana.corridor.fund(waiting.id)
    await solana.completed(waiting.id)
    expect(await solana.world.held(wallet)).toBe(paid)
  })
})
