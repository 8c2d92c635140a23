// The settings of a simulated pair, from the operator file.
import { parseRate, RATE_LIMIT } from '../../../platform/money/decimal.ts'

export function readPairSettings(settings: Record<string, unknown>) {
  const { mid_rate, spread_bps, rate_decimals } = settings
  if (typeof mid_rate !== 'string')
    throw new Error('mid_rate must be a decimal string, such as "4250.00"')
  if (
    typeof spread_bps !== 'number' ||
    !Number.isInteger(spread_bps) ||
    spread_bps < 0 ||
    spread_bps > 1000
  ) {
    throw new Error('spread_bps must be a whole number from 0 to 1000')
  }
  if (
    typeof rate_decimals !== 'number' ||
    !Number.isInteger(rate_decimals) ||
    rate_decimals < 0 ||
    rate_decimals > 18
  ) {
    throw new Error('rate_decimals must be a whole number from 0 to 18')
  }
  // The walk goes at most 2 % above it.
  if (parseRate(mid_rate) * 100n >= RATE_LIMIT * 98n)
    throw new Error('mid_rate must be below 980000000000000000')
  return { midRate: parseRate(mid_rate), spreadBps: BigInt(spread_bps), decimals: rate_decimals }
}
