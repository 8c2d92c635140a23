// All SQL of the request log.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { countRows, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { periodValues, type Period } from '../../platform/http/filters.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { Field } from './shape.ts'

export type RequestRow = {
  id: Uuid<'rq'>
  key_id: Uuid<'key'>
  request_id: string
  at: Instant
  method: string
  path: string
  operation: string
  status: number
  took_ms: number
  code: string | null
  faults: string[]
  object_id: string | null
  body: Field[] | null
}

export type NewRequest = RequestRow & {
  enterprise_id: Uuid<'ent'>
  organization_id: Uuid<'org'> | null
}

const COLUMNS =
  'id, key_id, request_id, at, method, path, operation, status, took_ms, code, faults, object_id, body'

export const insertRequests = write(
  'insert_requests',
  ['rows'],
  `insert into api_requests (enterprise_id, organization_id, ${COLUMNS})
   select enterprise_id, organization_id, ${COLUMNS}
     from jsonb_to_recordset($1::jsonb) as r (enterprise_id uuid, organization_id uuid, id uuid, key_id uuid,
            request_id text, at timestamptz, method text, path text, operation text, status int, took_ms int, code text,
            faults text[], object_id text, body jsonb)`,
  (requests: readonly NewRequest[]) => {
    const written = requests.map((one) => ({ ...one, at: sqlInstant(one.at) }))
    return [JSON.stringify(written)]
  },
)

export type RequestFilter = Period & {
  keyId: Uuid<'key'> | undefined
  requestId: string | undefined
  isRefused: boolean
}

// One statement for each index: with several conditions the planner would choose by guess.
const select = (name: string, condition: string) =>
  statement(
    name,
    [
      'enterprise_id',
      'organization_id',
      'before',
      'limit',
      'at_after',
      'after_id',
      'at_before',
      'before_id',
      'value',
    ],
    `select ${COLUMNS} from api_requests
      where enterprise_id = $1 and ($2::uuid is null or organization_id = $2) and ($3::uuid is null or id < $3)
        and ($5::timestamptz is null or at > $5) and ($6::uuid is null or id >= $6)
        and ($7::timestamptz is null or at < $7) and ($8::uuid is null or id < $8) and ${condition}
      order by enterprise_id desc, id desc limit $4`,
  )
const SELECT_REQUESTS = select('select_requests', '$9::text is null')
const SELECT_REFUSED_REQUESTS = select(
  'select_refused_requests',
  'status >= 400 and $9::text is null',
)
const SELECT_REQUESTS_OF_ORGANIZATION = select(
  'select_requests_of_organization',
  'organization_id = $9::uuid',
)
const SELECT_REFUSED_OF_ORGANIZATION = select(
  'select_refused_requests_of_organization',
  'status >= 400 and organization_id = $9::uuid',
)
const SELECT_REQUESTS_OF_KEY = select('select_requests_of_key', 'key_id = $9::uuid')
const SELECT_REQUESTS_NAMED = select('select_requests_named', 'request_id = $9::text')

function readingOf({ requestId, keyId, isRefused }: RequestFilter, only: Uuid<'org'> | null) {
  if (requestId !== undefined) return { reading: SELECT_REQUESTS_NAMED, value: requestId }
  if (keyId !== undefined) return { reading: SELECT_REQUESTS_OF_KEY, value: keyId }
  if (only !== null) {
    const ofOne = isRefused ? SELECT_REFUSED_OF_ORGANIZATION : SELECT_REQUESTS_OF_ORGANIZATION
    return { reading: ofOne, value: only }
  }
  return { reading: isRefused ? SELECT_REFUSED_REQUESTS : SELECT_REQUESTS, value: null }
}

/** Newest first. `only`: of keys that are bound to this organization. Of several filters the narrowest counts. */
export function selectRequests(
  db: Db,
  enterpriseId: Uuid<'ent'>,
  only: Uuid<'org'> | null,
  filter: RequestFilter,
  before: Uuid<'rq'> | null,
  limit: number,
): Promise<RequestRow[]> {
  const { reading, value } = readingOf(filter, only)
  const { after, from, before: madeBefore, to } = periodValues('rq', filter)
  return rows(db, reading, [enterpriseId, only, before, limit, after, from, madeBefore, to, value])
}

/** Returns how many there were, at most `limit`. */
export const deleteOldRequests = countRows(
  'delete_old_requests',
  ['before', 'limit'],
  `delete from api_requests where ctid = any (array(select ctid from api_requests where at < $1 limit $2))
   returning 1 as one`,
  (before: Instant, limit: number) => [sqlInstant(before), limit],
)
