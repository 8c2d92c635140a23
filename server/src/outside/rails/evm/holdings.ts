// Balances of the desk's accounts on the chain: tokens of the payer and of deposit addresses, and gas of the relayers.
import type { Hex } from 'viem'
import { hex } from '@scure/base'
import { evmAddress } from '../../methods/checksums.ts'
import type { DepositAccount, Holding } from '../port.ts'
import { quantityOf } from './answers.ts'
import type { Endpoints } from './endpoints.ts'
import { blockCall, blockOf, hexOf } from './head.ts'
import type { Call } from './rpc.ts'
import type { TokenSettings } from './settings.ts'
import { lowerCase } from './signing.ts'
import { allowanceCall, balanceCall } from './token.ts'
import { railProblem, type RailProblem } from '../../rail-problems.ts'

type Accounts = {
  endpoints: Endpoints
  tokens: readonly TokenSettings[]
  nativeCurrency: string
  payer: Hex | null
  relayers: readonly Hex[]
}

/**
 * The native currency is counted in gwei, rounded down. All balances are those of one block: a sweep between two of them
 * would change their sum.
 */
export async function holdingsOf(
  accounts: Accounts,
  depositAccounts: readonly DepositAccount[],
): Promise<readonly Holding[]> {
  const { endpoints, tokens, nativeCurrency, payer, relayers } = accounts
  return endpoints.first(async ({ ask, label }) => {
    const [latest] = await ask([blockCall('latest')])
    const { number } = blockOf(latest, label)
    const wanted = [
      ...tokens.flatMap(({ currency, address }) => [
        ...(payer === null
          ? []
          : [{ account: written(payer), currency, call: balanceCall(address, payer, number) }]),
        ...depositAccounts
          .filter((one) => one.currency === currency)
          .map(({ account }) => ({
            account,
            currency,
            call: balanceCall(address, lowerCase(account), number),
          })),
      ]),
      ...relayers.map((relayer) => ({
        account: written(relayer),
        currency: nativeCurrency,
        call: gasCall(relayer, number),
      })),
    ]
    const holdings: Holding[] = []
    for (const batch of inBatches(wanted, MOST_CALLS)) {
      const answers = await ask(batch.map(({ call }) => call))
      for (const [at, { account, currency }] of batch.entries()) {
        const units = quantityOf(answers[at], `${label}: a balance`)
        const amountMinor = currency === nativeCurrency ? units / GWEI : units
        holdings.push({ account, currency, amountMinor })
      }
    }
    return holdings
  })
}

/** Endpoints refuse batches that are much longer. */
export const MOST_CALLS = 50

export const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )

type Relayers = Pick<Accounts, 'endpoints' | 'nativeCurrency' | 'relayers'> & { lowGasWei: bigint }

export async function gasProblems({
  endpoints,
  relayers,
  nativeCurrency,
  lowGasWei,
}: Relayers): Promise<readonly RailProblem[]> {
  const problems: RailProblem[] = []
  for (const relayer of relayers) {
    const wei = await balanceOf(endpoints, gasCall(relayer)).catch(() => undefined)
    if (wei === undefined) problems.push(railProblem('gas_unread', { relayer: written(relayer) }))
    else if (wei < lowGasWei)
      problems.push(
        railProblem('gas_low', {
          relayer: written(relayer),
          gwei: wei / GWEI,
          currency: nativeCurrency,
          low: lowGasWei / GWEI,
        }),
      )
  }
  return problems
}

/** A contract of ours moves a plain token only as far as the payer lets it. */
export async function allowanceProblems({
  endpoints,
  tokens,
  payer,
}: Pick<Accounts, 'endpoints' | 'tokens' | 'payer'>): Promise<readonly RailProblem[]> {
  const problems: RailProblem[] = []
  for (const { address, authorizer, currency } of tokens) {
    if (payer === null || authorizer === null || authorizer === address) continue
    const call = allowanceCall(address, payer, authorizer)
    const allowed = await balanceOf(endpoints, call).catch(() => undefined)
    const balance = await balanceOf(endpoints, balanceCall(address, payer)).catch(() => undefined)
    if (allowed === undefined || balance === undefined)
      problems.push(railProblem('allowance_unread', { currency }))
    else if (allowed < balance)
      problems.push(
        railProblem('allowance_missing', {
          payer: written(payer),
          authorizer: written(authorizer),
          currency,
        }),
      )
  }
  return problems
}

const balanceOf = (endpoints: Endpoints, call: Call): Promise<bigint> =>
  endpoints.first(async ({ ask, label }) => {
    const [answer] = await ask([call])
    return quantityOf(answer, `${label}: a balance`)
  })

const gasCall = (account: Hex, block: bigint | 'latest' = 'latest'): Call => ({
  method: 'eth_getBalance',
  params: [account, block === 'latest' ? block : hexOf(block)],
})

const written = (address: Hex): string => evmAddress(hex.decode(address.slice(2)))

const GWEI = 10n ** 9n
