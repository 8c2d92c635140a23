// The operator API that reads the API keys of customers, never their secrets.
import Type, { type Static } from 'typebox'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { exact, identifier, withDescription } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import {
  enterpriseOf,
  operatorReads,
  type ReadDeps,
} from '../../parties/operators/operator-reads.ts'
import {
  selectKeyById,
  selectSeenKeys,
  type ShownKey,
} from '../../platform/access/customer-queries.ts'
import { keySchema, keyStatus, keyView } from './view.ts'

export const deskKeySchema = exact(
  { ...keySchema.properties, enterprise_id: identifier('ent', 'The enterprise.') },
  { title: 'DeskApiKey', description: 'A key of a customer, without its secret.' },
)

export const operatorApiKeyReads = (api: Api, deps: ReadDeps & { clock: Clock }): void =>
  operatorReads<'key', ShownKey>(api, deps, {
    name: 'api_keys',
    commands: { list: 'keys list', show: 'keys show' },
    prefix: 'key',
    tag: 'Customers',
    schema: deskKeySchema,
    about: 'API keys of customers, without their secrets.',
    filters: { status: Type.Optional(withDescription(keyStatus, 'Keys with this status.')) },
    made: 'Keys created',
    select: (db, scope, { given, ...period }, before, limit) =>
      selectSeenKeys(
        db,
        scope,
        { ...period, status: given.status },
        before,
        limit,
        deps.clock.now(),
      ),
    find: selectKeyById,
    enterpriseOf,
    view: (row) => deskKeyView(row, deps.clock.now()),
  })

export const deskKeyView = (row: ShownKey, at: Instant): Static<typeof deskKeySchema> => ({
  ...keyView(row, at),
  enterprise_id: publicId('ent', row.enterprise_id),
})
