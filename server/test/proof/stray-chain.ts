// The chain of strays in a history: tokens of no route that payers send to deposit addresses, and what moves them. Whose they are
// is known here only. A key moves tokens once; what is sent may arrive later, or never.
import type { Stray, Strays } from '../../src/outside/rails/strays-port.ts'

export const strayFates = ['done', 'lost', 'late', 'displaced'] as const
export type StrayFate = (typeof strayFates)[number]

type Coin = { payer: string; units: bigint }
type Move = { to: string; isDone: boolean }

const ASSET = { asset: 'proof-token', symbol: 'DAI', decimals: 6 }

/** `whyNot`: the reason why our database does not allow the send, or undefined. */
export function createStrayChain(
  complaints: string[],
  whyNot: (key: string) => Promise<string | undefined>,
) {
  /** Oldest first. */
  const coins = new Map<string, Coin[]>()
  const moves = new Map<string, Move>()
  /** Keys of returns that a restored database had under way. */
  const ofBefore = new Set<string>()
  let late: (() => void)[] = []
  /** What was on its way when the database was restored. */
  let lost: (() => void)[] = []
  let fate: StrayFate = 'done'

  const unitsAt = (account: string): bigint =>
    (coins.get(account) ?? []).reduce((sum, { units }) => sum + units, 0n)

  function move(key: string, account: string, to: string, units: bigint): void {
    if (moves.has(key) || unitsAt(account) < units) return
    moves.set(key, { to, isDone: true })
    let left = units
    const rest: Coin[] = []
    for (const coin of coins.get(account) ?? []) {
      const taken = coin.units < left ? coin.units : left
      left -= taken
      if (taken > 0n && coin.payer !== to)
        complaints.push(`42: ${key} gave ${to} what ${coin.payer} had sent to ${account}`)
      if (coin.units > taken) rest.push({ ...coin, units: coin.units - taken })
    }
    coins.set(account, rest)
  }

  const strays: Strays = {
    held: async (accounts) =>
      accounts.flatMap(({ account, orderId }): Stray[] => {
        const units = unitsAt(account)
        return units === 0n ? [] : [{ account, orderId, ...ASSET, units }]
      }),
    prepare: async (key, { units }, to) =>
      moves.has(key) ? undefined : JSON.stringify({ to, units: String(units) }),
    async send(key, { account }, prepared) {
      const { to, units }: { to: string; units: string } = JSON.parse(prepared)
      if (ofBefore.has(key)) complaints.push(`42: ${key} of before a restore was sent`)
      const reason = await whyNot(key)
      if (reason !== undefined) complaints.push(`42: ${key} was sent: ${reason}`)
      const now = fate
      fate = 'done'
      const arrive = () => move(key, account, to, BigInt(units))
      if (now === 'done') arrive()
      if (now === 'displaced' && !moves.has(key)) moves.set(key, { to, isDone: false })
      if (now === 'late') late.push(arrive)
      if (now === 'late' || now === 'lost') throw new Error('the chain did not answer')
      return { state: 'pending' }
    },
    async lookUp(key, _stray, prepared) {
      const { to }: { to: string } = JSON.parse(prepared)
      const known = moves.get(key)
      if (known === undefined) return { state: 'unknown' }
      return known.isDone && known.to === to
        ? { state: 'settled', reference: `M-${key}` }
        : { state: 'rejected', code: 'displaced' }
    },
  }

  return {
    strays,
    moves,
    ofBefore,
    unitsAt,
    payersAt: (account: string): string[] => [
      ...new Set((coins.get(account) ?? []).map(({ payer }) => payer)),
    ],
    accounts: () => [...coins.keys()],
    arrive: (account: string, payer: string, units: bigint): void =>
      void coins.set(account, [...(coins.get(account) ?? []), { payer, units }]),
    setFate: (next: StrayFate): void => void (fate = next),
    /** What is on its way arrives. */
    deliver(): void {
      for (const arrive of late) arrive()
      late = []
    },
    lose(): void {
      lost = [...lost, ...late]
      late = []
    },
    hasLost: (): boolean => lost.length > 0,
    /** What was on its way when the database was restored arrives. */
    deliverLost(): void {
      for (const arrive of lost) arrive()
      lost = []
    },
    reset(): void {
      coins.clear()
      moves.clear()
      ofBefore.clear()
      late = []
      lost = []
      fate = 'done'
    },
  }
}
