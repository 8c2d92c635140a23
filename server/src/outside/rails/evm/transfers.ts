// Moves tokens by signed authorizations: makes one, relays it, and looks up what became of it. Payouts and sweeps are
// both such transfers; they differ in who signs.
import type { Hex } from 'viem'
import type { Signer } from '../../custody/port.ts'
import type { LookUpAnswer, SendAnswer } from '../port.ts'
import { quantityOf } from './answers.ts'
import {
  authorizationOf,
  authorizationText,
  authorize,
  nonceOf,
  useCall,
  type Authorization,
} from './authorization.ts'
import { delegationCall, delegationsFor } from './deposit-code.ts'
import { reachedByMost } from './endpoints.ts'
import { blockCall, blockOf } from './head.ts'
import { BLACKLISTED, isBlacklisted, isUsed, outcomeOf, type OutcomeDeps } from './outcome.ts'
import type { RelayedCall, Relayer } from './relayer.ts'
import { RpcError } from './rpc.ts'
import type { EvmSettings, TokenSettings } from './settings.ts'
import { accountOf } from './signing.ts'
import type { Authorizer } from './token.ts'

export type TransferDeps = OutcomeDeps & {
  settings: Pick<EvmSettings, 'chainId' | 'authorizationSeconds'>
  tokens: readonly TokenSettings[]
  relayerPool: readonly Relayer[]
  /** Throws if the contract is not what the settings say. */
  authorizerOf(token: TokenSettings): Promise<Authorizer>
}

/**
 * The transfer to make. `to` in lower case. `depositSigner`: the deposit address that it leaves; the payer approved
 * the contract of a plain token, a deposit address has not.
 */
export type Wanted = {
  key: string
  token: TokenSettings
  to: Hex
  amountMinor: bigint
  depositSigner?: Signer
}

export type Transfers = {
  prepare(signer: Signer, wanted: Wanted): Promise<string>
  send(wanted: Wanted, prepared: string): Promise<SendAnswer>
  lookUp(key: string, prepared: string): Promise<LookUpAnswer>
  /** Whether the chain has an end of the key, of this authorization or of another one. */
  isUsed(key: string, prepared: string): Promise<boolean>
  simulate(call: Called): Promise<Simulated>
  /** Throws if no relayer has room and gas. */
  relay(call: RelayedCall): Promise<void>
}

/** Keys that this process prepared and did not send yet. */
const MOST_FRESH = 10_000

export function openTransfers(deps: TransferDeps): Transfers {
  const { settings, endpoints, relayerPool } = deps
  const { chainId } = settings
  const fresh = new Set<Hex>()

  async function prepare(signer: Signer, { key, token, to, amountMinor }: Wanted): Promise<string> {
    const { domain } = await deps.authorizerOf(token)
    if (token.authorizer === null) throw new Error(`${token.currency} takes no authorizations`)
    const head = await deps.finalHead()
    const latest = await latestTime(endpoints)
    const nonce = nonceOf(key)
    const authorization = await authorize(accountOf(signer), domain, {
      chainId,
      token: token.address,
      contract: token.authorizer,
      to,
      amountMinor,
      // By the clock of the chain, which judges it.
      validBefore: latest + settings.authorizationSeconds,
      nonce,
      startBlock: head.number,
    })
    if (fresh.size >= MOST_FRESH) fresh.clear()
    fresh.add(nonce)
    return authorizationText(authorization)
  }

  async function send(wanted: Wanted, prepared: string): Promise<SendAnswer> {
    const authorization = authorizationOf(prepared, wanted.key, chainId)
    requireSame(authorization, wanted)
    const isFresh = fresh.delete(authorization.nonce)
    if (!isFresh) {
      const known = await outcomeOf(deps, authorization)
      if (known.state !== 'unknown') return known
    }
    const relaying = relayerPool.find((relayer) => relayer.has(authorization.nonce))
    if (relaying !== undefined) {
      await relaying.tend()
      return { state: 'pending' }
    }
    const call = await callFor(deps, authorization, wanted)
    const simulated = await simulate(deps, call)
    if (simulated.gas === undefined) {
      // Another process may have been quicker.
      const known = await outcomeOf(deps, authorization)
      if (known.state !== 'unknown') return known
      if (!(await isBlacklisted(endpoints, authorization.token, authorization.to)))
        throw new Error(`the token refuses the transfer: ${simulated.reason}`)
      // If the authorization was sent before, a node may still have it, and submit it when the token accepts it again.
      // The refusal is final if nobody sent it, or else once the authorization has expired.
      return isFresh ? { state: 'rejected', code: BLACKLISTED } : { state: 'pending' }
    }
    await relay({ id: authorization.nonce, key: wanted.key, ...call, gas: simulated.gas })
    return { state: 'pending' }
  }

  async function relay(call: RelayedCall): Promise<void> {
    const { id, inPlaceOf } = call
    const isAt = (relayer: Relayer) =>
      relayer.has(id) || (inPlaceOf !== undefined && relayer.has(inPlaceOf)) ? 0 : 1
    const byRoom = relayerPool.toSorted((a, b) => isAt(a) - isAt(b) || a.waiting() - b.waiting())
    for (const relayer of byRoom) if ((await relayer.relay(call)) !== 'no_room') return
    throw new Error('no relayer has room and gas for another transfer')
  }

  return {
    prepare,
    send,
    simulate: (call) => simulate(deps, call),
    relay,
    isUsed: (key, prepared) => isUsed(deps, authorizationOf(prepared, key, chainId)),
    lookUp: (key, prepared) => outcomeOf(deps, authorizationOf(prepared, key, chainId)),
  }
}

const MOST_GAS = 1_000_000n
// A call of an address without code costs less and does nothing: the delegation was ignored.
const LEAST_GAS = 35_000n
const NO_DELEGATION =
  'the chain or its endpoints refuse EIP-7702, which sweeps of plain tokens need'

type Called = Pick<RelayedCall, 'to' | 'data' | 'delegations'>

/** The gas that a transfer needs, or the reason of the token to refuse it. */
type Simulated = { gas: bigint } | { gas?: never; reason: string }

const latestTime = async (endpoints: TransferDeps['endpoints']): Promise<bigint> =>
  reachedByMost(
    await endpoints.each(async ({ ask, label }) => {
      const [answer] = await ask([blockCall('latest')])
      return blockOf(answer, label).timestamp
    }),
  )

async function callFor(
  { settings: { chainId }, endpoints, authorizerOf }: TransferDeps,
  authorization: Authorization,
  wanted: Wanted,
): Promise<Called> {
  const data = useCall(authorization)
  const { depositSigner, token } = wanted
  const { depositCode } = await authorizerOf(token)
  if (depositSigner === undefined || depositCode === null)
    return { to: authorization.contract, data, delegations: [] }
  const account = accountOf(depositSigner)
  const delegations = await delegationsFor(endpoints, account, chainId, depositCode)
  return { to: account.address, data, delegations }
}

async function simulate(
  { endpoints, relayerPool }: TransferDeps,
  { to, data, delegations }: Called,
): Promise<Simulated> {
  const call = {
    from: relayerPool[0]?.address,
    to,
    data,
    ...(delegations.length > 0 && { authorizationList: delegations.map(delegationCall) }),
  }
  try {
    const estimates = await endpoints.each(async ({ ask, label }) => {
      const [answer] = await ask([{ method: 'eth_estimateGas', params: [call, 'latest'] }])
      return quantityOf(answer, `${label}: the gas of a transfer`)
    })
    const gas = reachedByMost(estimates)
    if (gas < LEAST_GAS) throw new Error(NO_DELEGATION)
    if (gas > MOST_GAS) throw new Error(`a transfer needs ${gas} gas, more than expected`)
    // The account of the beneficiary may change from filled to empty before the transfer is mined.
    return { gas: (gas * 5n) / 4n }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    if (error.kind === 'reverted') return { reason: error.answer }
    if (error.kind === 'refused' && delegations.length > 0) throw new Error(NO_DELEGATION)
    throw error
  }
}

function requireSame(authorization: Authorization, { key, token, to, amountMinor }: Wanted): void {
  const isSame =
    authorization.token === token.address &&
    authorization.to === to &&
    authorization.amountMinor === amountMinor
  if (!isSame) throw new Error(`the request ${key} differs from what was prepared for it`)
}
