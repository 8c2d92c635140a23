// A whole service with a rail on an EVM chain: the operator file, the database, the real contract of USDC on a real node.
// The rail of the other side is simulated.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bytesToHex } from 'viem/utils'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { deployStablecoin, startChain, type Chain, type Stablecoin } from './anvil.ts'
import { root } from './command.ts'
import { addressOf, keyOf, PAYER, RELAYER } from './evm-rail.ts'
import { deployPlainToken } from './plain-token.ts'
import { untilOpen } from './rails.ts'
import { testService } from './service.ts'

export type EvmService = Awaited<ReturnType<typeof startOn<Token>>>

/** What the contract of USDC and a plain token have in common. */
type Token = Pick<
  Stablecoin,
  'address' | 'mint' | 'pay' | 'balanceOf' | 'blacklist' | 'unBlacklist'
>
type Options = NonNullable<Parameters<typeof testService>[0]> & {
  keep?: KeepKey
  /** A line of settings for the rail. */
  setting?: string
  /** More settings of the rail in YAML, and more rails, once the chain is there. */
  more?: (chain: Chain, keep: KeepKey) => Promise<{ settings: string; rails: string }>
  /** Blocks are final two epochs below the newest one. */
  epoch?: number
}
/** Keeps a key of the desk and returns a reference to it. */
type KeepKey = (name: string, key: Uint8Array) => string

/** USDC is Circle's contract. */
export async function startEvmService(options: Options = {}) {
  const chain = await startChain(options.epoch === undefined ? {} : { epoch: options.epoch })
  return startOn(chain, await deployStablecoin(chain), 'kind: eip3009', options)
}

/** USDC is a token without EIP-3009. */
export async function startPlainTokenService(options: Options = {}) {
  const chain = await startChain()
  const token = await deployPlainToken(chain)
  await token.approve(payer, 10n ** 15n)
  return startOn(chain, token, `kind: plain, authorizer: '${token.authorizer}'`, options)
}

const wallet = addressOf(7)
const payer = addressOf(PAYER)
const relayer = addressOf(RELAYER)

/** A chain with USDC, the keys of the desk, and the file of an operator who pays out over it. */
export async function startEvmWorld() {
  const chain = await startChain()
  return worldOn(chain, await deployStablecoin(chain), 'kind: eip3009')
}

async function worldOn<T extends Token>(
  chain: Chain,
  usdc: T,
  settings: string,
  options: Pick<Options, 'keep' | 'setting' | 'more'> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-evm-'))
  await usdc.mint(payer, 10n ** 12n)
  await chain.giveGas(relayer)

  const inFile: KeepKey = (name, key) => {
    writeFileSync(join(folder, name), bytesToHex(key))
    return `file:${join(folder, name)}`
  }
  const keep = options.keep ?? inFile

  const more = await options.more?.(chain, keep)

  /** The demo world, but the treasury wallet is on a chain that a configured rail serves. */
  function operatorFile(): string {
    const rails = `rails:
  - name: evm:base
    kind: evm
    settings:
      chain: base
      chain_id: ${chain.chainId}
      rpc: ['${chain.url}']
      poll_every_ms: 100
      bump_after_seconds: 1
      ${options.setting ?? 'overlap_blocks: 64'}
      tokens: { USDC: { address: '${usdc.address}', ${settings} } }
      payer: '${keep('payer', keyOf(PAYER))}'
      relayers: ['${keep('relayer', keyOf(RELAYER))}']
      ${more?.settings ?? ''}
${more?.rails ?? ''}
`
    const text = readFileSync(join(root, 'server/sandbox.yaml'), 'utf8')
      .replace('liquidity_providers:\n', `${rails}liquidity_providers:\n`)
      .replace('method: SOLANA_ADDRESS', 'method: EVM_ADDRESS')
      .replace(/details: \{ address: 7v91.*\}/, `details: { address: '${wallet}', chain: base }`)
      .replace('inclusive_account_types: [SOLANA_ADDRESS', 'inclusive_account_types: [EVM_ADDRESS')
    const path = join(folder, 'world.yaml')
    writeFileSync(path, text)
    return path
  }
  return {
    chain,
    usdc,
    wallet,
    payer,
    env: { CORRIDOR_SANDBOX_FILE: operatorFile() },
    async close() {
      await chain.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startOn<T extends Token>(chain: Chain, usdc: T, settings: string, options: Options) {
  const world = await worldOn(chain, usdc, settings, options)
  const env = { ...options.env, ...world.env }
  const corridor = await testService({ ...options, env })
  await untilOpen(corridor.deps.rails)

  return {
    chain,
    usdc,
    corridor,
    /** Of this service. Another one with it is the same deployment, on the same chain. */
    env,
    /** The beneficiary of payouts. */
    wallet,
    payer,
    relayer,
    addressOf(order: OrderJson): string {
      const { details } = order.funding_instructions
      if ('chain' in details && 'address' in details) return String(details.address)
      throw new Error(`no address in ${JSON.stringify(details)}`)
    },
    async newOrder(payin: string, payout: string, amount?: string): Promise<OrderJson> {
      // A test may have moved the clock by more than a rate is fresh.
      await corridor.deps.feeds.push()
      const { id: offeringId } = await corridor.offering(payin, payout)
      return corridor.order((await corridor.quote(offeringId, amount)).id)
    },
    /** Mines and lets the time of retries pass until the order has the status. */
    async reaching(id: string, wanted: string, stepMs = 2000): Promise<OrderJson> {
      for (let tries = 0; tries < 1200; tries++) {
        const { data } = await corridor.get<OrderJson>(`${corridor.organization}/orders/${id}`)
        if (data.status.current_status === wanted) return data
        await chain.mine(1)
        corridor.clock.advance(stepMs)
        await sleep(50)
      }
      throw new Error(`order ${id} did not reach ${wanted}`)
    },
    async close() {
      await corridor.close()
      await world.close()
    },
  }
}
