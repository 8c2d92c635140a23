// Fees and delivered amounts that a company may tell, and those that are not believed.
import { expect, test } from 'vitest'
import { believedFee } from '../../src/outside/connectors/amounts.ts'
import {
  connectorProviderProblem,
  connectorRailProblem,
} from '../../src/outside/connectors/settings.ts'
import { isPlausibleDelivery } from '../../src/outside/liquidity/plausible.ts'

const moved = [{ currency: 'MXN', amountMinor: 10_000n }]
const fee = (amount: string, currency = 'MXN') => ({ currency, amount })

test('a fee is believed up to the amount that it was charged for', () => {
  expect(believedFee(fee('100.00'), moved, new Map())?.amountMinor).toBe(10_000n)
  expect(believedFee(null, moved, new Map())).toBeUndefined()
  for (const amount of ['100.01', '99999999999999.00'])
    expect(() => believedFee(fee(amount), moved, new Map())).toThrow('most_fees.MXN')
})

test('a fee in another currency, or a larger one, is believed as far as the settings say', () => {
  expect(() => believedFee(fee('0.01', 'USD'), moved, new Map())).toThrow('most_fees.USD')
  const most = new Map([
    ['USD', 2500n],
    ['MXN', 20_000n],
  ])
  expect(believedFee(fee('25.00', 'USD'), moved, most)?.amountMinor).toBe(2500n)
  expect(believedFee(fee('200.00'), moved, most)?.amountMinor).toBe(20_000n)
  expect(() => believedFee(fee('25.01', 'USD'), moved, most)).toThrow('at most 25.00')
})

test.each([
  ['the quote itself', 1_000_000n, 18_250n, true],
  ['a part, rounded down', 333_333n, 6083n, true],
  ['ten percent more', 1_000_000n, 20_075n, true],
  ['eleven percent more', 1_000_000n, 20_258n, false],
  ['eleven percent less', 1_000_000n, 16_242n, false],
  ['all for a part', 100_000n, 18_250n, false],
  ['an absurd amount', 1_000_000n, 10n ** 18n - 1n, false],
  ['one minor unit for the smallest part', 1n, 1n, true],
])('a delivery of %s is plausible or not', (_name, soldMinor, deliveredMinor, isPlausible) => {
  const quoted = { payinMinor: 1_000_000n, payoutMinor: 18_250n }
  expect(isPlausibleDelivery({ ...quoted, soldMinor, deliveredMinor }, 1000)).toBe(isPlausible)
})

test('settings that name no currency or no amount are refused by name', () => {
  const settings = {
    url: 'https://connector.example',
    signing_key: 'env:KEY',
    signing_key_id: 'corridor-1',
    public_keys: { 'connector-1': 'gTl3Dqh9F19Wo1Rmw0x+zMuNipG07jeiXfYPW4/Js5Q=' },
  }
  const problem = (more: object) => connectorProviderProblem({ ...settings, ...more })
  expect(problem({ most_fees: { MXN: '50.00' }, delivered_within_bps: 0 })).toBeUndefined()
  expect(problem({ most_fees: { XXX: '1' } })).toContain('most_fees.XXX')
  expect(problem({ most_fees: { MXN: '0.001' } })).toContain('most_fees.MXN')
  expect(problem({ delivered_within_bps: 10_001 })).toContain('delivered_within_bps')
  const serves = [{ method: 'MXN_CLABE', currencies: ['MXN'] }]
  expect(connectorRailProblem({ ...settings, serves, delivered_within_bps: 1 })).toContain('known')
})
