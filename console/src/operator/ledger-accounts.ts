// The accounts of the ledger outside of which statements exist, and the currencies of the rails: for fields that name one.
import { read } from './api.ts'

export const accountsQuery = {
  queryKey: ['operator', 'statement accounts'],
  queryFn: async () => {
    const [rails, providers] = await Promise.all([
      read('/operator/v1/rails'),
      read('/operator/v1/providers'),
    ])
    const names = (all: readonly { name: string }[]) => all.map(({ name }) => name)
    const unique = (all: readonly string[]) => [...new Set(all)].toSorted()
    const currencies: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
      ...rails.map(({ name, serves }) => [
        `rail:${name}`,
        unique(serves.flatMap((one) => one.currencies)),
      ]),
      ...providers.map(({ name, trading_pairs: pairs }) => [
        `provider:${name}`,
        unique(pairs.flatMap((pair) => [pair.payin_currency, pair.payout_currency])),
      ]),
    ])
    return {
      rails: names(rails),
      providers: names(providers),
      accounts: Object.keys(currencies),
      /** The currencies of all rails. */
      currencies: unique(rails.flatMap(({ serves }) => serves.flatMap((one) => one.currencies))),
      currenciesOf: (account: string): readonly string[] => currencies[account] ?? [],
    }
  },
}
