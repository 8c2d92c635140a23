// A credit belongs to an order only if its reference, its account, or its amount and sender say so.
import { afterEach, expect, test } from 'vitest'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { SeenDeposit } from '../../src/outside/rails/port.ts'
import { fixedRails } from '../../src/outside/rails/registry.ts'
import { NO_ID, publicId, type Uuid } from '../../src/platform/ids.ts'
import { forFile } from '../support/for-file.ts'
import { newProgram } from '../support/desk.ts'
import { rowOf } from '../support/orders.ts'
import { manualClock, testService } from '../support/service.ts'

const clock = manualClock()
const corridor = await forFile(testService({ clock, worker: false }))
afterEach(async () => expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined())

let number = 0
const credit = (account: string, amountMinor: bigint, more: Partial<SeenDeposit> = {}) => ({
  kind: 'deposit' as const,
  transaction: `credit-${number++}`,
  index: 0,
  account,
  reference: null,
  sender: null,
  currency: 'USDC',
  amountMinor,
  ...more,
})

/** Records the deposit at a rail that gives all orders the account; returns the number of the order that got it. */
async function report(deposit: SeenDeposit): Promise<string | undefined> {
  const [sandbox] = await corridor.deps.rails.all()
  if (sandbox === undefined) throw new Error('the sandbox has no rail')
  const sharing = { ...sandbox, fundingAccount: () => ({ address: deposit.account }) }
  const deps = { ...corridor.deps, rails: fixedRails([sharing]) }
  return (await recordDeposit(deps, sandbox, deposit))?.reference_number
}

async function orderAt(account: string): Promise<OrderJson> {
  const order = await corridor.order((await corridor.quote()).id)
  const move = 'update orders set funding_address = $2 where reference_number = $1'
  await corridor.database.owner.query(move, [order.reference_number, account])
  return order
}

const totalOf = async (order: OrderJson) => (await rowOf(corridor, order)).payin_total_minor

async function walletOf(order: OrderJson): Promise<string> {
  const { organization_id: organizationId, payin_instrument_id: id } = await rowOf(corridor, order)
  const instrument = await corridor.deps.catalogue.instrument({ organizationId, id })
  return instrument?.details['address'] ?? ''
}

test('a credit at a shared account belongs to its only order if nothing says so to none', async () => {
  const order = await orderAt('desk-1')
  const total = await totalOf(order)
  expect(await report(credit('desk-1', 50_000_000_000n))).toBeUndefined()
  expect(await report(credit('desk-1', total))).toBeUndefined()
  expect(await report(credit('desk-1', total, { sender: 'a stranger' }))).toBeUndefined()
  const sender = await walletOf(order)
  expect(await report(credit('desk-1', total - 1n, { sender }))).toBeUndefined()
  const rows = await corridor.sql<{ reason: string }>`select s.reason from deposit_suggestions s
      join deposits d on d.id = s.deposit_id where d.address = 'desk-1'`
  expect(rows.map(({ reason }) => reason).toSorted()).toEqual([
    'account',
    'account',
    'amount',
    'amount',
  ])
})

test('the exact amount from the account of the order counts at a shared account', async () => {
  const [order] = [await orderAt('desk-2'), await orderAt('desk-2')]
  if (order === undefined) throw new Error('no order was made')
  const [sender, amount] = [await walletOf(order), await totalOf(order)]
  // Both orders await it from the same wallet: a person decides.
  expect(await report(credit('desk-2', amount, { sender }))).toBeUndefined()
  const reference = order.reference_number
  expect(await report(credit('desk-2', 1n, { reference }))).toBe(reference)
  expect(await report(credit('desk-2', amount - 1n, { sender }))).toBe(reference)
})

test('an account of a pool that is used again belongs to its present order only from its payer', async () => {
  const [, order] = [await orderAt('pooled'), await orderAt('pooled')]
  if (order === undefined) throw new Error('no order was made')
  const row = await rowOf(corridor, order)
  await corridor.database.owner.query(
    `insert into funding_accounts (id, rail, method, currency, account, details, added_at, organization_id, order_id, assigned_at)
     values (gen_random_uuid(), 'sandbox', 'USDC_SOLANA', 'USDC', 'pooled', '{}', now(), $1, $2, now())`,
    [row.organization_id, row.id],
  )
  const amount = row.payin_total_minor
  expect(await report(credit('pooled', amount, { sender: 'an earlier payer' }))).toBeUndefined()
  expect(await report(credit('pooled', amount + 1n))).toBeUndefined()
  expect(await report(credit('pooled', amount, { sender: await walletOf(order) }))).toBe(
    order.reference_number,
  )
})

/** The rail is read again after a restore, from this moment on. Returns what ends it. */
async function rereadRail(): Promise<() => Promise<unknown>> {
  const { owner } = corridor.database
  await owner.query(
    `insert into halts (id, what, rail, cause, actor, reason, halted_at)
     values (gen_random_uuid(), 'sends', 'sandbox', 'restore', 'service', 'a test', $1)`,
    [new Date(clock.now() + 1)],
  )
  clock.advance(2)
  return () => owner.query(`update halts set resumed_at = halted_at where resumed_at is null`)
}

test('what a rail tells again after a restore belongs to no order of afterwards unless the payer names it', async () => {
  const before = await orderAt('desk-3')
  const end = await rereadRail()
  const [shared, pooled] = [await orderAt('desk-4'), await orderAt('pooled-2')]
  await corridor.database.owner.query(
    `insert into funding_accounts (id, rail, method, currency, account, details, added_at, organization_id, order_id, assigned_at)
     select gen_random_uuid(), 'sandbox', 'USDC_SOLANA', 'USDC', 'pooled-2', '{}', now(), organization_id, id, now()
       from orders where reference_number = $1`,
    [pooled.reference_number],
  )
  const amount = await totalOf(shared)
  const from = async (order: OrderJson) => ({ sender: await walletOf(order) })
  // The lost order had these accounts, and was paid out.
  expect(await report(credit('desk-4', amount, await from(shared)))).toBeUndefined()
  expect(await report(credit('pooled-2', amount, await from(pooled)))).toBeUndefined()
  expect(await report(credit('pooled-2', 7_000_000n))).toBeUndefined()
  const { reference_number: reference } = shared
  expect(await report(credit('desk-4', 1n, { reference }))).toBe(reference)
  expect(await report(credit('desk-3', await totalOf(before), await from(before)))).toBe(
    before.reference_number,
  )
  // It may have been returned in the lost time.
  const olaf = await newProgram(corridor, 'operator')
  const rows = await corridor.sql<{ id: Uuid<'dep'> }>`select id from deposits
      where address = 'pooled-2' order by amount_minor limit 1`
  const assign = async ({ id }: OrderJson) =>
    olaf.act('POST', `/deposits/${publicId('dep', rows[0]?.id ?? NO_ID)}/assign`, {
      order_id: id,
      reason: 'it is theirs',
    })
  expect((await assign(shared)).problem.detail).toContain('corridor halts')
  await corridor.sql`update halts set lists_sends = false, read_at = halted_at
      where resumed_at is null`
  await corridor.deps.halts.present('fresh')
  expect((await assign(before)).status).toBe(200)
  await end()
  expect(await report(credit('pooled-2', amount))).toBe(pooled.reference_number)
})
