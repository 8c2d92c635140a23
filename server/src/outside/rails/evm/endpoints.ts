// The RPC endpoints of a chain: failover, and comparison of their answers. An endpoint is used only after it has named
// the configured chain. An endpoint that failed is avoided for half a minute while others answer.
import { later, type Clock, type Instant } from '../../../platform/clock.ts'
import { BadAnswer, quantityOf } from './answers.ts'
import { RpcError, type Endpoint } from './rpc.ts'
import { railProblem, type RailProblem } from '../../rail-problems.ts'

type Ask<T> = (endpoint: Endpoint) => Promise<T>

export type Endpoints = {
  /** The first answer. For what cannot cost money if it is wrong. */
  first<T>(ask: Ask<T>): Promise<T>
  /** One answer of each endpoint that answers. Throws if fewer than `agreement` do. */
  each<T>(ask: Ask<T>): Promise<readonly T[]>
  /** The answer that the endpoints agree on. Throws if they disagree without a majority. */
  agreed<T>(subject: string, ask: Ask<T>): Promise<T>
  problems(): Promise<readonly RailProblem[]>
}

/** `agreement`: how many endpoints must answer alike before an answer counts. */
type Options = { chainId: number; agreement: number; clock: Pick<Clock, 'realNow'> }

type State = { endpoint: Endpoint; isChecked: boolean; avoidedUntil: Instant; problem?: string }

const AVOIDED_MS = 30_000

export function openEndpoints(
  endpoints: readonly Endpoint[],
  { chainId, agreement, clock }: Options,
): Endpoints {
  const states = endpoints.map(
    (endpoint): State => ({ endpoint, isChecked: false, avoidedUntil: clock.realNow() }),
  )
  const disputed = new Set<string>()

  async function use<T>(state: State, ask: Ask<T>): Promise<T> {
    try {
      await checkChain(state, chainId)
      const answer = await ask(state.endpoint)
      delete state.problem
      return answer
    } catch (error) {
      // A refused call says nothing about the endpoint: the same call may be refused everywhere.
      if (error instanceof RpcError && error.kind !== 'unreachable') throw error
      state.problem = error instanceof Error ? error.message : 'failed'
      state.isChecked = false
      state.avoidedUntil = later(clock.realNow(), AVOIDED_MS)
      throw error
    }
  }

  /** Endpoints that work; all of them if fewer than `needed` work. */
  function usable(needed: number): readonly State[] {
    const working = states.filter(({ avoidedUntil }) => avoidedUntil <= clock.realNow())
    return working.length >= needed ? working : states
  }

  async function settled<T>(ask: Ask<T>): Promise<readonly T[]> {
    const results = await Promise.allSettled(usable(agreement).map((state) => use(state, ask)))
    const answers = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
    if (answers.length >= agreement && answers.length > 0) return answers
    throw worstOf(
      results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
    )
  }

  return {
    async first(ask) {
      const failures: unknown[] = []
      for (const state of usable(1))
        try {
          return await use(state, ask)
        } catch (error) {
          if (error instanceof RpcError && error.kind === 'reverted') throw error
          failures.push(error)
        }
      throw worstOf(failures)
    },
    each: settled,
    async agreed(subject, ask) {
      const { answer, isDisputed } = majorityOf(await settled(ask), agreement)
      if (isDisputed) disputed.add(subject)
      else disputed.delete(subject)
      if (answer === undefined) throw new Error(`the endpoints disagree about ${subject}`)
      return answer
    },
    async problems() {
      await Promise.allSettled(
        states.map((state) => use(state, async () => checkChain(state, chainId))),
      )
      const broken = states.flatMap(({ problem }) =>
        problem === undefined ? [] : [railProblem('node_failing', { reason: problem })],
      )
      return [
        ...broken,
        ...[...disputed].map((subject) => railProblem('nodes_disagree', { subject })),
      ]
    },
  }
}

async function checkChain(state: State, chainId: number): Promise<void> {
  if (state.isChecked) return
  const { endpoint } = state
  const [answer] = await endpoint.ask([{ method: 'eth_chainId', params: [] }])
  const found = quantityOf(answer, `${endpoint.label}: eth_chainId`)
  if (found !== BigInt(chainId))
    throw new RpcError(
      'unreachable',
      `${endpoint.label} serves chain ${found}, expected ${chainId}`,
    )
  state.isChecked = true
}

/** The answer of most endpoints. Undefined without a majority, or if fewer than `agreement` gave it. */
function majorityOf<T>(answers: readonly T[], agreement: number) {
  const groups = Map.groupBy(answers, textOf)
  const largest = [...groups.values()].reduce((most, group) =>
    group.length > most.length ? group : most,
  )
  const isEnough = largest.length >= agreement && largest.length * 2 > answers.length
  return { answer: isEnough ? largest[0] : undefined, isDisputed: groups.size > 1 }
}

const textOf = (answer: unknown): string =>
  JSON.stringify(answer, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )

// A refusal is the most useful reason: another call, such as one for fewer blocks, may succeed.
const worstOf = (failures: readonly unknown[]): unknown =>
  failures.find((failure) => failure instanceof RpcError && failure.kind === 'reverted') ??
  failures.find((failure) => failure instanceof RpcError && failure.kind === 'refused') ??
  failures.find((failure) => failure instanceof BadAnswer) ??
  failures[0] ??
  new RpcError('unreachable', 'no endpoint answers')

/** The highest number that the majority of the answers has reached. One false answer does not raise it. */
export function reachedByMost(numbers: readonly bigint[]): bigint {
  const descending = numbers.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0))
  const reached = descending[Math.floor(descending.length / 2)]
  if (reached === undefined) throw new RpcError('unreachable', 'no endpoint answers')
  return reached
}
