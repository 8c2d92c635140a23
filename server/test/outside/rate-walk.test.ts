import { expect, test } from 'vitest'
import { simulatedRate, type Walk } from '../../src/outside/liquidity/sandbox/rate-walk.ts'
import { parseRate } from '../../src/platform/money/decimal.ts'

const noon = Date.parse('2026-03-04T17:00:00Z') / 1000
const walk: Walk = {
  seed: 'ALPHA',
  pair: 'USDC-COP',
  midRate: parseRate('4250.00'),
  spreadBps: 30n,
  decimals: 4,
  tick: noon,
}
const day = Array.from({ length: 86_400 / 20 }, (_, index) =>
  simulatedRate({ ...walk, tick: noon + index * 20 }),
)

test('every caller gets the same rate for a second', () => {
  expect(simulatedRate(walk)).toBe(simulatedRate({ ...walk }))
  expect(simulatedRate(walk)).not.toBe(simulatedRate({ ...walk, seed: 'BETA' }))
  expect(simulatedRate(walk)).not.toBe(simulatedRate({ ...walk, pair: 'USDC-MXN' }))
})

test('the rate varies, within 2 % of the middle rate less the spread', () => {
  const middle = (walk.midRate * (10_000n - walk.spreadBps)) / 10_000n
  for (const rate of day) {
    expect(rate * 100n).toBeGreaterThan(middle * 98n - 10n ** 18n)
    expect(rate * 100n).toBeLessThan(middle * 102n)
  }
  expect(new Set(day).size).toBeGreaterThan(1000)
  const [low, high] = [day.reduce((a, b) => (a < b ? a : b)), day.reduce((a, b) => (a > b ? a : b))]
  expect((high - low) * 1000n).toBeGreaterThan(middle)
})

test('the rate changes by less than 0.1 % per second', () => {
  for (let tick = noon; tick < noon + 3600; tick++) {
    const [now, next] = [
      simulatedRate({ ...walk, tick }),
      simulatedRate({ ...walk, tick: tick + 1 }),
    ]
    const moved = next > now ? next - now : now - next
    expect(moved * 1000n).toBeLessThan(walk.midRate)
  }
})

test('a rate has no more decimals than its pair allows', () => {
  for (const decimals of [0, 2, 4, 8, 18]) {
    expect(simulatedRate({ ...walk, decimals }) % 10n ** BigInt(18 - decimals)).toBe(0n)
  }
})

test('a wider spread gives the customer less', () => {
  expect(simulatedRate({ ...walk, spreadBps: 100n })).toBeLessThan(simulatedRate(walk))
})
