// A Solana rail over real programs, as the service opens it: with settings, secrets, a clock and a log of its own.
import { randomBytes, randomUUID } from 'node:crypto'
import { instantAt, later, type Instant } from '../../src/platform/clock.ts'
import { ed25519SignerOf } from '../../src/outside/custody/local.ts'
import { createLog } from '../../src/platform/log.ts'
import type {
  DepositSeeds,
  LookUpAnswer,
  Rail,
  RailEntry,
  SendRequest,
  Watch,
} from '../../src/outside/rails/port.ts'
import { openSolanaRail, type SolanaRail } from '../../src/outside/rails/solana/rail.ts'
import type { RpcOptions } from '../../src/outside/rails/solana/rpc.ts'
import { readSettings } from '../../src/outside/rails/solana/settings.ts'
import { startSolanaNode, TEST_GENESIS_HASH, type SolanaNode } from './solana-node.ts'
import { createSolanaWorld } from './solana-world.ts'
import { onTestFinished } from 'vitest'

export type SolanaTest = Awaited<ReturnType<typeof startSolanaTest>>

/** A cluster with its nodes. `open` opens a rail as one process of the service does. */
export async function startSolanaTest(nodeCount = 1) {
  const world = await createSolanaWorld()
  const nodes = await Promise.all(
    Array.from({ length: nodeCount }, () => startSolanaNode(world.chain)),
  )
  const depositSeed = randomBytes(32)
  let at = instantAt(Date.UTC(2026, 0, 5, 12))
  const clock = {
    now: (): Instant => at,
    realNow: (): Instant => at,
    advance: (ms: number) => void (at = later(at, ms)),
  }
  const logged: string[] = []
  const handedOut = new Set<string>()
  const settings = {
    genesis_hash: TEST_GENESIS_HASH,
    rpc: nodes.map(({ url }) => url),
    tokens: { USDC: { mint: world.mint } },
    payer: 'env:PAYER',
    fee_payer: 'env:FEE_PAYER',
  }
  return {
    world,
    chain: world.chain,
    nodes,
    node: nodes[0] ?? missing('a node'),
    clock,
    logged,
    /** Deposit addresses of orders. */
    handedOut,
    depositSeed,
    settings,
    open(
      more: Record<string, unknown> = {},
      options?: Partial<RpcOptions>,
      depositSeeds: DepositSeeds = [depositSeed],
    ): SolanaRail {
      const log = createLog(
        { logLevel: 'trace' },
        { write: (line: string) => void logged.push(line) },
      )
      const signers = {
        payer: ed25519SignerOf(world.payer.secret),
        feePayer: ed25519SignerOf(world.feePayer.secret),
      }
      return openSolanaRail(
        'solana',
        readSettings({ ...settings, ...more }),
        {
          clock,
          log,
          identitySeed: depositSeed,
          depositSeeds,
          secret: () => missing('secrets'),
          maySend: async () => 'yes',
          isHandedOut: async (address) => handedOut.has(address),
        },
        signers,
        { timeoutMs: 5_000, mostBytes: 1_000_000, ...options },
      )
    },
    close: () => Promise.all(nodes.map((node: SolanaNode) => node.close())),
  }
}

function missing(what: string): never {
  throw new Error(`the test has no ${what}`)
}

export function payoutTo(address: string, more: Partial<SendRequest> = {}): SendRequest {
  return {
    key: `ord_${randomUUID()}:payout:1`,
    method: 'SOLANA_ADDRESS',
    currency: 'USDC',
    amountMinor: 7_000_000n,
    details: { address },
    reference: 'CO-20260105-ABCDEFGH',
    ...more,
  }
}

/** Sends as the worker does: what may have been sent before is looked up first. */
export async function workerRound(
  rail: Rail,
  request: SendRequest,
  prepared: string,
): Promise<LookUpAnswer> {
  const known = await rail.lookUp(request.key, prepared)
  return known.state === 'unknown' ? rail.send(request, prepared) : known
}

/** Rounds of the worker, with the chain going on between them, until the outcome is known. */
export async function untilEnded(
  { chain }: Pick<SolanaTest, 'chain'>,
  rail: Rail,
  request: SendRequest,
  prepared: string,
): Promise<LookUpAnswer> {
  for (let round = 0; round < 20; round += 1) {
    const answer = await workerRound(rail, request, prepared)
    if (answer.state === 'settled' || answer.state === 'rejected') return answer
    chain.finalize()
  }
  throw new Error(`${request.key} has no outcome after 20 rounds`)
}

/** Makes the watch of one poll, in pages of two. As in the service, `after` must end a page of the same watch. */
export function watchOf(
  rail: Rail,
  recent: readonly string[],
  older: readonly string[] = [],
): Watch {
  const pages = (orderIds: readonly string[]) => {
    const ends = new Set<string | null>([null])
    const all = orderIds
      .map((orderId) => {
        const details = rail.fundingAccount('SOLANA_ADDRESS', orderId)
        if (details === 'from_pool') throw new Error('addresses on Solana are derived')
        const account = details['address'] ?? ''
        return { account, orderId, method: 'SOLANA_ADDRESS' as const, details }
      })
      .toSorted((a, b) => (a.account < b.account ? -1 : 1))
    return async (after: string | null) => {
      if (!ends.has(after)) throw new Error('`after` is not the last account of a page')
      const page = all.filter(({ account }) => after === null || account > after).slice(0, 2)
      ends.add(page.at(-1)?.account ?? null)
      return page
    }
  }
  return { recent: pages(recent), older: pages(older) }
}

type Committed = { cursor: string | null; entries: Map<string, RailEntry> }

/** The service's side of polling: it commits entries with the cursor, and counts each entry once. */
export function recorder(rail: Rail, watch: () => Watch, before?: { committed: Committed }) {
  const committed: Committed = before?.committed ?? { cursor: null, entries: new Map() }
  return {
    /** What the database holds, for the recorder of another process. */
    committed,
    entries: () => [...committed.entries.values()],
    /** `isLost`: the process dies, or the commit fails, after the rail answered. */
    async poll({ isLost = false } = {}): Promise<readonly RailEntry[]> {
      const polled = await rail.poll(committed.cursor, watch())
      if (isLost) return polled.entries
      committed.cursor = polled.cursor
      for (const entry of polled.entries)
        committed.entries.set(`${entry.transaction} ${entry.index}`, entry)
      return polled.entries
    },
  }
}

/** A chain for the test that runs, which closes it at its end. */
export async function solanaForTest(nodeCount?: number): Promise<SolanaTest> {
  const solana = await startSolanaTest(nodeCount)
  onTestFinished(async () => void (await solana.close()))
  return solana
}
