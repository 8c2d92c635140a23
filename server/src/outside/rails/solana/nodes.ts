// The RPC nodes of a rail: failover in the order of the settings, the check of their chain, and facts that several nodes
// must tell alike. It never decides what an answer means.
import type { Clock } from '../../../platform/clock.ts'
import { parseFirstBlock, parseGenesisHash, parseHeight } from './answers.ts'
import { openRpc, RpcRefusal, type RpcCall, type RpcOptions } from './rpc.ts'
import type { SolanaSettings } from './settings.ts'
import { thrownMessage } from '../../../platform/thrown.ts'
import { railProblem, railProblemThrown, type RailProblem } from '../../rail-problems.ts'

export type Nodes = {
  /** The answer of the first node that gives one. Throws if none does. `turn` begins with another node. */
  first<T>(read: (call: RpcCall) => Promise<T>, turn?: number): Promise<T>
  /** The answers of all nodes that give one, at least one. Leaves out nodes that failed recently. */
  every<T>(read: (call: RpcCall) => Promise<T>): Promise<T[]>
  /**
   * The answer that enough nodes give. Undefined if two nodes contradict each other: one of them lags or lies. Throws
   * if too few nodes answer. `key` makes answers comparable.
   */
  agreed<T>(read: (call: RpcCall) => Promise<T>, key: (answer: T) => string): Promise<T | undefined>
  problems(): Promise<RailProblem[]>
}

type NodeSettings = Pick<SolanaSettings, 'genesisHash' | 'agreement' | 'historySlots'>
type Node = { label: string; call: RpcCall; isChecked: boolean; restsUntilMs: number }

const REST_MS = 15_000
// 150 slots are about a minute.
const MOST_SLOTS_BEHIND = 150n

/** JSON-RPC errors by which a node refuses a transaction or a request for good: another node would do the same. */
const VERDICTS = [-32002, -32003, -32602]

export function openNodes(
  urls: readonly string[],
  { genesisHash, agreement, historySlots }: NodeSettings,
  clock: Clock,
  options: RpcOptions,
): Nodes {
  const nodes: Node[] = urls.map((url, index) => {
    const label = `RPC node ${index + 1} (${new URL(url).hostname})`
    return { label, call: openRpc(url, label, options), isChecked: false, restsUntilMs: 0 }
  })

  async function ask<T>(node: Node, read: (call: RpcCall) => Promise<T>): Promise<T> {
    try {
      if (!node.isChecked) {
        const found = parseGenesisHash(await node.call('getGenesisHash', []))
        if (found !== genesisHash)
          throw new Error(`${node.label} serves another chain: its genesis hash is ${found}`)
        node.isChecked = true
      }
      return await read(node.call)
    } catch (error) {
      if (!isVerdict(error)) node.restsUntilMs = clock.realNow() + REST_MS
      throw error
    }
  }

  /** Nodes that failed recently come last: waiting for their timeout delays every call. */
  const rests = (node: Node): boolean => node.restsUntilMs > clock.realNow()
  const inOrder = (): Node[] => [
    ...nodes.filter((node) => !rests(node)),
    ...nodes.filter((node) => rests(node)),
  ]
  const awake = (): Node[] => (nodes.every(rests) ? nodes : nodes.filter((node) => !rests(node)))

  return {
    async first(read, turn = 0) {
      const failures: unknown[] = []
      const order = inOrder()
      const start = turn % order.length
      for (const node of [...order.slice(start), ...order.slice(0, start)]) {
        try {
          return await ask(node, read)
        } catch (error) {
          if (isVerdict(error)) throw error
          failures.push(error)
        }
      }
      throw unanswered(failures)
    },
    async every(read) {
      const answers = await Promise.allSettled(awake().map((node) => ask(node, read)))
      const given = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      if (given.length > 0) return given
      throw unanswered(answers.map((one) => (one.status === 'rejected' ? one.reason : undefined)))
    },
    async agreed(read, key) {
      const [answers, failures]: [Awaited<ReturnType<typeof read>>[], unknown[]] = [[], []]
      // A second node is asked even if one is enough: it may contradict.
      const wanted = Math.max(agreement, 2)
      for (const node of inOrder()) {
        if (answers.length === wanted) break
        try {
          answers.push(await ask(node, read))
        } catch (error) {
          failures.push(error)
        }
      }
      const [answer] = answers
      if (answer === undefined || answers.length < agreement) throw unanswered(failures)
      return answers.every((one) => key(one) === key(answer)) ? answer : undefined
    },
    problems: () => problemsOf(nodes, ask, historySlots),
  }
}

async function problemsOf(
  nodes: readonly Node[],
  ask: <T>(node: Node, read: (call: RpcCall) => Promise<T>) => Promise<T>,
  historySlots: bigint,
): Promise<RailProblem[]> {
  const heights = await Promise.allSettled(
    nodes.map((node) =>
      ask(node, async (call) => ({
        ...parseHeight(await call('getEpochInfo', [FINAL])),
        first: parseFirstBlock(await call('getFirstAvailableBlock', [])),
      })),
    ),
  )
  const newest = heights.reduce(
    (slot, one) => (one.status === 'fulfilled' && one.value.slot > slot ? one.value.slot : slot),
    0n,
  )
  return heights.flatMap((one, index) => {
    if (one.status === 'rejected') return [railProblemThrown('node_failing', one.reason)]
    const { slot, first } = one.value
    const label = nodes[index]?.label ?? ''
    const found: RailProblem[] = []
    if (newest - slot > MOST_SLOTS_BEHIND)
      found.push(railProblem('node_behind', { node: label, slots: newest - slot }))
    if (!isLongHistory({ slot, first }, historySlots))
      found.push(
        railProblem('node_short_history', {
          node: label,
          slots: slot - first,
          wanted: historySlots,
        }),
      )
    return found
  })
}

/** The commitment of everything that counts: a finalized block is never taken back. */
export const FINAL = { commitment: 'finalized' } as const

/** True if the history of a node reaches back by so many slots, or is whole. */
export const isLongHistory = (node: { slot: bigint; first: bigint }, slots: bigint): boolean =>
  node.first === 0n || node.slot - node.first >= slots

/** Version 0 covers address lookup tables; without the option nodes refuse such transactions. */
export const transactionOptions = { ...FINAL, encoding: 'json', maxSupportedTransactionVersion: 0 }

const isVerdict = (error: unknown): boolean =>
  error instanceof RpcRefusal && VERDICTS.includes(error.code)

const unanswered = (failures: readonly unknown[]): Error =>
  new Error(`no RPC node answered: ${failures.map(thrownMessage).join('; ')}`)
