// Query parameters that several lists have in common.
import Type from 'typebox'
import type { Instant } from '../clock.ts'
import { sqlInstant } from '../db/pool.ts'
import { sorts } from '../db/sorts.ts'
import {
  earliestUuid,
  latestUuid,
  NO_ID,
  uuidOf,
  type Kind,
  type Prefix,
  type Uuid,
} from '../ids.ts'
import { requireInstant } from './instants.ts'
import { choice, instant } from './schemas.ts'

/** `rows` names the rows of the list, as in "Orders created". */
export const timeFilters = (rows: string) => ({
  created_after: Type.Optional(instant(`${rows} later than this instant.`, '2026-03-02T00:00:00Z')),
  created_before: Type.Optional(
    instant(`${rows} earlier than this instant.`, '2026-03-03T00:00:00Z'),
  ),
})

export const sortFilter = {
  sort: Type.Optional(
    choice(sorts, 'The order of the list. Without it: newest_first.', {
      title: 'ListSort',
      example: 'oldest_first',
    }),
  ),
}

const instantFilter = (name: string, text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : requireInstant(`?${name}`, text)

/** A malformed identifier matches nothing: nothing has the nil UUID. */
export const idFilter = <P extends Prefix>(
  prefix: P,
  text: string | undefined,
): Uuid<P> | undefined => (text === undefined ? undefined : (uuidOf(prefix, text) ?? NO_ID))

export type Period = { createdAfter?: Instant | undefined; createdBefore?: Instant | undefined }

type PeriodQuery = { created_after?: string | undefined; created_before?: string | undefined }

/** The period that a request asks for with `timeFilters`. */
export const periodOf = (query: PeriodQuery): Period => ({
  createdAfter: instantFilter('created_after', query.created_after),
  createdBefore: instantFilter('created_before', query.created_before),
})

/** Left sides for periodValues. The bounds of ids let the primary key skip what is outside the period. */
export const periodFilters = (column: string) => ({
  after: `${column} >`,
  from: 'id >=',
  before: `${column} <`,
  to: 'id <',
})

export const periodValues = <K extends Kind>(kind: K, { createdAfter, createdBefore }: Period) => ({
  after: createdAfter === undefined ? undefined : sqlInstant(createdAfter),
  from: createdAfter === undefined ? undefined : earliestUuid(kind, createdAfter),
  before: createdBefore === undefined ? undefined : sqlInstant(createdBefore),
  to: createdBefore === undefined ? undefined : latestUuid(kind, createdBefore),
})
