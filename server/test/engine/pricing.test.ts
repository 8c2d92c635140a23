// Refused terms of routes, and the examples of docs/money.md recomputed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  formatAmount,
  MAX_MINOR,
  parseAmount,
  parseRate,
} from '../../src/platform/money/decimal.ts'
import {
  priceForPayin,
  priceForPayout,
  termsProblem,
  type CostTier,
  type Priced,
  type Terms,
} from '../../src/engine/quotes/pricing.ts'
import { terms, netOf } from '../support/any-terms.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/money.md'), 'utf8')

describe('a route is refused with the message:', () => {
  const tier = (minMinor: bigint, maxMinor: bigint, bps = 100n): CostTier => ({
    minMinor,
    maxMinor,
    bps,
  })
  const first = tier(0n, 100_000n)
  const refusals: [sentence: string, changed: Partial<Terms>][] = [
    ['unknown currency ABC', { payinCurrency: 'ABC' }],
    ['unknown currency ABC', { payoutCurrency: 'ABC' }],
    ['payin_limits.min must be greater than zero', { limits: { minMinor: 0n, maxMinor: 10n } }],
    [
      'payin_limits.max 0.09 is below payin_limits.min 0.10',
      { limits: { minMinor: 10n, maxMinor: 9n } },
    ],
    [
      'payin_limits.max must be at most 9999999999999999.99',
      { limits: { minMinor: 1n, maxMinor: MAX_MINOR + 1n } },
    ],
    ['tax_bps must be from 0 to 10000, in basis points of the fee', { taxBps: 10_001n }],
    ['tax_bps must be from 0 to 10000, in basis points of the fee', { taxBps: -1n }],
    ['there must be at least one cost tier', { tiers: [] }],
    ['cost tier 1 begins below zero', { tiers: [tier(-1n, 1_000_000n)] }],
    ['cost tier 1 ends before it begins', { tiers: [tier(5n, 4n)] }],
    [
      'cost tier 1 ends above 9999999999999999.99, the largest amount',
      { tiers: [tier(0n, MAX_MINOR + 1n)] },
    ],
    ['cost tier 1 has negative basis points', { tiers: [tier(0n, 1_000_000n, -1n)] }],
    ['cost tier 1 takes more than 99 % in fee and tax', { tiers: [tier(0n, 1_000_000n, 8320n)] }],
    [
      'cost tier 2 overlaps the tier before, which ends at 1000.00',
      { tiers: [first, tier(99_999n, 1_000_000n)] },
    ],
    [
      'cost tier 2 leaves a gap after the tier before, which ends at 1000.00',
      { tiers: [first, tier(100_002n, 1_000_000n)] },
    ],
    [
      'cost tier 2 covers no amount beyond the tier before, which ends at 1000.00',
      { tiers: [first, tier(100_000n, 100_000n), tier(100_000n, 1_000_000n)] },
    ],
    [
      'the first cost tier begins at 0.02, above payin_limits.min 0.01',
      { tiers: [tier(2n, 1_000_000n)] },
    ],
    [
      'the last cost tier ends at 9999.99, below payin_limits.max 10000.00',
      { tiers: [tier(0n, 999_999n)] },
    ],
  ]

  test.each(refusals)('%s', (sentence, changed) => {
    expect(termsProblem(terms(changed))).toBe(sentence)
    expect(page, 'docs/money.md states this message').toContain(`\`${sentence}\``)
  })

  test('(but routes with touching or adjoining tiers, exactly 99 %, or a single amount are valid)', () => {
    expect(termsProblem(terms({ limits: { minMinor: 10n, maxMinor: 10n } }))).toBeUndefined()
    for (const minMinor of [100_000n, 100_001n])
      expect(termsProblem(terms({ tiers: [first, tier(minMinor, 1_000_000n)] }))).toBeUndefined()
    const tiers = [tier(1n, 1_000_000n, 4950n)]
    expect(termsProblem(terms({ tiers, taxBps: 10_000n }))).toBeUndefined()
  })
})

describe('docs/money.md', () => {
  const cellsOf = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const tableUnder = (heading: string): string[][] => {
    const section = page.split(`\n${heading}\n`)[1]?.split('\n#')[0] ?? ''
    return section
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map(cellsOf)
  }
  const minorOf = (text: string, currency: string): bigint => {
    if (/^0(\.0+)?$/.test(text)) return 0n
    const amount = parseAmount(text, currency)
    if (!amount.ok) throw new Error(`${text} ${currency}: ${amount.problem}`)
    return amount.minor
  }
  const rangeOf = (text: string, currency: string) => {
    const [min = '', max = ''] = text.split(' to ')
    return { minMinor: minorOf(min, currency), maxMinor: minorOf(max, currency) }
  }

  const routes = new Map(
    tableUnder('### The routes').map(
      ([name = '', pair = '', fee = '', tiers = '', tax = '', limits = '']) => {
        const [payinCurrency = '', payoutCurrency = ''] = pair.split(' to ')
        const route: Terms = {
          payinCurrency,
          payoutCurrency,
          feeTreatment: fee === 'inclusive' ? 'inclusive' : 'exclusive',
          tiers: tiers.split('; ').map((text) => {
            const [range = '', bps = ''] = text.split(': ')
            return { ...rangeOf(range, payinCurrency), bps: BigInt(bps) }
          }),
          taxBps: BigInt(tax),
          limits: rangeOf(limits, payinCurrency),
        }
        return [name, route]
      },
    ),
  )

  test('describes valid routes', () => {
    expect(routes.size).toBeGreaterThanOrEqual(4)
    for (const route of routes.values()) expect(termsProblem(route)).toBeUndefined()
  })

  const examples = tableUnder('### The quotes')
  test('has examples of every kind', () => {
    expect(examples.length).toBeGreaterThanOrEqual(15)
  })

  test.each(examples)(
    'recomputes: route %s at %s, %s %s',
    (name, rateText, field, amount, ...shown) => {
      const route = routes.get(name ?? '')
      if (route === undefined) throw new Error(`no route ${name}`)
      const isPayin = field === '`payin_amount`'
      if (!isPayin) expect(field).toBe('`payout_amount`')
      const { payinCurrency, payoutCurrency } = route
      const minor = minorOf(amount ?? '', isPayin ? payinCurrency : payoutCurrency)
      const price = isPayin ? priceForPayin : priceForPayout
      expect(shownOf(route, price(route, parseRate(rateText ?? ''), minor))).toEqual(shown)
    },
  )

  function shownOf({ payinCurrency, payoutCurrency }: Terms, priced: Priced): string[] {
    if (!priced.ok) {
      const code = priced.problem === 'pays_out_nothing' ? 'amount_not_positive' : priced.problem
      return [`\`${code}\``, '', '', '', '']
    }
    const { payinTotalMinor, payinFeeMinor, payinTaxMinor, payoutTotalMinor } = priced.price
    return [
      ...[payinTotalMinor, payinFeeMinor, payinTaxMinor, netOf(priced.price)].map((minor) =>
        formatAmount(minor, payinCurrency),
      ),
      formatAmount(payoutTotalMinor, payoutCurrency),
    ]
  }
})
