// Amounts and rates in requests and responses, rounding divisions, and currencies.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import codes from 'currency-codes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencies, isCurrency, minorUnits } from '../../src/platform/money/currencies.ts'
import {
  formatAmount,
  formatRate,
  formatRateText,
  MAX_MINOR,
  parseAmount,
  parseRate,
  RATE_SCALE,
} from '../../src/platform/money/decimal.ts'
import {
  divideRoundDown,
  divideRoundHalfUp,
  divideRoundUp,
} from '../../src/platform/money/rounding.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/money.md'), 'utf8')
const stablecoins = ['USDC', 'USDT', 'EURC']

const anyCurrency = fc.constantFrom(...currencies)
const anyMinor = fc.oneof(
  fc.bigInt({ min: 1n, max: MAX_MINOR }),
  fc.bigInt({ min: 1n, max: 10_000n }),
)

describe('parsing amounts', () => {
  test.each([
    ['1', 'USD', 100n],
    ['1.5', 'USD', 150n],
    ['1.50', 'USD', 150n],
    ['0.01', 'USD', 1n],
    ['1015.00', 'USD', 101_500n],
    ['0.000001', 'USDC', 1n],
    ['1000', 'CLP', 1000n],
    ['999999999999999999', 'CLP', 999_999_999_999_999_999n],
    ['9999999999999999.99', 'USD', MAX_MINOR],
    ['999999999999.999999', 'USDC', MAX_MINOR],
  ])('%j %s is accepted', (text, currency, minor) => {
    expect(parseAmount(text, currency)).toEqual({ ok: true, minor })
  })

  test.each([
    ['', 'nothing'],
    ['-1', 'a sign'],
    ['+1', 'a sign'],
    ['-0', 'a sign'],
    ['1e3', 'an exponent'],
    ['1E3', 'an exponent'],
    [' 1', 'a blank'],
    ['1 ', 'a blank'],
    ['1\n', 'a line end'],
    ['1\u00a0000', 'a blank inside'],
    ['01', 'a leading zero'],
    ['00', 'a leading zero'],
    ['00.5', 'a leading zero'],
    ['.5', 'no whole part'],
    ['1.', 'a point with nothing after it'],
    ['.', 'a point alone'],
    ['1.2.3', 'two points'],
    ['1,5', 'a comma'],
    ['1,000', 'a thousands mark'],
    ['1_000', 'a thousands mark'],
    ["1'000", 'a thousands mark'],
    ['0x10', 'another base'],
    ['0b1', 'another base'],
    ['1n', 'a letter'],
    ['NaN', 'a word'],
    ['Infinity', 'a word'],
    ['$1', 'a currency sign'],
    ['\u0661\u0662', 'Arabic-Indic digits'],
    ['\u06f1', 'Persian digits'],
    ['\u0967', 'Devanagari digits'],
    ['\uff11', 'full-width digits'],
    ['1.\u0665', 'an Arabic-Indic fraction'],
    ['1\u066b5', 'an Arabic decimal point'],
    ['\u00b2', 'a superscript'],
    ['\u200b1', 'an invisible character'],
    ['1000000000000000000', '19 digits before the point'],
    ['0.0000000000000000001', '19 digits after it'],
  ])('%j is refused in every currency: %s', (text) => {
    for (const currency of currencies)
      expect(parseAmount(text, currency)).toEqual({ ok: false, problem: 'invalid_amount' })
  })

  test.each([
    ['1.001', 'USD', 'amount_precision'],
    ['1.000', 'USD', 'amount_precision'],
    ['0.000', 'USD', 'amount_precision'],
    ['1.0000000', 'USDC', 'amount_precision'],
    ['1.0', 'CLP', 'amount_precision'],
    ['999999999999999999.999', 'USD', 'amount_precision'],
    ['0', 'USD', 'amount_not_positive'],
    ['0.00', 'USD', 'amount_not_positive'],
    ['0', 'CLP', 'amount_not_positive'],
    ['10000000000000000.00', 'USD', 'amount_too_large'],
    ['1000000000000.000000', 'USDC', 'amount_too_large'],
    ['999999999999999999', 'USD', 'amount_too_large'],
  ])('%j %s is refused: %s', (text, currency, problem) => {
    expect(parseAmount(text, currency)).toEqual({ ok: false, problem })
  })

  test('an amount of an unknown currency throws', () => {
    expect(() => parseAmount('1', 'XXX')).toThrow('the currency is known')
    expect(() => parseAmount('1', 'constructor')).toThrow('the currency is known')
  })

  test('an accepted text is digits with an optional fraction, and is parsed exactly', () => {
    const characters = fc.constantFrom(...'0123456789.-+e ,\u0661')
    const texts = fc.string({ unit: characters, maxLength: 24 })
    fc.assert(
      fc.property(texts, anyCurrency, (text, currency) => {
        const amount = parseAmount(text, currency)
        if (!amount.ok) return
        expect(text).toMatch(/^[0-9]+([.][0-9]+)?$/)
        const [whole = '', fraction = ''] = text.split('.')
        const scale = 10n ** BigInt(minorUnits(currency))
        const fractionMinor =
          (BigInt(fraction || '0') * scale) / 10n ** BigInt(fraction.length || 0)
        expect(amount.minor).toBe(BigInt(whole) * scale + fractionMinor)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('formatting amounts', () => {
  test.each([
    [101_500n, 'USD', '1015.00'],
    [0n, 'USD', '0.00'],
    [1n, 'USD', '0.01'],
    [10n, 'USD', '0.10'],
    [1_000_000n, 'USDC', '1.00'],
    [1_500_000n, 'USDC', '1.50'],
    [123_456n, 'USDC', '0.123456'],
    [123_400n, 'USDC', '0.1234'],
    [1n, 'USDC', '0.000001'],
    [10_000_000n, 'USDC', '10.00'],
    [425_000_000n, 'COP', '4250000.00'],
    [1000n, 'CLP', '1000'],
    [0n, 'CLP', '0'],
    [MAX_MINOR, 'USD', '9999999999999999.99'],
    [MAX_MINOR, 'USDC', '999999999999.999999'],
    [MAX_MINOR, 'CLP', '999999999999999999'],
  ])('%s minor units of %s are formatted as %s', (minor, currency, text) => {
    expect(formatAmount(minor, currency)).toBe(text)
  })

  test('a formatted amount parses back to the same amount', () => {
    // In currencies without minor units an amount can have more than the 18 digits accepted in requests.
    const sendable = (minor: bigint, currency: string) =>
      minorUnits(currency) > 0 || minor < 10n ** 18n
    fc.assert(
      fc.property(anyMinor, anyCurrency, (minor, currency) => {
        fc.pre(sendable(minor, currency))
        expect(parseAmount(formatAmount(minor, currency), currency)).toEqual({ ok: true, minor })
      }),
    )
  })

  test("a formatted amount has two decimals, or as many more as it needs, up to the currency's", () => {
    fc.assert(
      fc.property(anyMinor, anyCurrency, (minor, currency) => {
        const shown = formatAmount(minor, currency)
        expect(shown).toMatch(
          minorUnits(currency) === 0 ? /^(0|[1-9]\d*)$/ : /^(0|[1-9]\d*)\.(\d\d|\d{2,}[1-9])$/,
        )
        expect((shown.split('.')[1] ?? '').length).toBeLessThanOrEqual(minorUnits(currency))
      }),
    )
  })

  test('a negative amount is never formatted', () => {
    expect(() => formatAmount(-1n, 'USD')).toThrow('an amount or rate to format is not negative')
    expect(() => formatRate(-1n)).toThrow('an amount or rate to format is not negative')
  })
})

describe('rates', () => {
  test.each([
    ['4237.25', 4_237_250_000_000_000_000_000n, '4237.25'],
    ['4000', 4000n * RATE_SCALE, '4000.00'],
    ['4000.000', 4000n * RATE_SCALE, '4000.00'],
    ['1.10', 1_100_000_000_000_000_000n, '1.10'],
    ['0.0002360023600236', 236_002_360_023_600n, '0.0002360023600236'],
    ['0.000000000000000001', 1n, '0.000000000000000001'],
    [
      '999999999999999999.999999999999999999',
      10n ** 36n - 1n,
      '999999999999999999.999999999999999999',
    ],
  ])('%s is parsed exactly and formatted as expected', (text, rate, shown) => {
    expect(parseRate(text)).toBe(rate)
    expect(formatRate(rate)).toBe(shown)
  })

  test.each(['', '-1', '1e3', '01', ' 1', '1.', '.5', '\u0661', '1000000000000000000', 'NaN'])(
    '%j is not a rate',
    (text) => {
      expect(() => parseRate(text)).toThrow(`not a rate: ${JSON.stringify(text)}`)
    },
  )

  test('a rate finer than 18 decimals is refused, never rounded', () => {
    expect(() => parseRate('1.0000000000000000001')).toThrow('not a rate: "1.0000000000000000001"')
  })

  test.each(['0', '0.00'])('a rate of %s is refused', (text) => {
    expect(() => parseRate(text)).toThrow('a rate is greater than zero')
  })

  test('a formatted rate parses back to the same rate', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 36n - 1n }), (rate) => {
        expect(parseRate(formatRate(rate))).toBe(rate)
      }),
    )
  })

  test('a rate given as text is formatted like the parsed rate', () => {
    const text = fc.stringMatching(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/)
    fc.assert(
      fc.property(text, (sent) => {
        if (/[1-9]/.test(sent)) expect(formatRateText(sent)).toBe(formatRate(parseRate(sent)))
        else expect(() => formatRateText(sent)).toThrow('not a rate')
      }),
    )
    expect(() => formatRateText('1e3')).toThrow('not a rate: "1e3"')
  })
})

describe('rounding', () => {
  const numerators = fc.oneof(
    fc.bigInt({ min: 0n, max: 1000n }),
    fc.bigInt({ min: 0n, max: 10n ** 40n }),
  )
  const divisors = fc.oneof(
    fc.bigInt({ min: 1n, max: 30n }),
    fc.bigInt({ min: 1n, max: 10n ** 24n }),
  )

  test.each([
    [0n, 3n, 0n, 0n, 0n],
    [1n, 3n, 0n, 0n, 1n],
    [3n, 3n, 1n, 1n, 1n],
    [1n, 2n, 0n, 1n, 1n],
    [5n, 2n, 2n, 3n, 3n],
    [149n, 100n, 1n, 1n, 2n],
    [150n, 100n, 1n, 2n, 2n],
  ])('%s / %s is %s down, %s half up and %s up', (n, d, down, half, up) => {
    expect(divideRoundDown(n, d)).toBe(down)
    expect(divideRoundHalfUp(n, d)).toBe(half)
    expect(divideRoundUp(n, d)).toBe(up)
  })

  test('each rounding keeps its definition for numbers of any size', () => {
    fc.assert(
      fc.property(numerators, divisors, (n, d) => {
        const down = divideRoundDown(n, d)
        expect(down * d <= n && n < (down + 1n) * d, 'down').toBe(true)
        const up = divideRoundUp(n, d)
        expect((up - 1n) * d < n && n <= up * d, 'up').toBe(true)
        const half = divideRoundHalfUp(n, d)
        // half - 1/2 <= n/d < half + 1/2: an exact half rounds up.
        expect((2n * half - 1n) * d <= 2n * n && 2n * n < (2n * half + 1n) * d, 'half up').toBe(
          true,
        )
      }),
      { numRuns: 2000 },
    )
  })

  test('a negative number is refused, and so is a divisor below one', () => {
    for (const divide of [divideRoundDown, divideRoundHalfUp, divideRoundUp]) {
      expect(() => divide(-1n, 2n)).toThrow('only non-negative numbers are rounded')
      expect(() => divide(1n, 0n)).toThrow('the divisor is positive')
      expect(() => divide(1n, -2n)).toThrow('the divisor is positive')
    }
  })
})

describe('currencies', () => {
  test('every currency except coins and stablecoins has the minor units of ISO 4217', () => {
    for (const currency of currencies) {
      if ([...stablecoins, 'ETH', 'POL', 'AVAX', 'SOL'].includes(currency)) continue
      expect(codes.code(currency)?.digits, currency).toBe(minorUnits(currency))
    }
  })

  test('stablecoins have six decimals, and their codes are not in ISO 4217', () => {
    for (const currency of stablecoins) {
      expect(isCurrency(currency), currency).toBe(true)
      expect(minorUnits(currency), currency).toBe(6)
      expect(codes.code(currency), currency).toBeUndefined()
    }
  })

  test('other texts are not currencies', () => {
    for (const code of ['usd', 'USD ', '', 'XXX', 'toString', '__proto__', 'constructor'])
      expect(isCurrency(code), JSON.stringify(code)).toBe(false)
  })
})

describe('docs/money.md', () => {
  test('states the true answer for each amount parsed', () => {
    const rows = [...page.matchAll(/^\| `"(.*)"` +\| ([A-Z]+) +\| (?:accepted|`([a-z_]+)`)/gm)]
    expect(rows.length).toBeGreaterThanOrEqual(10)
    for (const [, text = '', currency = '', code] of rows) {
      const amount = parseAmount(text, currency)
      // An amount too large for the column is out of limits, since every limit is smaller.
      const answered = amount.ok
        ? undefined
        : amount.problem === 'amount_too_large'
          ? 'amount_out_of_limits'
          : amount.problem
      expect(answered, `${text} ${currency}`).toBe(code)
    }
  })

  test('states the true format for each amount', () => {
    const rows = [...page.matchAll(/^\| (\d+) +\| ([A-Z]+) +\| `"([\d.]+)"` +\|$/gm)]
    expect(rows.length).toBeGreaterThanOrEqual(4)
    for (const [, minor = '', currency = '', text] of rows)
      expect(formatAmount(BigInt(minor), currency)).toBe(text)
  })
})
