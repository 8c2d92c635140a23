// Strays on an EVM chain: its coin, and tokens of no route, at deposit addresses. A token moves by an authorization, as
// sweeps do, and a relayer pays. The coin pays its own fee, so the address sends it; the nonce of the address lets one
// transaction happen.
import type { Hex } from 'viem'
import { secp256k1Signer } from '../../custody/local.ts'
import type { DepositSeeds, LookUpAnswer } from '../port.ts'
import { StrayFault, type Stray, type Strays } from '../strays-port.ts'
import { hashOf, quantityOf, recordOf } from './answers.ts'
import { depositKeyOf } from './deposit-address.ts'
import { reachedByMost, type Endpoints } from './endpoints.ts'
import { hexOf, type Block } from './head.ts'
import { inBatches, MOST_CALLS } from './holdings.ts'
import { broadcast, presentOf } from './mempool.ts'
import { receiptCall, receiptOf } from './receipts.ts'
import type { Call } from './rpc.ts'
import type { EvmSettings, OtherToken } from './settings.ts'
import { accountOf, lowerCase, signTransaction, type Account } from './signing.ts'
import { balanceCall } from './token.ts'
import type { Transfers, Wanted } from './transfers.ts'

type StrayDeps = {
  settings: Pick<EvmSettings, 'chainId' | 'native' | 'otherTokens'>
  endpoints: Endpoints
  finalHead: () => Promise<Block>
  /** Null without a payer: then nobody relays. */
  transfers: Transfers | null
  depositSeeds: DepositSeeds
}

const NATIVE = 'native'

export function openStrays(deps: StrayDeps): Strays {
  const { endpoints, transfers } = deps
  const { otherTokens } = deps.settings

  const signerOf = ({ orderId, account }: Stray) => {
    const secret = depositKeyOf(deps.depositSeeds, orderId, account)
    if (secret === undefined) throw new StrayFault(`no deposit seed has made ${account}`)
    return secp256k1Signer(secret)
  }
  const tokenOf = ({ asset }: Stray): OtherToken | undefined =>
    otherTokens.find(({ token }) => token.address === asset)

  function movable(
    stray: Stray,
    to: string,
    key: string,
  ): { moves: Transfers; wanted: Required<Wanted> } {
    const token = tokenOf(stray)?.token
    if (token === undefined) throw new StrayFault(`${stray.symbol} is not in other_tokens any more`)
    if (transfers === null || token.authorizer === null)
      throw new StrayFault(
        `${stray.symbol} takes no authorizations: set kind eip3009 or an authorizer, or move it with the key of the address`,
      )
    const wanted = { key, token, to: lowerCase(to), amountMinor: stray.units }
    return { moves: transfers, wanted: { ...wanted, depositSigner: signerOf(stray) } }
  }

  async function prepare(key: string, stray: Stray, to: string): Promise<string | undefined> {
    if (stray.asset === NATIVE)
      return written(to, await nativeTransfer(deps, accountOf(signerOf(stray)), stray.units, to))
    const { moves, wanted } = movable(stray, to, key)
    const text = await moves.prepare(wanted.depositSigner, wanted)
    return (await moves.isUsed(key, text)) ? undefined : written(to, text)
  }

  return {
    held: (accounts) => heldBy(deps, accounts),
    prepare,
    async send(key, stray, prepared) {
      const { to, text } = read(prepared)
      if (stray.asset === NATIVE) {
        await broadcast(endpoints, nativeOf(text).raw)
        return { state: 'pending' }
      }
      const { moves, wanted } = movable(stray, to, key)
      return moves.send(wanted, text)
    },
    async lookUp(key, stray, prepared) {
      const { to, text } = read(prepared)
      if (stray.asset === NATIVE) return nativeOutcome(deps, stray, nativeOf(text))
      return movable(stray, to, key).moves.lookUp(key, text)
    },
  }
}

async function heldBy(
  { settings: { native, otherTokens }, endpoints, finalHead }: StrayDeps,
  accounts: readonly { account: string; orderId: string }[],
): Promise<Stray[]> {
  const { number } = await finalHead()
  const wanted = accounts.flatMap(({ account, orderId }) => [
    {
      account,
      orderId,
      asset: NATIVE,
      ...native,
      call: coinCall(lowerCase(account), hexOf(number)),
    },
    ...otherTokens.map(({ token, ...other }) => ({
      account,
      orderId,
      asset: token.address,
      ...other,
      call: balanceCall(token.address, lowerCase(account), number),
    })),
  ])
  const found: Stray[] = []
  for (const batch of inBatches(wanted, MOST_CALLS)) {
    const balances = await endpoints.first(async ({ ask, label }) =>
      (await ask(batch.map(({ call }) => call))).map((one) =>
        quantityOf(one, `${label}: a balance`),
      ),
    )
    for (const [at, { call: _, minimumUnits, ...stray }] of batch.entries()) {
      const units = balances[at] ?? 0n
      if (units >= minimumUnits) found.push({ ...stray, units })
    }
  }
  return found
}

const coinCall = (account: Hex, block: Hex | 'latest'): Call => ({
  method: 'eth_getBalance',
  params: [account, block],
})

type Native = { raw: Hex; hash: Hex; nonce: number }

/** These units, less room for the fee. What is left of the room stays at the address as dust. */
async function nativeTransfer(
  { endpoints, settings: { chainId } }: StrayDeps,
  account: Account,
  units: bigint,
  to: string,
): Promise<string> {
  const { mined, market } = await presentOf(endpoints, account.address)
  const balance = reachedByMost(
    await endpoints.each(async ({ ask, label }) => {
      const [answer] = await ask([coinCall(account.address, 'latest')])
      return quantityOf(answer, `${label}: a balance`)
    }),
  )
  const call = { from: account.address, to: lowerCase(to), value: hexOf(balance / 2n) }
  const gas = reachedByMost(
    await endpoints.each(async ({ ask, label }) => {
      const [answer] = await ask([{ method: 'eth_estimateGas', params: [call, 'latest'] }])
      return quantityOf(answer, `${label}: the gas of a transfer`)
    }),
  )
  const maxFeePerGas = 4n * market.baseFee + market.tip
  // Money that has come since belongs to another sender. Reserve the same amount again for the data fee of a rollup: no field of a
  // transaction limits that fee.
  const value = (balance < units ? balance : units) - 2n * gas * maxFeePerGas
  if (value <= 0n) throw new StrayFault('what is there does not cover the fee of its transfer')
  const { raw, hash } = await signTransaction(account, {
    chainId,
    nonce: mined,
    to: lowerCase(to),
    data: '0x',
    value,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas: market.tip,
    delegations: [],
  })
  return JSON.stringify({ raw, hash, nonce: mined })
}

/** Settled if it is in a final block. Rejected if another transaction of the address has its nonce there. */
async function nativeOutcome(
  { endpoints, finalHead }: StrayDeps,
  { account }: Stray,
  { hash, nonce }: Native,
): Promise<LookUpAnswer> {
  const { number } = await finalHead()
  const countCall = { method: 'eth_getTransactionCount', params: [account, hexOf(number)] }
  const { used, receipt } = await endpoints.agreed('a returned coin', async ({ ask, label }) => {
    const [count, answer] = await ask([countCall, receiptCall(hash)])
    return {
      used: quantityOf(count, `${label}: the count of transactions`),
      receipt: answer === null ? null : receiptOf(answer, label),
    }
  })
  if (used <= BigInt(nonce)) return { state: 'unknown' }
  if (receipt?.isSuccess === true) return { state: 'settled', reference: hash }
  return { state: 'rejected', code: receipt === null ? 'displaced' : 'reverted' }
}

const written = (to: string, text: string): string => JSON.stringify({ version: 1, to, text })

function read(prepared: string): { to: string; text: string } {
  const { version, to, text } = recordOf(JSON.parse(prepared), 'a prepared return')
  if (version !== 1 || typeof to !== 'string' || typeof text !== 'string')
    throw new Error('what was prepared for a return cannot be read')
  return { to, text }
}

function nativeOf(text: string): Native {
  const { raw, hash, nonce } = recordOf(JSON.parse(text), 'a prepared return')
  if (typeof raw !== 'string' || !/^0x[0-9a-f]+$/.test(raw) || typeof nonce !== 'number')
    throw new Error('what was prepared for a return cannot be read')
  return { raw: `0x${raw.slice(2)}`, hash: hashOf(hash, 'a prepared return'), nonce }
}
