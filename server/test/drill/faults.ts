// Faults on the way to rails and providers, by order: a request that does not arrive, an answer that is lost, a
// rejection. It lies outside of Corridor, so it outlasts a restore.
import type { LiquidityProvider } from '../../src/outside/liquidity/port.ts'
import type { Rail } from '../../src/outside/rails/port.ts'
import type { Replace } from '../../src/service/deps.ts'
import { changedRails } from '../support/rails.ts'

/**
 * `unquoted`, `unprepared`: nothing is committed. `unsent`: committed, and the request does not arrive. `lost`: it is carried
 * out, and the answer does not arrive. `rejected`: refused for good. `worse`: less than promised is offered.
 */
export type Fault =
  | 'fill unquoted'
  | 'fill worse'
  | 'fill declined'
  | 'fill unsent'
  | 'fill lost'
  | 'payout unprepared'
  | 'payout unsent'
  | 'payout lost'
  | 'payout rejected'
  | 'refund unprepared'
  | 'refund unsent'
  | 'refund lost'
  | 'refund rejected'

export type Faults = ReturnType<typeof createFaults>

export function createFaults() {
  const present = new Map<string, Fault>()
  const carriedOut = new Set<string>()
  const at = (key: string): string | undefined => {
    const [order = '', kind = ''] = key.split(':')
    const fault = present.get(order)
    return fault?.startsWith(`${kind} `) === true ? fault.slice(kind.length + 1) : undefined
  }
  const noAnswer = (key: string): never => {
    throw new Error(`no answer about ${key}`)
  }
  /** Carries out what `lost` says, and answers nothing. */
  async function unanswered(key: string, act: () => Promise<unknown>): Promise<never> {
    if (at(key) === 'lost' && !carriedOut.has(key)) {
      carriedOut.add(key)
      await act()
    }
    return noAnswer(key)
  }
  const isSilent = (key: string) => at(key) === 'unsent' || at(key) === 'lost'
  const REJECTED = { state: 'rejected', code: 'AC04' } as const

  const rail = (real: Rail): Rail => ({
    ...real,
    prepare: async (request) =>
      at(request.key) === 'unprepared' ? noAnswer(request.key) : real.prepare(request),
    async send(request, prepared) {
      if (at(request.key) === 'rejected') return REJECTED
      const send = () => real.send(request, prepared)
      return isSilent(request.key) ? unanswered(request.key, send) : send()
    },
    async lookUp(key, prepared) {
      if (at(key) === 'rejected') return REJECTED
      return isSilent(key) ? noAnswer(key) : real.lookUp(key, prepared)
    },
  })
  const provider = (real: LiquidityProvider): LiquidityProvider => ({
    ...real,
    async firmQuote(key, request) {
      if (at(key) === 'unquoted') return noAnswer(key)
      const firm = await real.firmQuote(key, request)
      if (at(key) !== 'worse') return firm
      return { ...firm, rate: (firm.rate * 9n) / 10n, payoutMinor: (firm.payoutMinor * 9n) / 10n }
    },
    async execute(request, token) {
      if (at(request.key) === 'declined')
        return { state: 'declined', isFinal: true, code: 'refused' }
      const execute = () => real.execute(request, token)
      return isSilent(request.key) ? unanswered(request.key, execute) : execute()
    },
    async lookUp(key, token) {
      return isSilent(key) ? noAnswer(key) : real.lookUp(key, token)
    },
  })

  const replace: Replace = ({ feeds, rails }) => ({
    rails: changedRails(rails, rail),
    feeds: { ...feeds, provider: async (name) => provider(await feeds.provider(name)) },
  })
  return {
    replace,
    set: (order: { id: string }, fault: Fault | null): void =>
      void (fault === null ? present.delete(order.id) : present.set(order.id, fault)),
  }
}
