// Checks the contracts of the configured tokens once, before the first use of each, and keeps the domain of their
// signatures. A check that fails is repeated with the next use.
import type { Endpoints } from './endpoints.ts'
import type { EvmSettings, TokenSettings } from './settings.ts'
import { readToken, type Authorizer } from './token.ts'
import { railProblemThrown, type RailProblem } from '../../rail-problems.ts'

type TokenChecks = {
  /** Throws if any configured contract is not what its settings say. */
  all(): Promise<void>
  authorizerOf(token: TokenSettings): Promise<Authorizer>
  problems(): Promise<readonly RailProblem[]>
}

export function tokenChecks(
  endpoints: Endpoints,
  { chainId, tokens }: Pick<EvmSettings, 'chainId' | 'tokens'>,
): TokenChecks {
  const known = new Map<string, Promise<Authorizer | null>>()

  function check(token: TokenSettings): Promise<Authorizer | null> {
    const checked = known.get(token.address)
    if (checked !== undefined) return checked
    const checking = readToken(endpoints, chainId, token)
    known.set(token.address, checking)
    checking.catch(() => known.delete(token.address))
    return checking
  }

  return {
    all: async () => void (await Promise.all(tokens.map(check))),
    async authorizerOf(token) {
      const authorizer = await check(token)
      if (authorizer === null) throw new Error(`${token.currency} does not move by authorizations`)
      return authorizer
    },
    async problems() {
      const results = await Promise.allSettled(tokens.map(check))
      return results.flatMap((result) =>
        result.status === 'rejected' ? [railProblemThrown('token_unchecked', result.reason)] : [],
      )
    },
  }
}
