// Asks the contracts of tokens whether their issuer has blocked an account. Questions of one moment about one token are
// one batch. The strictest endpoint counts: a node that lags or lies can hold somebody up, but clear nobody alone.
import type { Hex } from 'viem'
import { batched } from '../../../platform/db/batch.ts'
import { isEvmAddress } from '../../methods/checksums.ts'
import type { Blocklist } from '../port.ts'
import type { Endpoints } from './endpoints.ts'
import { MOST_CALLS } from './holdings.ts'
import type { TokenSettings } from './settings.ts'
import { lowerCase } from './signing.ts'
import { blockedCall, flagOf } from './token.ts'
import { thrownMessage } from '../../../platform/thrown.ts'

type Listed = Pick<TokenSettings, 'currency' | 'address' | 'blocklist'>

export function openBlocklist(endpoints: Endpoints, tokens: readonly Listed[]): Blocklist {
  // A queue for each token: a contract that refuses fails no question about another token.
  const queues = new Map(
    tokens.map((token) => [
      token.currency,
      batched((accounts: readonly Hex[]) => areBlocked(endpoints, token, accounts), {
        maxRows: MOST_CALLS,
        takesAll: true,
      }),
    ]),
  )
  const ask = (currency: string, account: Hex): Promise<boolean> => {
    const isBlocked = queues.get(currency)
    if (isBlocked === undefined) throw new Error(`no contract is configured for ${currency}`)
    return isBlocked(account)
  }
  return {
    async isBlocked(currency, account) {
      if (!isEvmAddress(account)) throw new Error('the account is no address of an EVM chain')
      return ask(currency, lowerCase(account))
    },
    async problems() {
      const results = await Promise.allSettled(tokens.map(({ currency }) => ask(currency, NOBODY)))
      return results.flatMap((result, at) =>
        result.status === 'rejected'
          ? [
              `the blocklist of ${tokens[at]?.currency} cannot be read: ${thrownMessage(result.reason)}`,
            ]
          : [],
      )
    },
  }
}

const NOBODY: Hex = `0x${'1'.padStart(40, '0')}`

async function areBlocked(
  endpoints: Endpoints,
  { currency, address, blocklist }: Listed,
  accounts: readonly Hex[],
): Promise<readonly boolean[]> {
  if (blocklist === null) return accounts.map(() => false)
  const told = await endpoints.each(async ({ ask, label }) => {
    const answers = await ask(accounts.map((account) => blockedCall(address, blocklist, account)))
    return answers.map((answer) => flagOf(answer, `${label}: ${blocklist} of ${currency}`))
  })
  return accounts.map((_, at) => told.some((flags) => flags[at] !== false))
}
