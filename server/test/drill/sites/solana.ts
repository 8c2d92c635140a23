// The site on Solana: the real programs behind a node. What left is read from the transactions of the payer's token account.
import { startSolanaCluster } from '../../support/solana-service.ts'
import { manualClock } from '../../support/service.ts'
import type { Left, Site } from '../site.ts'
import { addressOf } from '../story.ts'
import { allowSlippage } from './evm.ts'

const RAIL = 'solana'
/** More than a transaction of before can wait for. */
const BLOCKS = 400n

export async function solanaSite(): Promise<Site> {
  const cluster = await startSolanaCluster()
  const { world } = cluster
  const { chain } = world
  const payer = world.payer.address
  const account = await world.tokenAccount(payer)
  const customer = await world.customer(10n ** 12n)
  allowSlippage(cluster.env.CORRIDOR_SANDBOX_FILE)
  const paid = new Set<string>()

  /** What each transaction moved at the payer's token account. */
  function moved(): { minor: bigint; to: string | null }[] {
    return chain
      .transactionsOf(account, 'processed')
      .filter(({ err }) => err === null)
      .map(({ preTokenBalances, postTokenBalances }) => {
        const changeOf = (owner: string) => {
          const sum = (all: typeof preTokenBalances) =>
            all.reduce((total, one) => (one.owner === owner ? total + one.amount : total), 0n)
          return sum(postTokenBalances) - sum(preTokenBalances)
        }
        const to = postTokenBalances.find(({ owner }) => changeOf(owner) > 0n)?.owner ?? null
        return { minor: changeOf(payer), to }
      })
  }
  return {
    name: 'solana',
    rail: RAIL,
    env: cluster.env,
    clock: manualClock(),
    out: {
      payin: 'NGN',
      payout: 'USDC',
      provider: 'ALPHA',
      amountOf: (number) => `${1_000_000 + 3000 * number}.${String(number).padStart(2, '0')}`,
    },
    in: {
      payin: 'USDC',
      payout: 'COP',
      provider: 'ALPHA',
      amountOf: (number) => `${1000 + number}.${String(number).padStart(2, '0')}`,
    },
    goOn: async () => chain.tick(),
    pass: async () => chain.tick(BLOCKS),
    async pay(order, amountMinor) {
      paid.add(addressOf(order))
      await world.transfer(customer, addressOf(order), amountMinor)
    },
    left: async () =>
      moved()
        .filter(({ minor }) => minor < 0n)
        .map(
          ({ minor, to }): Left => ({
            rail: RAIL,
            key: null,
            to,
            currency: 'USDC',
            amountMinor: -minor,
          }),
        ),
    converted: async () => [],
    async balances() {
      const held = await Promise.all([payer, ...paid].map((owner) => world.held(owner)))
      return new Map([[`rail:${RAIL} USDC`, held.reduce((sum, minor) => sum + minor, 0n)]])
    },
    async sweeps() {
      const left = await Promise.all([...paid].map((owner) => world.held(owner)))
      return {
        // The first one is the money of the desk.
        swept: moved().filter(({ minor }) => minor > 0n).length - 1,
        unswept: left.filter((minor) => minor > 0n).length,
      }
    },
    close: cluster.close,
  }
}
