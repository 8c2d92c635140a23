// Exact decimals, compared with fractions of bigints.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as decimal from '../src/decimal.ts'

const text = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(24))
  .map(([digits, decimals]) => decimal.fromMinor(digits, decimals))
/** In units of 10^-48. */
const units = (value: string): bigint => decimal.toMinor(value, 48)

test('comparison, sum and difference are exact', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const order = units(a) < units(b) ? -1 : units(a) > units(b) ? 1 : 0
      expect(decimal.compare(a, b)).toBe(order)
      expect(units(decimal.add(a, b))).toBe(units(a) + units(b))
      expect(units(decimal.subtract(a, b))).toBe(units(a) - units(b))
    }),
  )
})

test('a product is the nearest on the named side', () => {
  fc.assert(
    fc.property(text, text, fc.nat(10), (a, b, decimals) => {
      const exact = units(a) * units(b)
      const of = (rounding: decimal.Rounding) =>
        units(decimal.multiply(a, b, { decimals, rounding })) * 10n ** 48n
      const unit = 10n ** BigInt(96 - decimals)
      const size = (value: bigint) => (value < 0n ? -value : value)
      expect(size(of('down')) <= size(exact) && size(exact) - size(of('down')) < unit).toBe(true)
      expect(size(of('up')) >= size(exact) && size(of('up')) - size(exact) < unit).toBe(true)
      for (const half of ['half_up', 'half_even'] as const)
        expect(size(of(half) - exact) * 2n <= unit).toBe(true)
    }),
  )
})

test.each([
  ['1.005', 2, 'down', '1.00'],
  ['1.005', 2, 'up', '1.01'],
  ['1.005', 2, 'half_up', '1.01'],
  ['1.005', 2, 'half_even', '1.00'],
  ['1.015', 2, 'half_even', '1.02'],
  ['-1.005', 2, 'half_up', '-1.01'],
  ['-1.009', 2, 'down', '-1.00'],
  ['-0.004', 2, 'half_up', '0.00'],
  ['0.5', 0, 'half_even', '0'],
  ['999.999', 2, 'up', '1000.00'],
] as const)('%s with %i decimals, %s, is %s', (value, decimals, rounding, expected) => {
  expect(decimal.format(value, { decimals, rounding })).toBe(expected)
})

test('a quote can be recomputed: net times rate, rounded down', () => {
  const net = decimal.subtract('1000.00', decimal.add('15.00', '2.85'))
  expect(decimal.multiply(net, '4237.25', { decimals: 2, rounding: 'down' })).toBe('4161615.08')
})

test('thousands are grouped as the caller says', () => {
  const grouped = (value: string, group: string) => decimal.format(value, { decimals: 2, group })
  expect(grouped('1234567.5', ',')).toBe('1,234,567.50')
  expect(grouped('-123456', "'")).toBe("-123'456.00")
  expect(grouped('123', '$&')).toBe('123.00')
})

describe('refused', () => {
  test.each([
    1,
    0.1,
    null,
    undefined,
    '',
    '1e3',
    '.5',
    '1.',
    '+1',
    ' 1',
    '1,000',
    '١',
    {},
    10n,
    'x'.repeat(50),
    '1'.repeat(1001),
  ])('%s as a value', (value) => {
    // A caller without types.
    const untyped: { compare: (a: unknown, b: unknown) => number } = {
      ...decimal,
      compare: (a, b) => Reflect.apply(decimal.compare, undefined, [a, b]),
    }
    expect(() => untyped.compare(value, '1')).toThrow(TypeError)
  })

  test.each([1, '1', null])('%j as minor units', (minor) => {
    expect(() => Reflect.apply(decimal.fromMinor, undefined, [minor, 2])).toThrow(TypeError)
  })

  test('decimals that would be lost without a named rounding', () => {
    expect(() => decimal.format('1.005', { decimals: 2 })).toThrow(/name a rounding/)
    expect(() => decimal.toMinor('0.001', 2)).toThrow(RangeError)
    expect(decimal.toMinor('0.010', 2)).toBe(1n)
  })
})
