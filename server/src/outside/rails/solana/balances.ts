// Balances of the desk on the chain: the fee payer, the payer, and deposit addresses that hold recorded money.
import { address } from '@solana/kit'
import type { DepositAccount, Holding } from '../port.ts'
import { MOST_ACCOUNTS, readAccounts, tokenAccountIn } from './accounts.ts'
import type { RpcAccount } from './answers.ts'
import type { RpcCall } from './rpc.ts'
import { tokenAccountOf } from './wallet.ts'
import type { World } from './world.ts'

const MOST_TRIES = 5

/**
 * More accounts than one call can read are not read in one slot. A sweep between two calls would change the sum, and it
 * changes the payer: then everything is read again.
 */
export async function balances(
  world: World,
  depositAccounts: readonly DepositAccount[],
): Promise<Holding[]> {
  const { nodes, payer, feePayer, settings } = world
  const tokens = new Map(settings.tokens.map((token) => [token.currency, token]))
  const wanted: DepositAccount[] = [
    ...settings.tokens.map(({ currency }) => ({ account: payer.address, currency })),
    // A currency whose mint was taken out of the settings cannot be read.
    ...depositAccounts.filter(({ currency }) => tokens.has(currency)),
  ]
  const keys = [
    feePayer.address,
    ...(await Promise.all(
      wanted.map(({ account, currency }) =>
        tokenAccountOf(address(account), tokens.get(currency)?.mint ?? ''),
      ),
    )),
  ]
  const { lamports, held } = await nodes.first((call) => readAtOnce(call, keys))
  return [
    { account: feePayer.address, currency: 'SOL', amountMinor: lamports },
    ...wanted.map((one, at) => ({ ...one, amountMinor: held[at] ?? 0n })),
  ]
}

async function readAtOnce(
  call: RpcCall,
  keys: readonly string[],
): Promise<{ lamports: bigint; held: bigint[] }> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const slots = new Set<bigint>()
    const found: (RpcAccount | null)[] = []
    for (let at = 0; at < keys.length; at += MOST_ACCOUNTS) {
      const { slot, accounts } = await readAccounts(call, keys.slice(at, at + MOST_ACCOUNTS))
      slots.add(slot)
      found.push(...accounts)
    }
    const [fees = null, ...tokens] = found
    const held = tokens.map((one) => tokenAccountIn(one)?.amountMinor ?? 0n)
    const lamports = fees?.lamports ?? 0n
    if (slots.size === 1) return { lamports, held }
    const again = await readAccounts(call, keys.slice(0, MOST_ACCOUNTS))
    const isSame = again.accounts.every(
      (one, at) =>
        (at === 0 ? one?.lamports : tokenAccountIn(one)?.amountMinor) ===
        (at === 0 ? fees?.lamports : tokenAccountIn(found[at] ?? null)?.amountMinor),
    )
    if (isSame) return { lamports, held }
  }
  throw new Error('the balances changed while they were read')
}
