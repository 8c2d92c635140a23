// Sweeps: move what orders received from their deposit addresses to the paying account. The deposit address signs, a
// relayer pays the gas, so deposit addresses never need gas. Plain tokens go the same way, through deposit-code.ts. Exactly the recorded amounts are swept: money that was not
// reported yet stays where the daily look finds it.
import type { Hex } from 'viem'
import type { DepositSeeds, Sweeps, Unswept } from '../port.ts'
import { secp256k1Signer } from '../../custody/local.ts'
import { quantityOf } from './answers.ts'
import { depositKeyOf } from './deposit-address.ts'
import type { Endpoints } from './endpoints.ts'
import { inBatches, MOST_CALLS } from './holdings.ts'
import type { EvmSettings, TokenSettings } from './settings.ts'
import { lowerCase } from './signing.ts'
import { balanceCall } from './token.ts'
import type { Transfers, Wanted } from './transfers.ts'

type SweepDeps = {
  settings: Pick<EvmSettings, 'tokens'>
  endpoints: Endpoints
  transfers: Transfers
  depositSeeds: DepositSeeds
  /** The address that receives, in lower case. */
  payer: Hex
}

export function openSweeps({
  settings: { tokens },
  endpoints,
  transfers,
  depositSeeds,
  payer,
}: SweepDeps): Sweeps {
  function wantedOf(key: string, sweep: Unswept): Required<Wanted> {
    const { currency, amountMinor } = sweep
    const token = sweepable(currency)
    if (token === undefined) throw new Error(`${currency} cannot be swept by authorizations`)
    const secret = keyFor(sweep)
    if (secret === undefined) throw new Error(`no deposit seed has made ${sweep.account}`)
    return { key, token, to: payer, amountMinor, depositSigner: secp256k1Signer(secret) }
  }

  const sweepable = (currency: string): TokenSettings | undefined =>
    tokens.find((token) => token.currency === currency && token.authorizer !== null)

  /** Returns the candidates whose address holds the amount, and the others. */
  async function byBalance(
    candidates: readonly Candidate[],
  ): Promise<{ present: Unswept[]; lacking: Unswept[] }> {
    const [present, lacking]: [Unswept[], Unswept[]] = [[], []]
    for (const batch of inBatches(candidates, MOST_CALLS)) {
      const calls = batch.map(({ token, one }) =>
        balanceCall(token.address, lowerCase(one.account)),
      )
      const balances = await endpoints.first(async ({ ask, label }) =>
        (await ask(calls)).map((answer) => quantityOf(answer, `${label}: a balance`)),
      )
      for (const [at, { one }] of batch.entries())
        ((balances[at] ?? 0n) >= one.amountMinor ? present : lacking).push(one)
    }
    return { present, lacking }
  }

  const keyFor = ({ orderId, account }: Unswept) => depositKeyOf(depositSeeds, orderId, account)

  const candidatesOf = (unswept: readonly Unswept[]): Candidate[] =>
    unswept.flatMap((one) => {
      const token = sweepable(one.currency)
      return token !== undefined && keyFor(one) !== undefined ? { one, token } : []
    })

  return {
    async propose(unswept) {
      const isWorth = ({ one, token }: Candidate) => one.amountMinor >= token.sweepMinimumMinor
      return (await byBalance(candidatesOf(unswept).filter(isWorth))).present
    },
    lacking: async (unswept) => (await byBalance(candidatesOf(unswept))).lacking,
    async prepare(key, sweep) {
      const wanted = wantedOf(key, sweep)
      return transfers.prepare(wanted.depositSigner, wanted)
    },
    send: async (key, sweep, prepared) => transfers.send(wantedOf(key, sweep), prepared),
    lookUp: (key, prepared) => transfers.lookUp(key, prepared),
  }
}

type Candidate = { one: Unswept; token: TokenSettings }
