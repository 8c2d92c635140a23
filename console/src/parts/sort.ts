// The order of a list by time, in the address: `oldest_first`, or nothing for newest first.
import { useState } from 'react'
import { useShown } from './address.ts'

const OLDEST = 'oldest_first'
export type Order = 'newest' | 'oldest'

/** How a list is sorted: its column, and what reverses the order. */
export type Sorted = { column: string; reverse: () => void }

/** `sorting`: for the request. `sorted`: for the table. */
type Sorting = {
  sorting: { sort?: typeof OLDEST }
  sorted: { order: Order; sorted: Sorted }
}

/** @param column of the time that the list is sorted by */
export function useSort(column: string): Sorting {
  const [{ sort }, change] = useShown()
  const isOldest = sort === OLDEST
  return sortedBy(column, isOldest, () => change({ sort: isOldest ? undefined : OLDEST }))
}

/** The same for a list beside another one, whose order the address has. */
export function useSortOfPart(column: string): Sorting {
  const [isOldest, setOldest] = useState(false)
  return sortedBy(column, isOldest, () => setOldest(!isOldest))
}

const sortedBy = (column: string, isOldest: boolean, reverse: () => void): Sorting => ({
  sorting: isOldest ? { sort: OLDEST } : {},
  sorted: { order: isOldest ? 'oldest' : 'newest', sorted: { column, reverse } },
})
