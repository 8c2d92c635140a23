// Rates of the simulated provider: a walk around a mid rate that depends only on the seed and the second. So all
// processes see the same rates, and a fixed clock gives fixed rates.
import { createHash } from 'node:crypto'
import { divideRoundDown } from '../../../platform/money/rounding.ts'
import { RATE_DECIMALS } from '../../../platform/money/decimal.ts'

export type Walk = {
  seed: string
  pair: string
  /** 18 decimals. */
  midRate: bigint
  /** The provider's margin, deducted from the mid rate. */
  spreadBps: bigint
  /** Decimals of the rate. It is rounded down, in the provider's favour. */
  decimals: number
  /** Whole seconds since the epoch. */
  tick: number
}

// Each octave swings half as far as the next slower one, so that rates change little in a second and more in hours.
// Together the swings stay within 2 % of the mid rate.
const OCTAVES = 14
const LARGEST_SWING_PPB = 10_000_000n
const PPB = 1_000_000_000n

/** The customer rate of that second, at 18 decimals and greater than zero. */
export function simulatedRate(walk: Walk): bigint {
  let offPpb = 0n
  for (let octave = 0; octave < OCTAVES; octave++) {
    offPpb += (swingPpb(walk, octave) * LARGEST_SWING_PPB) / (PPB << BigInt(OCTAVES - 1 - octave))
  }
  const walked = walk.midRate * (PPB + offPpb) * (10_000n - walk.spreadBps)
  const step = 10n ** BigInt(RATE_DECIMALS - walk.decimals)
  const rate = divideRoundDown(walked, PPB * 10_000n * step) * step
  return rate > 0n ? rate : step
}

// Interpolates between two random points, 2^octave seconds apart: -1 to 1, in billionths.
function swingPpb(walk: Walk, octave: number): bigint {
  const seconds = 2 ** octave
  const point = Math.floor(walk.tick / seconds)
  const into = BigInt(walk.tick - point * seconds)
  const [from, to] = [pointPpb(walk, octave, point), pointPpb(walk, octave, point + 1)]
  return from + ((to - from) * into) / BigInt(seconds)
}

function pointPpb({ seed, pair }: Walk, octave: number, point: number): bigint {
  const digest = createHash('sha256').update(`${seed} ${pair} ${octave} ${point}`).digest()
  return (BigInt(digest.readUInt32BE(0)) * 2n * PPB) / 2n ** 32n - PPB
}
