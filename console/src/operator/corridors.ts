// Sums of a route are of one currency each. A corridor has them side by side.
type Figure = 'sold' | 'delivered' | 'fee' | 'margin'
export type RouteSum = { names: readonly string[]; currency: string } & Record<Figure, string>
export type Part = { amount: string; currency: string }
type Corridor = { name: string } & Record<Figure, readonly Part[]>

/** One row for each route. A figure has no part of a currency in which nothing moved. */
export const corridorsOf = (sums: readonly RouteSum[]): Corridor[] =>
  [...new Set(sums.map(({ names: [name = ''] }) => name))].map((name) => {
    const of = sums.filter(({ names }) => names[0] === name)
    const parts = (figure: Figure): Part[] =>
      of
        .map((one) => ({ amount: one[figure], currency: one.currency }))
        .filter(({ amount }) => /[1-9]/.test(amount))
    return {
      name,
      sold: parts('sold'),
      delivered: parts('delivered'),
      fee: parts('fee'),
      margin: parts('margin'),
    }
  })
