// The provider of transfers: routes whose two currencies are the same. It passes on what it takes, one for one. No other
// company is asked and nothing is stored, so a repeated or lost fill has no effect outside the ledger.
import type { Clock } from '../../platform/clock.ts'
import { RATE_DECIMALS } from '../../platform/money/decimal.ts'
import { onePage } from '../rails/listed-sends.ts'
import type { LiquidityProvider, ProviderKind } from './port.ts'

const PAR = 10n ** BigInt(RATE_DECIMALS)
const TOKEN = 'par'

/** What a fill is called. A restore records one that was made before by the same name. */
export const referenceAtPar = (key: string): string => `${TOKEN}:${key}`

const refuse = (settings: Record<string, unknown>): string | undefined =>
  Object.keys(settings).length === 0 ? undefined : 'a provider of kind par has no settings'

type Pair = { payinCurrency: string; payoutCurrency: string }

export const parProvider = (
  { name, pairs }: { name: string; pairs: readonly Pair[] },
  clock: Pick<Clock, 'realNow'>,
): LiquidityProvider => ({
  rates: async () =>
    pairs.map(({ payinCurrency, payoutCurrency }) => ({
      payinCurrency,
      payoutCurrency,
      rate: PAR,
      observedAt: clock.realNow(),
    })),
  async firmQuote(_key, { payinCurrency, payinMinor, payoutCurrency }) {
    if (payinCurrency !== payoutCurrency)
      throw new Error(`${name} does not trade ${payinCurrency} to ${payoutCurrency}`)
    return { rate: PAR, payoutMinor: payinMinor, token: TOKEN, expiresAt: null }
  },
  execute: async ({ key, payinCurrency, payinMinor, payoutCurrency, payoutMinor }) => {
    if (payinCurrency !== payoutCurrency || payinMinor !== payoutMinor)
      throw new Error(`${name} was asked for another amount under ${key}`)
    return {
      state: 'filled',
      soldMinor: payinMinor,
      deliveredMinor: payoutMinor,
      reference: referenceAtPar(key),
    }
  },
  // Whether it was asked before makes no difference.
  lookUp: async () => ({ state: 'unknown' }),
  balances: async () => [],
  fills: async () => ({ isComplete: true, pages: onePage([]) }),
})

export const parProviderKind: ProviderKind = {
  sandboxOnly: false,
  pairs: 'same',
  can: { fills: 'yes' },
  settingsProblem: refuse,
  pairSettingsProblem: refuse,
  open: async (provider, { clock }) => parProvider(provider, clock),
}
