// Sums that pages of the console show. The service cuts trailing zeros, so amounts differ in their decimals.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { corridorsOf } from '../../../console/src/operator/corridors.ts'
import { amountsBetween } from '../../../console/src/operator/route-file.ts'
import { decimalsOf, withDecimals } from '../../../console/src/parts/amount.ts'
import { balanceOf, sumOf } from '../../../console/src/parts/sums.ts'
import { formatAmount } from '../../src/platform/money/decimal.ts'

const minor = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })
const currency = fc.constantFrom('USDC', 'COP', 'SOL', 'CLP')
const total = (counts: readonly bigint[]) => counts.reduce((sum, count) => sum + count, 0n)
const text = (count: bigint, code: string) =>
  count < 0n ? `-${formatAmount(-count, code)}` : formatAmount(count, code)

describe('amounts of one currency', () => {
  test('add up to the sum of their minor units, in any currency and with any zeros cut', () => {
    fc.assert(
      fc.property(currency, fc.array(minor, { minLength: 1 }), (code, counts) => {
        expect(sumOf(counts.map((count) => text(count, code)))).toBe(text(total(counts), code))
      }),
    )
  })

  test('of a margin with cut zeros add up to 117.43997, not 112.04537', () => {
    expect(sumOf(['100.00', '5.994', '11.44597'])).toBe('117.43997')
    expect(sumOf([])).toBe('0')
  })

  test('leave an account even exactly if its debits equal its credits', () => {
    const counts = fc.array(minor.map((count) => (count < 0n ? -count : count)))
    fc.assert(
      fc.property(currency, counts, counts, (code, debits, credits) => {
        const left = total(debits) - total(credits)
        const balance = balanceOf(
          debits.map((count) => text(count, code)),
          credits.map((count) => text(count, code)),
        )
        if (left === 0n) expect(balance).toBeUndefined()
        else
          expect(balance).toEqual({
            side: left > 0n ? 'debit' : 'credit',
            amount: text(left < 0n ? -left : left, code),
          })
      }),
    )
    expect(balanceOf(['22342.50', '0.123456'], ['22342.50', '0.12', '0.003456'])).toBeUndefined()
  })
})

test('amounts for a preview lie between limits with different decimals', () => {
  expect(amountsBetween('10.00', '5000.5')).toEqual([
    '10.00',
    '100.00',
    '1000.00',
    '2500.25',
    '5000.50',
  ])
  expect(amountsBetween('10.123456', '20.00')).toEqual(['10.123456', '20.00'])
})

test('a corridor is one row, with each figure in the currencies that moved', () => {
  const zero = { sold: '0.00', delivered: '0.00', fee: '0.00', margin: '0.00' }
  const names = ['USDC to COP']
  expect(
    corridorsOf([
      { ...zero, names, currency: 'USDC', sold: '990.00', fee: '10.00', margin: '10.00' },
      { ...zero, names, currency: 'COP', delivered: '4200000.00', margin: '-5.00' },
    ]),
  ).toEqual([
    {
      name: 'USDC to COP',
      sold: [{ amount: '990.00', currency: 'USDC' }],
      delivered: [{ amount: '4200000.00', currency: 'COP' }],
      fee: [{ amount: '10.00', currency: 'USDC' }],
      margin: [
        { amount: '10.00', currency: 'USDC' },
        { amount: '-5.00', currency: 'COP' },
      ],
    },
  ])
})

test('amounts of one currency in a column have the same decimals, and the same value', () => {
  const usdc = ['1126.2735', '1118.00', '-3.5'].map((amount) => ({ amount, currency: 'USDC' }))
  const most = decimalsOf([...usdc, { amount: '4250', currency: 'CLP' }])
  expect([...most]).toEqual([
    ['USDC', 4],
    ['CLP', 0],
  ])
  expect(usdc.map(({ amount }) => withDecimals(amount, 4))).toEqual([
    '1126.2735',
    '1118.0000',
    '-3.5000',
  ])
  expect(withDecimals('4250', 0)).toBe('4250')
})
