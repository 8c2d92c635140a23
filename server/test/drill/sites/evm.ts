// The site on a chain: the real contract of USDC on a real node. What left is read from the events of the contract.
import { readFileSync, writeFileSync } from 'node:fs'
import { startEvmWorld } from '../../support/evm-service.ts'
import { manualClock } from '../../support/service.ts'
import type { Site } from '../site.ts'
import { addressOf } from '../story.ts'

const RAIL = 'evm:base'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const MINTED = `0x${'0'.repeat(64)}`
/** Longer than a signed payment is valid, and than clocks differ. */
const AUTHORIZATION_SECONDS = 3600 + 660

export async function evmSite(): Promise<Site> {
  const world = await startEvmWorld()
  const { chain, usdc, payer } = world
  allowSlippage(world.env.CORRIDOR_SANDBOX_FILE)
  const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const paid = new Set<string>()

  async function transfers(from: string | null, to: string | null) {
    const topics = [TRANSFER, from, to]
    const filter = { address: usdc.address, fromBlock: '0x0', toBlock: 'latest', topics }
    const found = await chain.rpc('eth_getLogs', [filter])
    return (Array.isArray(found) ? found : []).map((log: { topics: string[]; data: string }) => ({
      from: log.topics[1] ?? '',
      to: `0x${(log.topics[2] ?? '').slice(-40)}`,
      amountMinor: BigInt(log.data),
    }))
  }
  return {
    name: 'evm',
    rail: RAIL,
    env: world.env,
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
    goOn: () => chain.mine(1),
    async pass() {
      await chain.passTime(AUTHORIZATION_SECONDS)
      await chain.mine(5)
    },
    async pay(order, amountMinor) {
      paid.add(addressOf(order))
      await usdc.pay(addressOf(order), amountMinor)
    },
    left: async () =>
      (await transfers(topicOf(payer), null)).map(({ to, amountMinor }) => ({
        rail: RAIL,
        key: null,
        to,
        currency: 'USDC',
        amountMinor,
      })),
    converted: async () => [],
    async balances() {
      const held = await Promise.all([payer, ...paid].map((each) => usdc.balanceOf(each)))
      return new Map([[`rail:${RAIL} USDC`, held.reduce((sum, minor) => sum + minor, 0n)]])
    },
    async sweeps() {
      const sent = (await transfers(null, topicOf(payer))).filter(({ from }) => from !== MINTED)
      const left = await Promise.all([...paid].map((each) => usdc.balanceOf(each)))
      return { swept: sent.length, unswept: left.filter((minor) => minor > 0n).length }
    },
    close: world.close,
  }
}

/** Rates move while the drill lasts, and this route promises an exact one. */
export function allowSlippage(path: string): void {
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace('tax_bps: 750', 'tax_bps: 750\n            max_slippage_bps: 300'),
  )
}
