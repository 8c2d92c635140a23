// The screener of the sandbox. It decides only about senders that a scenario of the simulated funding names.
import type { Question, Verdict } from '../screener-port.ts'

/** The sender of simulated deposits that screening holds. */
export const HELD_SENDER = 'sandbox:held'
/** The sender of all other simulated deposits. */
export const SIMULATED_SENDER = 'sandbox:payer'

const verdicts = new Map<string, Verdict>([
  [HELD_SENDER, { answer: 'hold', reason: 'simulated' }],
  ['sandbox:rejected', { answer: 'reject', reason: 'simulated' }],
])

export const isSimulatedHit = (sender: string | null): boolean =>
  sender !== null && verdicts.has(sender)

export const simulatedScreener = {
  ask: async ({ accounts }: Question): Promise<Verdict> =>
    verdicts.get(accounts[0] ?? '') ?? { answer: 'clear' },
}
