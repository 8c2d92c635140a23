// Seeds of deposit addresses in CORRIDOR_SECRETS: the newest makes addresses, and the first stays the deployment's identity.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'

const seed = () => randomBytes(32).toString('base64')
const secretsWith = (more: object) =>
  readConfig({
    CORRIDOR_SECRETS: JSON.stringify({
      current_key_id: 'k1',
      encryption_keys: { k1: seed() },
      ...more,
    }),
  }).secrets
const inBase64 = (bytes: readonly Buffer[]) => bytes.map((one) => one.toString('base64'))

test('a deployment with one seed uses it for everything', () => {
  const first = seed()
  const { depositSeed, depositSeeds } = secretsWith({ deposit_seed: first })
  expect(inBase64([depositSeed, ...depositSeeds])).toEqual([first, first])
})

test('the newest seed comes first, and the first one stays the identity', () => {
  const [first, second, third] = [seed(), seed(), seed()]
  const later_deposit_seeds = [second, third]
  const { depositSeed, depositSeeds } = secretsWith({ deposit_seed: first, later_deposit_seeds })
  expect(inBase64([depositSeed])).toEqual([first])
  expect(inBase64(depositSeeds)).toEqual([third, second, first])
})

test('a seed that is short, repeated or no list is refused without showing it', () => {
  const first = seed()
  const refused = [
    [[first], 'later_deposit_seeds repeats a seed'],
    [['c2hvcnQ='], 'later_deposit_seeds[0] must be 32 bytes in base64'],
    [seed(), 'later_deposit_seeds must be a list'],
  ] as const
  for (const [later_deposit_seeds, reason] of refused) {
    const read = () => secretsWith({ deposit_seed: first, later_deposit_seeds })
    expect(read).toThrow(reason)
    expect(read).not.toThrow(first)
  }
})
