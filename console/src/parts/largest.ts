// The first of a list by size, and how many are left out: a page that shows a part of a list says so.

/** `left` is what a link to the whole list names. Equal sizes keep their order. */
export function largestOf<One>(
  all: readonly One[],
  sizeOf: (one: One) => number,
  most: number,
): { shown: One[]; left: number } {
  const shown = all.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, most)
  return { shown, left: all.length - shown.length }
}
