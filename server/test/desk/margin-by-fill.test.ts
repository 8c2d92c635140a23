// What the ledger has for an order with several fills is split among them, and the parts are the whole to the minor unit.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byFill, shares, type FillShare } from '../../src/desk/reports/by-fill.ts'

const fill = (sold: bigint, delivered: bigint): FillShare => ({
  provider_name: 'ALPHA',
  payout_currency: 'COP',
  sold_minor: sold,
  delivered_minor: delivered,
})
const amount = (min: bigint) => fc.bigInt({ min, max: 10n ** 18n })
const fills = fc.array(fc.tuple(amount(1n), amount(0n)), { minLength: 2, maxLength: 6 })
const total = (parts: readonly bigint[]) => parts.reduce((all, one) => all + one, 0n)

test('the parts of any figures add up to the whole', () =>
  fc.assert(
    fc.property(
      fills,
      amount(-(10n ** 18n)),
      amount(0n),
      amount(-(10n ** 18n)),
      (sizes, result, loss, fee) => {
        const whole = new Map([
          ['fx_result', result],
          ['loss', loss],
          ['accepted_loss', loss],
          ['fee', fee],
        ])
        for (const currency of ['COP', 'USDC']) {
          const parts = byFill(
            whole,
            currency,
            sizes.map(([sold, delivered]) => fill(sold, delivered)),
          )
          expect(parts).toHaveLength(sizes.length)
          for (const [name, minor] of whole)
            expect(total(parts.map((part) => part.get(name) ?? 0n)), name).toBe(minor)
        }
      },
    ),
  ))

test('no part is larger than the whole, or on the other side of it', () =>
  fc.assert(
    fc.property(
      amount(-(10n ** 18n)),
      fc.array(amount(0n), { minLength: 1, maxLength: 6 }),
      (whole, weights) => {
        for (const part of shares(whole, weights)) {
          expect(part * whole >= 0n).toBe(true)
          expect(part * part <= whole * whole).toBe(true)
        }
      },
    ),
  ))

test('a provider that delivered more than was promised gains, and one that delivered less loses', () => {
  // 3 were sold for a promise of 300. The first delivered 110 for 1, the second 180 for 2.
  const parts = byFill(
    new Map([
      ['fx_result', -10n],
      ['loss', 10n],
      ['fee', 7n],
    ]),
    'COP',
    [fill(1n, 110n), fill(2n, 180n)],
  )
  expect(parts.map((part) => part.get('fx_result'))).toEqual([10n, -20n])
  expect(parts.map((part) => part.get('loss'))).toEqual([0n, 10n])
  expect(parts.map((part) => part.get('fee'))).toEqual([2n, 5n])
})
