// Measures the calls to rails and liquidity providers, for the metrics. A call that never ends is not counted.
import { monotonicMs } from '../platform/clock.ts'
import type { CallOutcome, NoteCall } from '../platform/metrics.ts'
import type { LiquidityProvider } from './liquidity/port.ts'
import type { Rail } from './rails/port.ts'

export function timedRail(rail: Rail, note: NoteCall): Rail {
  const timed = timer(rail.name, note)
  return {
    ...rail,
    prepare: (request) => timed('prepare', () => rail.prepare(request)),
    send: (request, prepared) => timed('send', () => rail.send(request, prepared)),
    lookUp: (key, prepared) => timed('look_up', () => rail.lookUp(key, prepared)),
    poll: (cursor, watch) => timed('poll', () => rail.poll(cursor, watch)),
    balances: (accounts) => timed('balances', () => rail.balances(accounts)),
  }
}

export function timedProvider(
  name: string,
  provider: LiquidityProvider,
  note: NoteCall,
): LiquidityProvider {
  const timed = timer(name, note)
  return {
    ...provider,
    rates: () => timed('rates', () => provider.rates()),
    firmQuote: (key, conversion) => timed('firm_quote', () => provider.firmQuote(key, conversion)),
    execute: (request, token) => timed('execute', () => provider.execute(request, token)),
    lookUp: (key, token) => timed('look_up', () => provider.lookUp(key, token)),
    balances: () => timed('balances', () => provider.balances()),
  }
}

const timer =
  (name: string, note: NoteCall) =>
  async <Answer>(call: string, work: () => Promise<Answer>): Promise<Answer> => {
    const fromMs = monotonicMs()
    const ended = (outcome: CallOutcome) =>
      note(name, call, outcome, (monotonicMs() - fromMs) / 1000)
    try {
      const answered = await work()
      ended('answered')
      return answered
    } catch (error) {
      ended('failed')
      throw error
    }
  }
