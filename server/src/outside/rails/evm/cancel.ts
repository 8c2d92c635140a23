// Cancels authorizations that are on their way: the payer signs, a relayer pays the gas. The token's contract lets either the
// transfer or the cancellation happen. Only a final block tells which one.
import { keccak256 } from 'viem/utils'
import type { Signer } from '../../custody/port.ts'
import { instantAt } from '../../../platform/clock.ts'
import type { CancelAnswer, LookUpAnswer, StillPossible } from '../port.ts'
import { authorizationOf, cancelCall, type Authorization } from './authorization.ts'
import { outcomeOf } from './outcome.ts'
import { accountOf } from './signing.ts'
import type { TransferDeps, Transfers } from './transfers.ts'

type CancelDeps = TransferDeps & {
  payer: Signer | null
  /** The gas of a call, or the token's reason to refuse it. */
  simulate: Transfers['simulate']
  relay: Transfers['relay']
}

export function openCancellations(deps: CancelDeps) {
  const { settings, payer } = deps
  const read = (key: string, prepared: string) => authorizationOf(prepared, key, settings.chainId)

  async function submit(authorization: Authorization, signer: Signer): Promise<void> {
    const { contract, token, nonce } = authorization
    const configured = deps.tokens.find((one) => one.address === token)
    if (configured === undefined) throw new Error(`the token ${token} is not configured any more`)
    const { domain } = await deps.authorizerOf(configured)
    const data = await cancelCall(accountOf(signer), domain, authorization)
    const call = { to: contract, data, delegations: [] }
    const simulated = await deps.simulate(call)
    // Mostly one of the two is in a block already. The look-up tells which one, once it is final.
    if (simulated.gas === undefined) return
    await deps.relay({
      id: keccak256(nonce),
      key: null,
      inPlaceOf: nonce,
      ...call,
      gas: simulated.gas,
    })
  }

  return {
    async cancel(key: string, prepared: string): Promise<CancelAnswer> {
      const authorization = read(key, prepared)
      const known = await outcomeOf(deps, authorization)
      if (known.state === 'settled') return { state: 'too_late' }
      if (known.state === 'rejected') return { state: 'cancelled', code: known.code }
      if (payer === null || accountOf(payer).address !== authorization.from)
        return {
          state: 'impossible',
          reason: `it was signed by ${authorization.from}, which is not the payer any more: its authorization ends ${endOf(authorization)}`,
        }
      if (known.state === 'unknown') await submit(authorization, payer)
      return { state: 'pending' }
    },
    async canStillHappen(key: string, prepared: string): Promise<StillPossible> {
      const authorization = read(key, prepared)
      return possibleBy(await outcomeOf(deps, authorization), authorization)
    },
  }
}

const endOf = ({ validBefore }: Authorization): string =>
  new Date(Number.parseInt(String(validBefore), 10) * 1000).toISOString()

function possibleBy(known: LookUpAnswer, authorization: Authorization): StillPossible {
  switch (known.state) {
    case 'rejected':
      return { isPossible: false, because: known.code }
    case 'settled':
      return { isPossible: true, until: null, why: `it was paid in ${known.reference}` }
    case 'pending':
    case 'unknown': {
      const until = instantAt(Number.parseInt(String(authorization.validBefore), 10) * 1000)
      return {
        isPossible: true,
        until,
        why: 'whoever has the authorization can use it until it ends or is cancelled',
      }
    }
  }
}
