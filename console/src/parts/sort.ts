// The order of a list by time, in the address: `oldest_first`, or nothing for newest first.
import { useShown } from './address.ts'

const OLDEST = 'oldest_first'
export type Order = 'newest' | 'oldest'

/** How a list is sorted: its column, and what reverses the order. */
export type Sorted = { column: string; reverse: () => void }

/**
 * `sorting`: for the request. `sorted`: for the table.
 *
 * @param column of the time that the list is sorted by
 */
export function useSort(column: string): {
  sorting: { sort?: typeof OLDEST }
  sorted: { order: Order; sorted: Sorted }
} {
  const [{ sort }, change] = useShown()
  const isOldest = sort === OLDEST
  return {
    sorting: isOldest ? { sort: OLDEST } : {},
    sorted: {
      order: isOldest ? 'oldest' : 'newest',
      sorted: { column, reverse: () => change({ sort: isOldest ? undefined : OLDEST }) },
    },
  }
}
