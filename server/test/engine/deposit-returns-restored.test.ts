// A deposit in suspense that was returned after the backup: the restored service records it, and sends it no second time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDepositReturns } from '../../src/engine/deposits/send-returns.ts'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import { publicId, type Uuid } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { RailEntry } from '../../src/outside/rails/port.ts'
import { newProgram } from '../support/desk.ts'
import { restorableWorld, type RestorableWorld } from '../support/restored-database.ts'
import { compare, report, resumeAll } from '../support/restored-orders.ts'
import type { TestService } from '../support/service.ts'

let world: RestorableWorld
let corridor: TestService
beforeAll(async () => {
  world = await restorableWorld()
  corridor = await world.start()
})
afterAll(async () => {
  await corridor.close()
  await world.close()
})

const stray = (transaction: string): RailEntry => ({
  kind: 'deposit',
  transaction,
  index: 0,
  account: 'desk',
  reference: null,
  sender: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
  currency: 'USDC',
  amountMinor: 70_000_000n,
})
async function idOf(transaction: string): Promise<string> {
  const { rows } = await corridor.database.owner.query<{ id: Uuid<'dep'> }>(
    'select id from deposits where transaction = $1',
    [transaction],
  )
  if (rows[0] === undefined) throw new Error(`${transaction} is not recorded`)
  return publicId('dep', rows[0].id)
}
async function sentBack(): Promise<string[]> {
  await corridor.database.owner.query(
    'update deposit_returns set due_at = now() where due_at is not null',
  )
  await sendDepositReturns(corridor.deps)
  const { rows } = await corridor.database.owner.query<{ key: string }>(
    `select key from simulator.executions where key like 'rail/deposit:%' order by key`,
  )
  return rows.map(({ key }) => key)
}

test.each(['before the deposit came', 'after it came'])(
  'a backup %s leads to no second return, and to no other exit of its money',
  async (when) => {
    const transaction = `stray ${when}`
    const already = await sentBack()
    if (when === 'after it came') await report(corridor, stray(transaction))
    await corridor.stop()
    const backup = await world.backUp()
    corridor = await world.start()
    let desk = await newProgram(corridor, 'treasurer')
    const act = async (name: string, body: object = {}) =>
      desk.act<{ exit: string | null }>('POST', `/deposits/${await idOf(transaction)}/${name}`, {
        reason: 'statement 7',
        ...body,
      })
    await report(corridor, stray(transaction))
    expect((await act('return')).status).toBe(200)
    const once = await sentBack()
    expect(once).toHaveLength(already.length + 1)

    corridor = await world.restore(corridor, backup)
    desk = await newProgram(corridor, 'treasurer')
    // Its rail was not compared yet.
    if (when === 'after it came')
      for (const [name, body] of [
        ['return', {}],
        ['book', { from_account: 'treasury' }],
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
    expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
  },
)
