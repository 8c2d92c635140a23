// Checks the contracts of the configured tokens once, before the first use of each, and keeps the domain of their
// signatures. A check that fails is repeated with the next use.
import type { Endpoints } from './endpoints.ts'
import type { EvmSettings, TokenSettings } from './settings.ts'
import { readToken, type Domain } from './token.ts'

export type TokenChecks = {
  /** Throws if any configured contract is not what its settings say. */
  all(): Promise<void>
  domainOf(token: TokenSettings): Promise<Domain>
  problems(): Promise<readonly string[]>
}

export function tokenChecks(
  endpoints: Endpoints,
  { chainId, tokens }: Pick<EvmSettings, 'chainId' | 'tokens'>,
): TokenChecks {
  const domains = new Map<string, Promise<Domain | null>>()

  function check(token: TokenSettings): Promise<Domain | null> {
    const known = domains.get(token.currency)
    if (known !== undefined) return known
    const checking = readToken(endpoints, chainId, token)
    domains.set(token.currency, checking)
    checking.catch(() => domains.delete(token.currency))
    return checking
  }

  return {
    all: async () => void (await Promise.all(tokens.map(check))),
    async domainOf(token) {
      const domain = await check(token)
      if (domain === null) throw new Error(`${token.currency} does not move by authorizations`)
      return domain
    },
    async problems() {
      const results = await Promise.allSettled(tokens.map(check))
      return results.flatMap((result) =>
        result.status === 'rejected'
          ? [
              result.reason instanceof Error
                ? result.reason.message
                : 'a token could not be checked',
            ]
          : [],
      )
    },
  }
}
