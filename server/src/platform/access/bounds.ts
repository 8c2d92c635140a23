// From which amount of a payin currency an order of the enterprise needs a second person.

export type Bound = {
  currency: string
  /** Minor units in decimal text, as JSON of the database has them. */
  minor: string
}

/** The bound that an order reaches. Currencies without a bound have none. */
export const boundOf = (
  bounds: readonly Bound[],
  currency: string,
  minor: bigint,
): Bound | undefined =>
  bounds.find((bound) => bound.currency === currency && minor >= BigInt(bound.minor))
