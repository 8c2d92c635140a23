// Reference numbers in a payer's text at a shared account: which order the deposit is for.
import { instantAt } from '../../src/platform/clock.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { selectUnmatchedDeposits } from '../../src/engine/deposits/queries.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import {
  quotedReferenceNumbers,
  referenceNumber,
} from '../../src/engine/orders/reference-number.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { testService, type TestService } from '../support/service.ts'

describe('a reference number', () => {
  test.each([
    'CO-20260302-7K3M9QXA',
    'co-20260302-7k3m9qxa',
    'CO 20260302 7K3M9QXA',
    'CO202603027K3M9QXA',
    'CO–20260302–7K3M9QXA',
    'c/o: CO.20260302.7K3M 9QXA, with thanks',
    'INV 17 CO-2026 0302-7K3M9Q\nXA',
    'C0-2O26O3O2-7K3M9QXA',
    'ＣＯ－２０２６０３０２－７Ｋ３Ｍ９ＱＸＡ',
  ])('is found in %j', (text) => {
    expect(quotedReferenceNumbers(text)).toEqual(['CO-20260302-7K3M9QXA'])
  })

  test.each(['', 'invoice 42', 'CO-2026030-7K3M9QXA', 'CO-20260302-7K3M9Q'])(
    'is not found in %j',
    (text) => expect(quotedReferenceNumbers(text)).toEqual([]),
  )

  test('is found amid any text, and with any characters between its parts', () => {
    const noise = fc.string({
      unit: fc.constantFrom(' ', '-', '.', '/', '_', '–', '\n'),
      maxLength: 3,
    })
    const words = fc.string({ maxLength: 20 })
    const digits = fc.array(noise, { minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(words, digits, words, fc.boolean(), (before, noises, after, isLower) => {
        const number = referenceNumber(instantAt(Date.parse('2026-03-02T00:00:00Z')))
        const mangled = [...number].map((digit, index) => digit + (noises[index] ?? '')).join('')
        const text = `${before} ${isLower ? mangled.toLowerCase() : mangled} ${after}`
        expect(quotedReferenceNumbers(text)).toContain(number)
      }),
    )
  })
})

describe('a deposit to a shared account', () => {
  const ACCOUNT = 'one account for all'
  let corridor: TestService
  beforeAll(async () => void (corridor = await testService({ worker: false })))
  afterAll(() => corridor.close())

  async function orderAtTheAccount(): Promise<OrderJson> {
    const order = await corridor.order()
    await corridor.sql`update orders set funding_address = ${ACCOUNT}
        where id = ${uuidOf('ord', order.id)}`
    return order
  }

  let transactions = 0
  async function pay(reference: string | null): Promise<string | null> {
    const funded = await recordDeposit(
      corridor.deps,
      { name: 'sandbox' },
      {
        kind: 'deposit',
        transaction: `shared-${++transactions}`,
        index: 0,
        account: ACCOUNT,
        reference,
        sender: null,
        currency: 'USDC',
        amountMinor: 1000_000000n,
      },
    )
    return funded?.reference_number ?? null
  }

  test('goes to the order whose number the payer wrote, exactly or mangled', async () => {
    const [one, other] = [await orderAtTheAccount(), await orderAtTheAccount()]
    expect(await pay(one.reference_number)).toBe(one.reference_number)
    const mangled = `pago ${other.reference_number.toLowerCase().replaceAll('-', ' ')} gracias`
    expect(await pay(mangled)).toBe(other.reference_number)
  })

  test("goes to no order without a number, with two numbers, or with the number of another account's order", async () => {
    const [one, other] = [await orderAtTheAccount(), await orderAtTheAccount()]
    const elsewhere = await corridor.order()
    const before = (await selectUnmatchedDeposits(corridor.deps.db, false)).length
    expect(await pay(null)).toBeNull()
    expect(await pay('thank you')).toBeNull()
    expect(await pay(elsewhere.reference_number)).toBeNull()
    expect(await pay(`${one.reference_number} ${other.reference_number}`)).toBeNull()
    expect(await selectUnmatchedDeposits(corridor.deps.db, false)).toHaveLength(before + 4)
  })

  test('goes to the order whose number is written twice', async () => {
    const order = await orderAtTheAccount()
    expect(await pay(`${order.reference_number}/${order.reference_number}`)).toBe(
      order.reference_number,
    )
  })
})
