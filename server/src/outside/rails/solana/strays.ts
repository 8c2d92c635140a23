// Strays on Solana: SOL at the wallet of an order, and tokens of no route at its token accounts. A return is one transaction
// under the marker of its key, as a payout. The fee payer pays, so the wallet needs no SOL.
import { address } from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { StrayFault, type Stray, type Strays } from '../strays-port.ts'
import { MOST_ACCOUNTS, readAccounts, tokenAccountIn } from './accounts.ts'
import { outcomeOf, prepareKeyed } from './keyed-transactions.ts'
import { beneficiaryProblem, bodyOf, SOL } from './movements.ts'
import { lookUpPrepared, sendPrepared } from './payouts.ts'
import { readPrepared, type Movement } from './prepared.ts'
import { tokenAccountOf } from './wallet.ts'
import type { World } from './world.ts'

const NATIVE = 'native'

export const openStrays = (world: World): Strays => ({
  held: (accounts) => heldBy(world, accounts),
  async prepare(key, stray, to) {
    const { orderId, account, asset, units, decimals } = stray
    if (world.depositWallet(orderId, account) === undefined)
      throw new StrayFault(`no deposit seed has made ${account}`)
    const mint = asset === NATIVE ? SOL : asset
    const problem = await beneficiaryProblem(world, to, mint)
    if (problem !== null)
      throw new StrayFault(
        `the address cannot receive it: ${problem ?? 'the nodes contradict each other'}`,
      )
    const movement: Movement = {
      kind: 'return',
      mint,
      amountMinor: String(units),
      decimals,
      to,
      orderId,
      account,
    }
    const prepared = await prepareKeyed(world, key, movement, bodyOf)
    const { state } = await outcomeOf(world, prepared)
    if (state === 'disputed') throw new StrayFault('the nodes cannot tell whether the key was used')
    return state === 'open' ? JSON.stringify(prepared) : undefined
  },
  send: async (key, _stray, prepared) => sendPrepared(world, readPrepared(prepared, key)),
  lookUp: async (key, _stray, prepared) => lookUpPrepared(world, readPrepared(prepared, key)),
})

async function heldBy(
  world: World,
  accounts: readonly { account: string; orderId: string }[],
): Promise<Stray[]> {
  const { native, otherTokens } = world.settings
  const wanted = await Promise.all(
    accounts.flatMap(({ account, orderId }) => [
      { account, orderId, asset: NATIVE, ...native, at: account },
      ...otherTokens.map(async ({ mint, ...other }) => ({
        account,
        orderId,
        asset: mint,
        ...other,
        at: await tokenAccountOf(address(account), mint),
      })),
    ]),
  )
  const found: Stray[] = []
  for (let from = 0; from < wanted.length; from += MOST_ACCOUNTS) {
    const batch = wanted.slice(from, from + MOST_ACCOUNTS)
    const keys = batch.map(({ at }) => at)
    const read = await world.nodes.first((call) => readAccounts(call, keys))
    for (const [index, { at: _, minimumUnits, ...stray }] of batch.entries()) {
      const held = read.accounts[index] ?? null
      const isWallet = held?.owner === SYSTEM_PROGRAM_ADDRESS
      const units =
        stray.asset === NATIVE
          ? isWallet
            ? held.lamports
            : 0n
          : (tokenAccountIn(held)?.amountMinor ?? 0n)
      if (units >= minimumUnits) found.push({ ...stray, units })
    }
  }
  return found
}
