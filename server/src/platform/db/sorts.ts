// The two orders of a list by time: newest first, as without a choice, and oldest first. Both read the same index, one of
// them backwards.
import { LAST_UUID, NIL_UUID } from './pool.ts'
import { statement, type Statement } from './statement.ts'

export const sorts = ['newest_first', 'oldest_first'] as const
export type Sort = (typeof sorts)[number]

/** Part of a filter. Without it: newest first. */
export type Sorted = { sort?: Sort | undefined }

/** `after`: how the ids of later pages compare with that of a cursor. `start`: SQL of the id that every page is behind. */
export type PageOrder = { after: '<' | '>'; direction: 'desc' | 'asc'; start: string }

export const pageOrders: Readonly<Record<Sort, PageOrder>> = {
  newest_first: { after: '<', direction: 'desc', start: LAST_UUID },
  oldest_first: { after: '>', direction: 'asc', start: NIL_UUID },
}

/** Ends the name of a statement. */
export const nameEndOf = (sort: Sort): string => (sort === 'oldest_first' ? ' oldest' : '')

/** A statement that reads a page, for each order. */
export function inBothOrders(
  name: string,
  parameters: readonly string[],
  text: (order: PageOrder) => string,
): (sort: Sort | undefined) => Statement {
  const of = (sort: Sort) =>
    statement(`${name}${nameEndOf(sort)}`, parameters, text(pageOrders[sort]))
  const made = { newest_first: of('newest_first'), oldest_first: of('oldest_first') }
  return (sort = 'newest_first') => made[sort]
}
