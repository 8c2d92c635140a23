// Orders that an unmatched deposit may belong to: found by rules, stored with the deposit, assigned only by an operator.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assignDeposit } from '../../src/engine/deposits/assign-deposit.ts'
import { selectUnmatchedDeposits } from '../../src/engine/deposits/queries.ts'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import {
  mistakesIn,
  suggestOrders,
  type Candidate,
} from '../../src/engine/deposits/suggest-orders.ts'
import { instantAt } from '../../src/platform/clock.ts'
import { newUuid, publicId, type Uuid } from '../../src/platform/ids.ts'
import { quotedReferenceNumbers } from '../../src/engine/orders/reference-number.ts'
import { selectOperatorOrder } from '../../src/engine/orders/operator-queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { requireUuid } from '../support/ids.ts'
import { testService, type TestService } from '../support/service.ts'

const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  organizationId: newUuid('org', instantAt(0)),
  id: newUuid('ord', instantAt(0)),
  referenceNumber: 'CO-20260304-0123ABCD',
  isAtAccount: true,
  isAwaitingFunding: true,
  payinCurrency: 'COP',
  openMinor: 100_000n,
  ...more,
})
const suggest = (reference: string | null, candidates: Candidate[], amountMinor = 5n) =>
  suggestOrders(
    { reference, currency: 'COP', amountMinor },
    quotedReferenceNumbers(reference ?? ''),
    candidates,
  ).map(({ reason, score }) => `${reason} ${score}`)
const many = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    candidate({ referenceNumber: `CO-20260304-ZZZZZZ${String(at).padStart(2, '0')}` }),
  )

describe('a suggestion', () => {
  test.each([
    ['the whole number, at another account', 'for CO-20260304-0123ABCD', 'number 90'],
    ['a wrong date', 'CO-20260403-0123ABCD', 'part_of_number 80'],
    ['the random part alone', 'ref 0123abcd thanks', 'part_of_number 80'],
    ['one wrong character', 'CO 20260304 0123ABCE', 'part_of_number 65'],
    ['one character too many', 'CO 20260304 0123AABCD', 'part_of_number 65'],
    ['two characters left out', 'CO 20260304 012ABC', 'part_of_number 50'],
  ])('is made for %s', (_what, reference, expected) => {
    expect(suggest(reference, [candidate({ isAtAccount: false })])).toEqual([expected])
  })

  test('is not made for other text, however long', () => {
    const text = 'payment of invoice 4711 by transfer, as agreed on the telephone '.repeat(15)
    expect(suggest(text, [...many(4), candidate()])).toEqual([])
    expect(suggest(null, [...many(4), candidate()])).toEqual([])
  })

  test('ranks a number before an amount, and the amount adds to a number', () => {
    const all = [
      candidate({ openMinor: 5n }),
      candidate({ referenceNumber: 'CO-20260304-99999999', openMinor: 5n }),
      candidate({ referenceNumber: 'CO-20260304-88888888' }),
    ]
    expect(suggest('0123ABCD', all)).toEqual(['part_of_number 90', 'amount 40', 'account 10'])
  })

  test('by amount needs an order that awaits this currency', () => {
    const others = many(4)
    const paid = candidate({ isAwaitingFunding: false, openMinor: 5n })
    const other = candidate({ payinCurrency: 'USDC', openMinor: 5n })
    expect(suggest(null, [...others, paid, other])).toEqual([])
  })

  test('is one of at most five', () => {
    expect(suggest(null, many(9), 100_000n)).toHaveLength(5)
  })
})

test.each([
  ['', 'ABC', 3],
  ['XXABCXX', 'ABC', 0],
  ['XXABXCXX', 'ABC', 1],
  ['AC', 'ABC', 1],
  ['ADC', 'ABC', 1],
])('%j has %j with %3$i mistakes', (text, part, mistakes) => {
  expect(mistakesIn(text, part)).toBe(mistakes)
})

describe('an unmatched deposit', () => {
  let corridor: TestService
  beforeAll(async () => void (corridor = await testService({ worker: false })))
  afterAll(() => corridor.close())

  const report = (account: string, reference: string | null, rail = 'sandbox') =>
    recordDeposit(
      corridor.deps,
      { name: rail },
      {
        kind: 'deposit',
        transaction: `${rail} ${account} ${reference}`,
        index: 0,
        account,
        reference,
        sender: null,
        currency: 'USDC',
        amountMinor: 7n,
      },
    )
  async function suggested() {
    const { rows } = await corridor.database.owner.query<{ order_id: Uuid<'ord'>; reason: string }>(
      `select s.order_id, s.reason from deposit_suggestions s join deposits d on d.id = s.deposit_id
        where d.order_id is null order by s.score desc, s.order_id`,
    )
    return rows.map(({ order_id, reason }) => `${publicId('ord', order_id)} ${reason}`)
  }

  test('keeps its suggestions until an operator assigns it', async () => {
    const orders: OrderJson[] = []
    for (let count = 0; count < 4; count += 1) orders.push(await corridor.order())
    const [order, ...others] = orders
    if (order === undefined) throw new Error('no order')
    const ids = orders.map(({ id }) => requireUuid('ord', id))
    await corridor.sql`update orders set funding_address = 'shared' where id = any (${ids})`
    // One wrong character.
    const digits = order.reference_number.slice(-8)
    const wrong = `${digits.startsWith('7') ? '8' : '7'}${digits.slice(1)}`
    await report('shared', `invoice ${order.reference_number.slice(0, -8)}${wrong}`)
    expect(await suggested()).toEqual([`${order.id} part_of_number`])

    const [deposit] = await selectUnmatchedDeposits(corridor.deps.db, false)
    const row = await selectOperatorOrder(corridor.deps.db, requireUuid('ord', order.id))
    if (deposit === undefined || row === undefined) throw new Error('nothing to assign')
    await assignDeposit(corridor.deps, deposit, row, { wrongAsset: false })
    expect(await suggested()).toEqual([])

    const two = others.slice(0, 2)
    await report('shared', two.map(({ reference_number: number }) => number).join(' or '))
    expect((await suggested()).toSorted()).toEqual(two.map(({ id }) => `${id} number`).toSorted())
  })

  test('at an account or on a rail of no order is suggested by the number that it quotes', async () => {
    const before = await suggested()
    const order = await corridor.order()
    await report('an account of nobody', order.reference_number)
    await report(order.funding_instructions.details['address'] ?? '', null, 'evm:other')
    await report('an account of nobody', 'no number')
    expect((await suggested()).toSorted()).toEqual([...before, `${order.id} number`].toSorted())
  })

  test('is recorded once with its suggestions, also when it is reported many times', async () => {
    const order = await corridor.order()
    await Promise.all([1, 2, 3].map(() => report('nobody again', order.reference_number)))
    const found = (await suggested()).filter((one) => one.startsWith(order.id))
    expect(found).toEqual([`${order.id} number`])
  })
})
