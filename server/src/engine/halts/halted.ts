// Pure rules of halts: what a halt stops. The SQL conditions in queries.ts say the same.

export const haltable = ['quotes', 'fills', 'sends'] as const
export type Haltable = (typeof haltable)[number]

/** Null names stand for all rails or all providers. */
export type Halt = { what: Haltable; rail: string | null; provider: string | null }

/** The result of an intent that was not committed because of a halt. */
export const HALTED = 'halted' as const

const isNamed = (halted: string | null, name: string) => halted === null || halted === name

export const fillsAreHalted = (halts: readonly Halt[], provider: string): boolean =>
  halts.some((halt) => halt.what === 'fills' && isNamed(halt.provider, provider))

export const sendsAreHalted = (halts: readonly Halt[], rail: string): boolean =>
  halts.some((halt) => halt.what === 'sends' && isNamed(halt.rail, rail))

/** The halt that stops all quotes, or those over one of these rails; undefined if there is none. */
export const haltOfQuotes = <Present extends Halt>(
  halts: readonly Present[],
  rails: readonly string[],
): Present | undefined =>
  halts.find(
    ({ what, rail, provider }) =>
      what === 'quotes' && provider === null && (rail === null || rails.includes(rail)),
  )

export const quotesAreHaltedAt = (halts: readonly Halt[], provider: string): boolean =>
  halts.some((halt) => halt.what === 'quotes' && halt.provider === provider)

/** Why this halt cannot exist; undefined if it can. */
export function haltProblem({ what, rail, provider }: Halt): string | undefined {
  if (rail !== null && provider !== null)
    return 'a halt names a rail or a provider, not both: halt each of them'
  if (what === 'fills' && rail !== null)
    return 'fills do not use a rail: name a provider, or halt sends on the rail'
  if (what === 'sends' && provider !== null)
    return 'sends do not use a provider: name a rail, or halt fills at the provider'
  return undefined
}

/** For people, such as "sends over evm:base". */
export const textOfHalt = ({ what, rail, provider }: Halt): string =>
  rail !== null ? `${what} over ${rail}` : provider !== null ? `${what} at ${provider}` : what
