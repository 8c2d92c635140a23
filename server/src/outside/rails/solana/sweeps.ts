// Sweeps: move what an order received from its deposit address to the payer. The deposit address signs, the fee payer pays,
// so deposit addresses need no SOL. The token account is closed and the fee payer gets its rent, unless money must stay there.
import { address } from '@solana/kit'
import type { LookUpAnswer, SendAnswer, Sweeps, Unswept } from '../port.ts'
import { MOST_ACCOUNTS, readAccounts, tokenAccountIn } from './accounts.ts'
import { lookUpPrepared, prepareSweep, sendPrepared } from './payouts.ts'
import { readPrepared } from './prepared.ts'
import { tokenAccountOf } from './wallet.ts'
import { tokenOf, type World } from './world.ts'

export const openSweeps = (world: World): Sweeps => ({
  propose: (unswept) => worthSweeping(world, unswept),
  lacking: (unswept) =>
    byBalance(
      world,
      unswept.filter(
        ({ orderId, account, currency }) =>
          minimumOf(world, currency) !== undefined &&
          world.depositWallet(orderId, account) !== undefined,
      ),
      (heldMinor, { amountMinor, keptMinor = 0n }) => heldMinor < amountMinor + keptMinor,
    ),
  prepare: (key, sweep) => prepareSweep(world, key, sweep),
  send: async (key, _sweep, prepared): Promise<SendAnswer> =>
    sendPrepared(world, readPrepared(prepared, key)),
  lookUp: async (key, prepared): Promise<LookUpAnswer> =>
    lookUpPrepared(world, readPrepared(prepared, key)),
})

/**
 * Returns the accounts that hold exactly what the service has recorded. More means a deposit that was not reported yet: its
 * transaction must be read before the account is closed. An account that stays open may hold more.
 */
async function worthSweeping(world: World, unswept: readonly Unswept[]): Promise<Unswept[]> {
  const candidates = unswept.filter(
    ({ orderId, account, currency, amountMinor }) =>
      amountMinor >= (minimumOf(world, currency) ?? amountMinor + 1n) &&
      world.depositWallet(orderId, account) !== undefined,
  )
  return byBalance(world, candidates, (heldMinor, { amountMinor, keptMinor = 0n }) =>
    keptMinor > 0n ? heldMinor >= amountMinor + keptMinor : heldMinor === amountMinor,
  )
}

async function byBalance(
  world: World,
  candidates: readonly Unswept[],
  isWanted: (heldMinor: bigint, one: Unswept) => boolean,
): Promise<Unswept[]> {
  const found: Unswept[] = []
  for (let at = 0; at < candidates.length; at += MOST_ACCOUNTS) {
    const batch = candidates.slice(at, at + MOST_ACCOUNTS)
    const keys = await Promise.all(
      batch.map(({ account, currency }) =>
        tokenAccountOf(address(account), tokenOf(world, currency).mint),
      ),
    )
    const { accounts } = await world.nodes.first((call) => readAccounts(call, keys))
    found.push(
      ...batch.filter((one, index) =>
        isWanted(tokenAccountIn(accounts[index] ?? null)?.amountMinor ?? 0n, one),
      ),
    )
  }
  return found
}

/** Undefined for a currency whose mint is not configured any more. */
const minimumOf = ({ settings }: World, currency: string): bigint | undefined =>
  settings.tokens.find((one) => one.currency === currency)?.sweepMinimumMinor
