// A deposit in suspense that was returned after the backup: the restored service records it, and sends it no second time.
import { describe, expect, test } from 'vitest'
import { recordDeposit, type DepositDeps } from '../../src/engine/deposits/record-deposit.ts'
import { updateReturnUnsent } from '../../src/engine/deposits/return-queries.ts'
import { selectReturnOfDeposit } from '../../src/engine/deposits/return-read-queries.ts'
import { sendDepositReturns } from '../../src/engine/deposits/send-returns.ts'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import { selectUnknownSends } from '../../src/engine/halts/restore-queries.ts'
import { resume } from '../../src/engine/halts/act.ts'
import { publicId, type Uuid } from '../../src/platform/ids.ts'
import type { Rail, RailEntry } from '../../src/outside/rails/port.ts'
import { fixedRails } from '../../src/outside/rails/registry.ts'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { newProgram } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import { advanceAll, stateOf } from '../support/orders.ts'
import { compare, depositFor, report, resumeAll, sentFor } from '../support/restored-orders.ts'
import {
  backUp,
  corridor,
  restore,
  sentBefore,
  useRestorableWorld,
  verified,
  world,
} from '../support/restored-service.ts'
import { screenedWorld } from '../support/screening.ts'

useRestorableWorld()

const stray = (transaction: string, amountMinor = 70_000_000n): RailEntry => ({
  kind: 'deposit',
  transaction,
  index: 0,
  account: 'desk',
  reference: null,
  sender: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
  currency: 'USDC',
  amountMinor,
})
async function idOf(transaction: string): Promise<string> {
  const rows = await corridor.sql<{ id: Uuid<'dep'> }>`select id from deposits
      where transaction = ${transaction}`
  if (rows[0] === undefined) throw new Error(`${transaction} is not recorded`)
  return publicId('dep', rows[0].id)
}
async function sendDue(rails = corridor.deps.rails): Promise<void> {
  await corridor.sql`update deposit_returns set due_at = now() where due_at is not null`
  await sendDepositReturns({ ...corridor.deps, rails })
}
async function sentBack(): Promise<string[]> {
  await sendDue()
  const rows = await corridor.sql<{ key: string }>`select key from simulator.executions
      where key like 'rail/deposit:%' order by key`
  return rows.map(({ key }) => key)
}

test.each(['before the deposit came', 'after it came'])(
  'a backup %s leads to no second return, and to no other exit of its money',
  async (when) => {
    const transaction = `stray ${when}`
    const order = await corridor.order()
    const already = await sentBack()
    if (when === 'after it came') await report(corridor, stray(transaction))
    const backup = await backUp()
    let desk = await newProgram(corridor, 'treasurer')
    let olaf = await newProgram(corridor, 'operator')
    const act = async (name: string, body: object = {}) =>
      (name === 'assign' ? olaf : desk).act<{ exit: string | null }>(
        'POST',
        `/deposits/${await idOf(transaction)}/${name}`,
        {
          reason: 'statement 7',
          ...body,
        },
      )
    await report(corridor, stray(transaction))
    expect((await act('return')).status).toBe(200)
    const once = await sentBack()
    expect(once).toHaveLength(already.length + 1)

    await restore(backup)
    desk = await newProgram(corridor, 'treasurer')
    olaf = await newProgram(corridor, 'operator')
    // Its rail was not compared yet.
    if (when === 'after it came')
      for (const [name, body] of [
        ['return', {}],
        ['book', { from_account: 'treasury' }],
        ['assign', { order_id: order.id }],
      ] as const)
        expect((await act(name, body)).problem.detail, name).toContain('corridor halts')
    await compare(corridor, stray(transaction))
    const halted = (await selectHalts(corridor.deps.db)).find(({ what }) => what === 'sends')
    expect(halted).toMatchObject({ unknown_sends: 1 })
    expect((await act('book', { from_account: 'treasury' })).problem.detail).toContain('lists')
    const recorded = await act('return')
    expect([recorded.status, recorded.data.exit]).toEqual([200, 'returned'])
    await resumeAll(corridor)
    expect(await sentBack()).toEqual(once)
    expect(await verified()).toBeUndefined()
  },
)

/** Its request is committed, and never reaches the rail. */
async function prepared(transaction: string): Promise<void> {
  const desk = await newProgram(corridor, 'treasurer')
  const body = { reason: 'statement 7' }
  expect((await desk.act('POST', `/deposits/${await idOf(transaction)}/return`, body)).status).toBe(
    200,
  )
  const [rail] = await corridor.deps.rails.all()
  if (rail === undefined) throw new Error('there is no rail')
  const deaf: Rail = { ...rail, send: async () => ({ state: 'pending' }) }
  await sendDue(fixedRails([deaf]))
  expect(await returnOf(transaction)).toMatchObject({ status: 'SENT', rail: 'sandbox' })
}
async function returnOf(transaction: string) {
  const back = await selectReturnOfDeposit(
    corridor.deps.db,
    requireUuid('dep', await idOf(transaction)),
  )
  if (back === undefined) throw new Error(`${transaction} is not returned`)
  return back
}
/** An operator gives the return up with evidence: the deposit is in suspense again. */
const giveUp = async (transaction: string) =>
  expect(
    await updateReturnUnsent(
      corridor.deps.db,
      { ...(await returnOf(transaction)), lease_token: null },
      { status: 'FAILED', code: 'recorded_by_operator' },
      world.clock.now(),
    ),
  ).toBe(true)
describe('a return that was decided before the backup, and sent after it', () => {
  test.each(['before its rail is compared', 'after the halts ended'])(
    'is not withdrawn %s, so that no other exit takes its money',
    async (when) => {
      const transaction = `withdrawn ${when}`
      const order = await corridor.order()
      await report(corridor, stray(transaction, 1_000_000_000n))
      const already = await sentBack()
      let desk = await newProgram(corridor, 'treasurer')
      const act = async (name: string) =>
        desk.act('POST', `/deposits/${await idOf(transaction)}/${name}`, { reason: 'statement 9' })
      expect((await act('return')).status).toBe(200)
      const backup = await backUp()
      const once = await sentBack()
      expect(once).toHaveLength(already.length + 1)

      await restore(backup)
      desk = await newProgram(corridor, 'operator')
      if (when === 'after the halts ended') {
        await compare(corridor)
        await resumeAll(corridor)
      }
      expect((await act('stop-return')).problem?.detail).toContain('restore')
      const assign = { order_id: order.id, reason: 'it is theirs' }
      const path = `/deposits/${await idOf(transaction)}/assign`
      expect((await desk.act('POST', path, assign)).status).toBe(409)
      await compare(corridor)
      await resumeAll(corridor)
      expect(await sentBack()).toEqual(once)
      expect(await returnOf(transaction)).toMatchObject({ status: 'PROCESSED' })
      expect(await verified()).toBeUndefined()
    },
  )
  test('and whose deposit its rail takes back, is found before the reversal is recorded', async () => {
    const transaction = 'taken back after it went'
    await report(corridor, stray(transaction))
    const desk = await newProgram(corridor, 'treasurer')
    const path = `/deposits/${await idOf(transaction)}/return`
    expect((await desk.act('POST', path, { reason: 'statement 9' })).status).toBe(200)
    const backup = await backUp()
    const once = await sentBack()

    await restore(backup)
    const reversal = {
      kind: 'reversal',
      transaction: 'recall',
      index: 0,
      code: 'recalled',
    } as const
    await report(corridor, { ...reversal, ofTransaction: transaction, ofIndex: 0 })
    expect(await returnOf(transaction)).toMatchObject({ status: 'PENDING' })
    await compare(corridor)
    await resumeAll(corridor)
    expect(await sentBack()).toEqual(once)
    await report(corridor)
    expect(await returnOf(transaction)).toMatchObject({ status: 'PROCESSED' })
    const rows = await corridor.sql`select reversed_at is not null as is_reversed from deposits
        where transaction = ${transaction}`
    expect(rows).toEqual([{ is_reversed: true }])
    expect(await verified()).toBeUndefined()
  })
})

/** Deposits name these orders at one account. Two names show neither order. */
async function sharedBy(...orders: { id: string }[]): Promise<void> {
  await corridor.sql`update orders set funding_address = 'shared'
      where id = any (${orders.map(({ id }) => requireUuid('ord', id))})`
}
/** Its deposit named a lost order too, and was returned in the lost time. Now it names only the order of the backup. */
async function returnedInTheLostTime(transaction: string) {
  const order = await corridor.order()
  await sharedBy(order)
  const backup = await backUp()
  const lost = await corridor.order()
  await sharedBy(lost)
  const deposit = {
    ...stray(transaction, 1_000_000_000n),
    account: 'shared',
    reference: `${order.reference_number} or ${lost.reference_number}`,
  }
  await report(corridor, deposit)
  const desk = await newProgram(corridor, 'treasurer')
  const path = `/deposits/${await idOf(transaction)}/return`
  expect((await desk.act('POST', path, { reason: 'whose is it?' })).status).toBe(200)
  const once = await sentBack()
  await restore(backup)
  return { order, deposit, once }
}
async function listedReturn(): Promise<string> {
  const { rows } = await corridor.database.owner.query<{ key: string }>(
    `select key from unknown_sends u where key like 'deposit:%' and put_right_at is null
        and not exists (select from deposit_returns r where r.rail_key = u.key)`,
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.key ?? ''
}
describe('a deposit that was returned in the lost time, and that a restored order seems to own', () => {
  test('is neither converted nor paid out, and its return is recorded as the refund of the order', async () => {
    const { order, deposit, once } = await returnedInTheLostTime('read before the list')
    await compare(corridor, deposit)
    expect(await stateOf(corridor, order)).toBe('STEP_2_FILLING_FX')
    await resumeAll(corridor)
    await advanceAll(corridor)
    expect(await sentFor(world, order)).toEqual([])
    expect(await stateOf(corridor, order)).toBe('STEP_2_FILLING_FX')
    const key = await listedReturn()
    const other = await corridor.order()
    await expect(sentBefore(other, key)).rejects.toThrow('no key of')
    await sentBefore(order, key)
    await advanceAll(corridor)
    expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
    expect(await sentFor(world, order)).toEqual([])
    expect(await sentBack()).toEqual(once)
    expect(await verified()).toBeUndefined()
  })

  test('stays in suspense if it is read after the list, and its return is recorded', async () => {
    const { order, deposit, once } = await returnedInTheLostTime('read after the list')
    await compare(corridor)
    await report(corridor, deposit)
    expect(await stateOf(corridor, order)).toBe('STEP_1_AWAITING_FUNDING')
    const desk = await newProgram(corridor, 'treasurer')
    const path = `/deposits/${await idOf('read after the list')}/return`
    expect((await desk.act('POST', path, { reason: 'the rail lists it' })).status).toBe(200)
    expect(await returnOf('read after the list')).toMatchObject({ status: 'PROCESSED' })
    await resumeAll(corridor)
    expect(await sentBack()).toEqual(once)
    expect(await verified()).toBeUndefined()
  })
})

test('a deposit whose return its rail lists while it is credited stays in suspense', async () => {
  const { order, deposit, once } = await returnedInTheLostTime('read beside the list')
  if (deposit.kind !== 'deposit') throw new Error('the rail reports a deposit')
  const { deps } = corridor
  let lists = 0
  const beside: DepositDeps = {
    ...deps,
    async changeOrder(change) {
      if (lists++ === 0) await compare(corridor)
      return deps.changeOrder(change)
    },
  }
  await recordDeposit(beside, { name: 'sandbox' }, deposit)
  expect(await stateOf(corridor, order)).toBe('STEP_1_AWAITING_FUNDING')
  const desk = await newProgram(corridor, 'treasurer')
  const path = `/deposits/${await idOf('read beside the list')}/return`
  expect((await desk.act('POST', path, { reason: 'the rail lists it' })).status).toBe(200)
  await resumeAll(corridor)
  expect(await sentBack()).toEqual(once)
  expect(await verified()).toBeUndefined()
})

describe('screening that holds a deposit whose return a rail lists', () => {
  const SENDER = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
  /** The list got the sender in the lost time, or after it. */
  async function held(): Promise<ReturnType<typeof screenedWorld>> {
    const screened = screenedWorld(corridor)
    await screened.screenWith([`address ${SENDER}`])
    await corridor.deps.screeners.areConfiguredNow()
    return screened
  }

  test.each(['read before the list', 'read after the list'])(
    'keeps nobody from recording the return, and pays no order: it is %s',
    async (when) => {
      const transaction = `held and ${when}`
      const { order, deposit, once } = await returnedInTheLostTime(transaction)
      const screened = await held()
      if (when === 'read after the list') await compare(corridor)
      await compare(corridor, deposit)
      await screened.runDueWork()
      expect(await stateOf(corridor, order)).toBe('STEP_1_AWAITING_FUNDING')
      const rows = await corridor.sql`select state from screenings
          where deposit_id = ${requireUuid('dep', await idOf(transaction))}`
      expect(rows).toEqual([{ state: 'hold' }])
      await resumeAll(corridor)
      const desk = await newProgram(corridor, 'treasurer')
      const act = async (name: string) =>
        desk.act('POST', `/deposits/${await idOf(transaction)}/${name}`, {
          reason: 'the rail lists it',
        })
      expect((await act('write-off')).status).toBe(409)
      expect((await act('return')).status).toBe(200)
      expect(await returnOf(transaction)).toMatchObject({ status: 'PROCESSED' })
      // Nothing is left to be released or credited.
      await screened.screenNobody()
      await corridor.deps.screeners.areConfiguredNow()
      await screened.runDueWork()
      const waiting = await newProgram(corridor, 'compliance')
      expect((await waiting.act<object[]>('GET', '/queue?kind=screening_hit')).data).toEqual([])
      expect(await stateOf(corridor, order)).toBe('STEP_1_AWAITING_FUNDING')
      expect(await sentFor(world, order)).toEqual([])
      expect(await sentBack()).toEqual(once)
      expect(await verified()).toBeUndefined()
    },
  )
})

describe('a return of before the backup that was given up in the lost time', () => {
  test.each(['is prepared', 'is not prepared yet'])(
    'is not sent if an order was paid with its deposit meanwhile: it %s',
    async (how) => {
      const transaction = `given up ${how}`
      const order = await corridor.order()
      await report(corridor, stray(transaction, 1_000_000_000n))
      const already = await sentBack()
      const desk = await newProgram(corridor, 'treasurer')
      if (how === 'is prepared') await prepared(transaction)
      else {
        const body = { reason: 'statement 7' }
        await desk.act('POST', `/deposits/${await idOf(transaction)}/return`, body)
      }
      const backup = await backUp()
      await giveUp(transaction)
      const olaf = await newProgram(corridor, 'operator')
      const assign = { order_id: order.id, reason: 'it is theirs' }
      const path = `/deposits/${await idOf(transaction)}/assign`
      expect((await olaf.act('POST', path, assign)).status).toBe(200)
      await advanceAll(corridor)
      expect(await sentFor(world, order)).toEqual([`${order.id}:payout:1`])

      await restore(backup)
      await compare(corridor)
      await resumeAll(corridor)
      expect(await sentBack()).toEqual(already)
      // The operator gives it up again, and the order comes to its payout under the same key.
      await giveUp(transaction)
      const again = await newProgram(corridor, 'operator')
      expect((await again.act('POST', path, assign)).status).toBe(200)
      await advanceAll(corridor)
      expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
      expect(await sentBack()).toEqual(already)
      expect(await sentFor(world, order)).toEqual([`${order.id}:payout:1`])
      expect(await verified()).toBeUndefined()
    },
  )

  test('is not sent if the next return of its deposit was', async () => {
    const transaction = 'returned elsewhere'
    await report(corridor, stray(transaction))
    const already = await sentBack()
    await prepared(transaction)
    const backup = await backUp()
    await giveUp(transaction)
    const desk = await newProgram(corridor, 'treasurer')
    const body = { reason: 'statement 8' }
    await desk.act('POST', `/deposits/${await idOf(transaction)}/return`, body)
    const once = await sentBack()
    expect(once).toHaveLength(already.length + 1)

    await restore(backup)
    await compare(corridor)
    await resumeAll(corridor)
    expect(await sentBack()).toEqual(once)
    // The operator gives it up again, and records the listed one.
    await giveUp(transaction)
    const again = await newProgram(corridor, 'treasurer')
    const path = `/deposits/${await idOf(transaction)}/return`
    expect((await again.act('POST', path, body)).status).toBe(200)
    expect((await returnOf(transaction)).status).toBe('PROCESSED')
    expect(await sentBack()).toEqual(once)
  })

  test('is sent once the operator said that all listed sends are of no order', async () => {
    const transaction = 'of nobody'
    await report(corridor, stray(transaction), stray('of somebody else'))
    const already = await sentBack()
    await prepared(transaction)
    const backup = await backUp()
    const lost = await corridor.order()
    await report(corridor, depositFor(lost, 'of a lost order', 1_000_000_000n))
    await advanceAll(corridor)
    expect(await sentFor(world, lost)).toHaveLength(1)

    await restore(backup)
    await compare(corridor)
    const halt = (await selectHalts(corridor.deps.db)).find(({ what }) => what === 'sends')
    if (halt === undefined) throw new Error('no sends are halted')
    await resumeAll(corridor)
    expect(await sentBack()).toEqual(already)
    const desk = await newProgram(corridor, 'treasurer')
    const path = `/deposits/${await idOf('of somebody else')}/return`
    expect((await desk.act('POST', path, { reason: 'statement 9' })).problem.detail).toContain(
      `${lost.id}:payout:1`,
    )
    const listed = await selectUnknownSends(corridor.deps.db, halt.id)
    const { reference } = listed.find(({ is_put_right: isKnown }) => !isKnown) ?? {}
    const by = executionBy(corridor.deps, COMMAND, 'resume', 'it is of a lost order')
    expect(await resume(corridor.deps, by, halt.id, [reference ?? ''])).toMatchObject({
      unknown_sends: 0,
    })
    expect(await sentBack()).toHaveLength(already.length + 1)
    expect((await desk.act('POST', path, { reason: 'statement 9' })).status).toBe(200)
  })
})
