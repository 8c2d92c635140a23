// Addresses that no payout may go to: those of the desk, and those of the cluster itself.
import { LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo'
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { tokenAccountOf } from './wallet.ts'
import type { World } from './world.ts'

/** Asks no node. The accounts are derived once for each rail. */
export async function isOwnAccount(
  world: Pick<World, 'settings' | 'payer' | 'feePayer'>,
  address: string,
): Promise<boolean> {
  if (OF_THE_CLUSTER.test(address) || PROGRAMS.includes(address)) return true
  let own = known.get(world)
  if (own === undefined) {
    const { payer, feePayer, settings } = world
    const mints = [...settings.tokens, ...settings.otherTokens].map(({ mint }) => mint)
    const accounts = await Promise.all(
      mints.flatMap((mint) => [
        tokenAccountOf(payer.address, mint),
        tokenAccountOf(feePayer.address, mint),
      ]),
    )
    const keys = [payer.address, feePayer.address, ...settings.nonceAccounts]
    own = new Set<string>([...keys, ...mints, ...accounts])
    known.set(world, own)
  }
  return own.has(address)
}
const known = new WeakMap<object, ReadonlySet<string>>()

/**
 * The cluster's programs and sysvars, such as Vote111... and SysvarRent111..., and the incinerator end in many ones. Nobody
 * can find a key for such an address. The mint of wrapped SOL ends in ones and a 2.
 */
const OF_THE_CLUSTER = /1{16}2?$/
const PROGRAMS: readonly string[] = [
  TOKEN_PROGRAM_ADDRESS,
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  LEGACY_MEMO_PROGRAM_ADDRESS_V3,
]
