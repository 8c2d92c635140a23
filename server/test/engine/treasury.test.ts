// Treasury: movements of the desk's own money, and the comparison of the ledger with reported balances.
import { describe, expect, test } from 'vitest'
import { instantAt } from '../../src/platform/clock.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { observeBalances } from '../../src/engine/treasury/observe-balances.ts'
import {
  selectDeskBalances,
  settleLedgerSums,
  upsertObservedBalances,
} from '../../src/engine/treasury/desk-balances.ts'
import { actOnMovement, proposeMovement } from '../../src/engine/treasury/move.ts'
import {
  selectMovement,
  selectMovementsBefore,
  type MovementRow,
} from '../../src/engine/treasury/queries.ts'
import { movementActs, movementStatuses, stepsOf } from '../../src/engine/treasury/states.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'
import { ledgerBalance } from '../support/orders.ts'

const corridor = await forFile(testService())

const grounds = { reason: 'a test', evidence: null }
const propose = (from: string, to: string, amountMinor = 5_000_000n): Promise<MovementRow> =>
  proposeMovement(
    corridor.deps,
    {
      from_account: from,
      to_account: to,
      currency: 'USDC',
      amount_minor: amountMinor,
      value_date: null,
    },
    grounds,
  )
const act = (movement: MovementRow, ...acts: (typeof movementActs)[number][]) =>
  acts.reduce(
    async (before, one) => actOnMovement(corridor.deps, await before, one, grounds),
    Promise.resolve(movement),
  )

const balance = (account: string) => ledgerBalance(corridor, account)

describe('a movement', () => {
  test('leaves one account when it is sent and reaches the other when it settles', async () => {
    const before = { treasury: await balance('treasury'), rail: await balance('rail:sandbox') }
    const sent = await act(await propose('treasury', 'rail:sandbox'), 'approve', 'send')
    expect(await balance('treasury')).toBe(before.treasury - 5_000_000n)
    expect(await balance('in_transit')).toBe(5_000_000n)
    expect(await balance('rail:sandbox')).toBe(before.rail)
    const settled = await act(sent, 'settle')
    expect(settled.status).toBe('SETTLED')
    expect(await balance('in_transit')).toBe(0n)
    expect(await balance('rail:sandbox')).toBe(before.rail + 5_000_000n)
  })

  test('that comes back returns the money to its account', async () => {
    const before = await balance('treasury')
    const failed = await act(await propose('treasury', 'provider:ALPHA'), 'approve', 'send', 'fail')
    expect(failed.status).toBe('FAILED')
    expect(await balance('treasury')).toBe(before)
    expect(await balance('in_transit')).toBe(0n)
  })

  test('with one end inside Corridor settles without being sent', async () => {
    const before = await balance('rail:sandbox')
    const settled = await act(await propose('rail:sandbox', 'fx_result', 100n), 'approve', 'settle')
    expect(settled.status_history.map(({ status }) => status)).toEqual([
      'PROPOSED',
      'APPROVED',
      'SETTLED',
    ])
    expect(await balance('rail:sandbox')).toBe(before - 100n)
  })

  test('refuses every act that its state does not allow, and posts nothing then', async () => {
    for (const [from, to] of [
      ['treasury', 'rail:sandbox'],
      ['rail:sandbox', 'fx_result'],
    ] as const) {
      const proposed = await propose(from, to)
      for (const status of movementStatuses) {
        for (const one of movementActs) {
          const movement = { ...proposed, status }
          if (stepsOf(movement).some((step) => step.from === status && step.act === one)) continue
          const before = await balance(from)
          await expect(act(movement, one), `${one} in ${status}`).rejects.toThrow(`is ${status}: `)
          expect(await balance(from)).toBe(before)
        }
      }
      await act(proposed, 'cancel')
    }
  })

  test('acted on by two operators at once changes once', async () => {
    const approved = await act(await propose('treasury', 'rail:sandbox'), 'approve')
    const before = await balance('in_transit')
    const results = await Promise.allSettled([
      act(approved, 'send'),
      act(approved, 'send'),
      act(approved, 'cancel'),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const present = await selectMovement(corridor.deps.db, approved.id)
    expect(await balance('in_transit')).toBe(
      present?.status === 'SENT' ? before + 5_000_000n : before,
    )
    expect(present?.status_history).toHaveLength(3)
  })

  test('is listed by its status', async () => {
    const made = await propose('treasury', 'rail:sandbox')
    const ids = async (status: string) => {
      const filter = { status, currency: undefined, account: undefined }
      return (await selectMovementsBefore(corridor.deps.db, filter, null, 200)).map(({ id }) => id)
    }
    expect(await ids('PROPOSED')).toContain(made.id)
    await act(made, 'cancel')
    expect(await ids('PROPOSED')).not.toContain(made.id)
    expect(await ids('CANCELLED')).toContain(made.id)
  })
})

test('the ledger verifies with movements, and names one whose transfer is missing', async () => {
  const verify = () => verifyLedger(corridor.deps.db)
  const movement = await act(await propose('treasury', 'rail:sandbox'), 'approve', 'send')
  expect((await verify()).difference).toBeUndefined()
  const posting = movement.status_history.at(-1)?.posting_id
  const owner = corridor.database.owner
  await owner.query('alter table ledger_transfers disable trigger user')
  const { rowCount } = await owner.query('delete from ledger_transfers where posting_id = $1', [
    posting,
  ])
  expect(rowCount).toBe(1)
  expect((await verify()).difference).toMatch(/^the transfers of mv_\w+ differ from its history$/)
})

describe('desk balances', () => {
  const deskBalance = async (account: string) =>
    (await selectDeskBalances(corridor.deps.db)).find(
      (one) => one.account === account && one.currency === 'USDC',
    )

  test('equal the ledger, before and after the sums are brought forward', async () => {
    const expectEqual = async () =>
      expect(BigInt((await deskBalance('rail:sandbox'))?.ledger_minor ?? 0)).toBe(
        await balance('rail:sandbox'),
      )
    await expectEqual()
    for (let round = 0; round < 3; round++) {
      const order = await corridor.order()
      await corridor.fund(order.id)
      await corridor.until(order.id, 'STEP_4_COMPLETED')
      await Promise.all(Array.from({ length: 4 }, () => settleLedgerSums(corridor.deps.db)))
      await expectEqual()
    }
  })

  test('are not summed past a transfer whose transaction is still open', async () => {
    const writer = await corridor.database.owner.connect()
    try {
      await writer.query('begin')
      await writer.query(
        `insert into ledger_transfers (posting_id, posting, debit_account, credit_account, currency, amount_minor, posted_at)
         values (gen_random_uuid(), 'movement', 'rail:sandbox', 'treasury', 'USDC', 7, now())`,
      )
      await act(await propose('treasury', 'rail:sandbox'), 'approve', 'send', 'settle')
      for (let round = 0; round < 3; round++) await settleLedgerSums(corridor.deps.db)
      await writer.query('commit')
    } finally {
      writer.release()
    }
    for (let round = 0; round < 3; round++) await settleLedgerSums(corridor.deps.db)
    expect(BigInt((await deskBalance('rail:sandbox'))?.ledger_minor ?? 0)).toBe(
      await balance('rail:sandbox'),
    )
  })

  test('show what a rail reports; a rail that fails keeps its last balance and delays no other', async () => {
    const report = (name: string, amountMinor: bigint) => ({
      name,
      balances: async () => [{ account: 'wallet', currency: 'USDC', amountMinor }],
    })
    const down = { name: 'sandbox', balances: () => Promise.reject(new Error('no connection')) }
    const observe = (rails: (typeof down | ReturnType<typeof report>)[]) =>
      observeBalances({
        ...corridor.deps,
        rails: { all: async () => rails },
      })
    await observe([report('sandbox', 42n), report('other', 1n)])
    expect((await deskBalance('rail:sandbox'))?.observed_minor).toBe('42')
    await observe([down, report('other', 2n)])
    expect((await deskBalance('rail:sandbox'))?.observed_minor).toBe('42')
    expect((await deskBalance('rail:other'))?.observed_minor).toBe('2')
  })

  test('count as zero when a rail no longer reports an account', async () => {
    const at = instantAt(Date.parse('2026-03-04T17:00:00.000Z'))
    await upsertObservedBalances(corridor.deps.db, 'rail:other', [], { at, askedAt: at })
    expect((await deskBalance('rail:other'))?.observed_minor).toBe('0')
  })
})
