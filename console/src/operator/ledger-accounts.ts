// The accounts of the ledger outside of which statements exist, and the currencies of the rails: for fields that name one.
import { read } from './api.ts'

export const accountsQuery = {
  queryKey: ['operator', 'statement accounts'],
  queryFn: async () => {
    const [rails, providers] = await Promise.all([
      read('/operator/v1/rails'),
      read('/operator/v1/providers'),
    ])
    const served = rails.flatMap(({ serves }) => serves.flatMap(({ currencies }) => currencies))
    const names = (all: readonly { name: string }[]) => all.map(({ name }) => name)
    return {
      rails: names(rails),
      providers: names(providers),
      accounts: [
        ...names(rails).map((name) => `rail:${name}`),
        ...names(providers).map((name) => `provider:${name}`),
      ],
      currencies: [...new Set(served)].toSorted(),
    }
  },
}
