// A whole service with a rail on Solana: the operator file, the database, and the real programs behind a node. The rail of
// the other side is simulated.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { base58 } from '@scure/base'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { root } from './command.ts'
import { newSecrets } from '../../src/platform/config.ts'
import type { TestDatabase } from './database.ts'
import { untilOpen } from './rails.ts'
import { manualClock, testService } from './service.ts'
import { startSolanaNode, TEST_GENESIS_HASH } from './solana-node.ts'
import { createSolanaWorld } from './solana-world.ts'

export type SolanaService = Awaited<ReturnType<typeof startSolanaService>>

type KeepSeed = (name: string, seed: Uint8Array) => string

/** A cluster with its node, the keys of the desk, and the file of an operator with a rail on it. */
export async function startSolanaCluster(settings: readonly string[] = [], keep?: KeepSeed) {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-solana-'))
  const world = await createSolanaWorld({ payerMinor: 1_000_000_000_000n })
  const node = await startSolanaNode(world.chain)

  function operatorFile(): string {
    const kept = (name: string, secret: string) => {
      if (keep !== undefined) return keep(name, base58.decode(secret))
      writeFileSync(join(folder, name), secret)
      return `file:${join(folder, name)}`
    }
    const lines = [
      `genesis_hash: ${TEST_GENESIS_HASH}`,
      `rpc: ['${node.url}']`,
      `tokens: { USDC: { mint: ${world.mint} } }`,
      `payer: '${kept('payer', world.payer.secret)}'`,
      `fee_payer: '${kept('fee-payer', world.feePayer.secret)}'`,
      'poll_every_ms: 100',
      ...settings,
    ].map((line) => `      ${line}\n`)
    const rails = `rails:\n  - name: solana\n    kind: solana\n    settings:\n${lines.join('')}`
    const path = join(folder, 'world.yaml')
    writeFileSync(path, `${readFileSync(join(root, 'server/sandbox.yaml'), 'utf8')}\n${rails}`)
    return path
  }
  return {
    world,
    node,
    env: { CORRIDOR_SANDBOX_FILE: operatorFile(), CORRIDOR_SECRETS: newSecrets() },
    async close() {
      await node.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** `settings`: further lines of the rail's settings. `keep`: keeps a seed and returns a reference to it. */
export async function startSolanaService(
  settings: readonly string[] = [],
  keep?: KeepSeed,
  /** For a service that is started again on it. */
  database?: TestDatabase,
) {
  const cluster = await startSolanaCluster(settings, keep)
  const { world, node, env } = cluster
  const clock = manualClock()
  const start = async () => {
    const service = await testService({
      clock,
      env,
      ...(database === undefined ? {} : { database }),
    })
    await untilOpen(service.deps.rails)
    return service
  }
  let corridor = await start()

  const read = async (id: string): Promise<OrderJson> =>
    (await corridor.get<OrderJson>(`${corridor.organization}/orders/${id}`)).data

  /** Lets slots and the time of retries pass until the check holds. */
  async function until(what: string, check: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < 1200; tries += 1) {
      if (await check()) return
      world.chain.tick()
      corridor.clock.advance(5_000)
      await sleep(50)
    }
    throw new Error(`${what} did not come about`)
  }

  return {
    world,
    node,
    get corridor() {
      return corridor
    },
    /** Starts the service again, after it was stopped. */
    async again() {
      corridor = await start()
    },
    until,
    completed: (id: string) =>
      until(
        `the completion of ${id}`,
        async () => (await read(id)).status.current_status === 'STEP_4_COMPLETED',
      ),
    async newOrder(payin: string, payout: string, amount: string): Promise<OrderJson> {
      const { id: offeringId } = await corridor.offering(payin, payout)
      const { id: quoteId } = await corridor.quote(offeringId, amount)
      return corridor.order(quoteId)
    },
    addressOf(order: OrderJson): string {
      const { details } = order.funding_instructions
      return 'address' in details ? String(details.address) : ''
    },
    async close() {
      await corridor.close()
      await cluster.close()
    },
  }
}
