// Funding accounts from a pool: one order at a time has an account, and an empty pool refuses new orders.
import { expect, test } from 'vitest'
import { later } from '../../src/platform/clock.ts'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { selectUnmatchedDeposits } from '../../src/engine/deposits/queries.ts'
import { publicId, uuidOf, type Uuid } from '../../src/platform/ids.ts'
import { currenciesOf } from '../../src/outside/methods/methods.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { Rail } from '../../src/outside/rails/port.ts'
import { addAccounts, keepPools } from '../../src/engine/funding-accounts/pools.ts'
import { fixedRails } from '../../src/outside/rails/registry.ts'
import { forFile } from '../support/for-file.ts'
import { changedRails } from '../support/rails.ts'
import { testService } from '../support/service.ts'

const DAY_MS = 86_400_000
const POOL = { rail: 'sandbox', method: 'SOLANA_ADDRESS', currency: 'USDC' } as const
const ADDRESSES = [
  '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
]

const corridor = await forFile(
  testService({
    worker: false,
    replace: ({ rails }) => ({
      rails: changedRails(rails, (rail) => ({ ...rail, fundingAccount: () => 'from_pool' })),
    }),
  }),
)

const addressOf = (order: OrderJson) => order.funding_instructions.details['address'] ?? ''
const tryOrder = async () =>
  corridor.post<OrderJson>(`${corridor.organization}/orders`, {
    quote_id: (await corridor.quote()).id,
  })
const deposit = (account: string, amountMinor: bigint, transaction: string) =>
  recordDeposit(
    corridor.deps,
    { name: 'sandbox' },
    {
      kind: 'deposit',
      transaction,
      index: 0,
      account,
      reference: null,
      sender: null,
      currency: 'USDC',
      amountMinor,
    },
  )

test('an empty pool refuses the order with 503 and Retry-After, and the quote stays unused', async () => {
  const refused = await tryOrder()
  expect(refused.status).toBe(503)
  expect(refused.problem.code).toBe('funding_account_unavailable')
  expect(refused.headers.get('retry-after')).toBe('30')
})

test('each account goes to one of many concurrent orders, and the others get 503', async () => {
  await addAccounts(
    corridor.deps,
    POOL,
    ADDRESSES.map((address) => ({ address })),
  )
  const answers = await Promise.all(Array.from({ length: 8 }, tryOrder))
  const made = answers.filter(({ status }) => status === 201)
  expect(made.map(({ data }) => addressOf(data)).toSorted()).toEqual(ADDRESSES)
  expect(new Set(answers.filter((one) => !made.includes(one)).map(({ status }) => status))).toEqual(
    new Set([503]),
  )
})

test('an account is free 30 days after its order ended; a later deposit must fit the new order', async () => {
  const { owner } = corridor.database
  const { rows } = await owner.query<{ order_id: Uuid<'ord'>; account: string }>(
    'select order_id, account from funding_accounts order by account limit 1',
  )
  const [taken] = rows
  if (taken === undefined) throw new Error('no account is assigned')
  const path = `${corridor.organization}/orders/${publicId('ord', taken.order_id)}/cancel`
  expect((await corridor.post(path, {}, { idempotencyKey: null })).status).toBe(200)
  const { clock } = corridor
  const at = clock.now()
  const keepAt = (ms: number) =>
    keepPools({ ...corridor.deps, clock: { ...clock, now: () => later(at, ms) } })
  const isFree = async () =>
    (await owner.query('select from funding_accounts where order_id is null')).rowCount === 1
  await keepAt(30 * DAY_MS - 1)
  expect(await isFree()).toBe(false)
  await keepAt(30 * DAY_MS + 1)
  expect(await isFree()).toBe(true)
  const second = (await tryOrder()).data
  expect(addressOf(second)).toBe(taken.account)
  expect(await deposit(taken.account, 5n, 'for the first order')).toBeNull()
  expect(await selectUnmatchedDeposits(corridor.deps.db, false)).toHaveLength(1)
  const funded = await deposit(taken.account, 1_000_000_000n, 'for the second order')
  expect(funded?.id).toBe(uuidOf('ord', second.id))
})

test('the task fills a pool ahead with one key until the accounts are stored', async () => {
  const [simulated] = await corridor.deps.rails.all()
  if (simulated === undefined) throw new Error('the sandbox has no rail')
  const keys: string[] = []
  const bank: Rail = {
    ...simulated,
    name: 'bank:test',
    served: [{ method: 'MXN_CLABE', currencies: currenciesOf('MXN_CLABE') }],
    async openAccounts(key) {
      keys.push(key)
      if (keys.length === 1) throw new Error('no answer')
      return [
        { clabe: '032180000118359719', account_holder_name: 'Desk', bank_name: 'Banco' },
        { clabe: '002010077777777771', account_holder_name: 'Desk', bank_name: 'Banco' },
      ]
    },
  }
  const deps = { ...corridor.deps, rails: fixedRails([bank]) }
  await keepPools(deps)
  await keepPools(deps)
  await keepPools(deps)
  expect(keys).toEqual([
    'pool:bank:test:MXN_CLABE:MXN:0',
    'pool:bank:test:MXN_CLABE:MXN:0',
    'pool:bank:test:MXN_CLABE:MXN:2',
  ])
  const { rowCount } = await corridor.database.owner.query(
    `select from funding_accounts where rail = 'bank:test'`,
  )
  expect(rowCount).toBe(2)
})
