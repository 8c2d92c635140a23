// Sweeps: move what orders received from their deposit addresses to the paying account. The deposit address signs, a
// relayer pays the gas, so deposit addresses never need gas. Exactly the recorded amounts are swept: money that was not
// reported yet stays where the daily look finds it.
import type { Hex } from 'viem'
import type { Sweeps, Unswept } from '../sweeps.ts'
import { secp256k1Signer } from '../../custody/local.ts'
import { quantityOf } from './answers.ts'
import { depositKey } from './deposit-address.ts'
import type { Endpoints } from './endpoints.ts'
import type { EvmSettings, TokenSettings } from './settings.ts'
import { lowerCase } from './signing.ts'
import { balanceCall } from './token.ts'
import type { Transfers, Wanted } from './transfers.ts'

export type SweepDeps = {
  settings: Pick<EvmSettings, 'tokens'>
  endpoints: Endpoints
  transfers: Transfers
  depositSeed: Uint8Array
  /** The address that receives, in lower case. */
  payer: Hex
}

export function openSweeps({
  settings: { tokens },
  endpoints,
  transfers,
  depositSeed,
  payer,
}: SweepDeps): Sweeps {
  function wantedOf(key: string, { currency, amountMinor }: Unswept): Wanted {
    const token = sweepable(currency)
    if (token === undefined) throw new Error(`${currency} cannot be swept by authorizations`)
    return { key, token, to: payer, amountMinor }
  }

  const sweepable = (currency: string): TokenSettings | undefined =>
    tokens.find((token) => token.currency === currency && token.kind === 'eip3009')

  async function isThere({ account, amountMinor }: Unswept, token: TokenSettings) {
    const balance = await endpoints.first(async ({ ask, label }) => {
      const [answer] = await ask([balanceCall(token.address, lowerCase(account))])
      return quantityOf(answer, `${label}: a balance`)
    })
    return balance >= amountMinor
  }

  return {
    async propose(unswept) {
      const proposed: Unswept[] = []
      for (const one of unswept) {
        const token = sweepable(one.currency)
        if (token === undefined || one.amountMinor < token.sweepMinimumMinor) continue
        if (await isThere(one, token)) proposed.push(one)
      }
      return proposed
    },
    prepare: async (key, sweep) =>
      transfers.prepare(
        secp256k1Signer(depositKey(depositSeed, sweep.orderId)),
        wantedOf(key, sweep),
      ),
    send: async (key, sweep, prepared) => transfers.send(wantedOf(key, sweep), prepared),
    lookUp: (key, prepared) => transfers.lookUp(key, prepared),
  }
}
