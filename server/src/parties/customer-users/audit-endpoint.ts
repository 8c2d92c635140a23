// The audit trail of an enterprise for its admins: what its people did, and what was done to their accounts. The chain also has
// acts of the desk on the enterprise, which are the desk's own.
import Type, { type Static } from 'typebox'
import { toTimestamp } from '../../platform/clock.ts'
import { nameEndOf } from '../../platform/db/sorts.ts'
import { addListByKey } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { sortFilter } from '../../platform/http/filters.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import { callerOf } from '../../platform/http/request.ts'
import { choice, dataListOf, exact, nullable, timestamp } from '../../platform/http/schemas.ts'
import type { AuditRow } from '../audit/chain.ts'
import { selectAuditOfCustomer } from '../audit/queries.ts'
import type { PeopleDeps } from './manage.ts'

/** Of any kind. */
const ANY_ID = '^[a-z]{2,5}_[0-7][0-9a-hjkmnp-tv-z]{25}$'

const actorKinds = ['person', 'api_key', 'desk'] as const

const entrySchema = exact(
  {
    number: Type.String({
      description: 'The position in the chain. The desk has entries of its own between.',
      examples: ['17'],
    }),
    at: timestamp('When it happened, in real time.'),
    actor: choice(actorKinds, 'Who acted.', { title: 'ActorKind', example: 'person' }),
    actor_id: nullable(
      Type.String({
        pattern: ANY_ID,
        description: 'An identifier.',
        examples: ['usr_01jqe8m2x4fv5s0t6w7y8z9abc'],
      }),
      'The person or API key. Null for the desk.',
    ),
    act: Type.String({ description: 'What was done.', examples: ['customer_user.signed_in'] }),
    subject: Type.String({
      pattern: ANY_ID,
      description: 'What it was done to: a person, a key, an order request or the enterprise.',
      examples: ['usr_01jqe8m2x4fv5s0t6w7y8z9abc'],
    }),
    detail: Type.String({
      description:
        'Facts as JSON text: `before` and `after` of what changed, an address, an order.',
      examples: ['{"address":"203.0.113.7"}'],
    }),
    hash: Type.String({
      description: 'SHA-256 over the entry and the hash of the one before it, in hexadecimal.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
  },
  { title: 'PeopleAuditEntry', description: 'Something that a person of the enterprise did.' },
)

export function peopleAuditEndpoint(api: Api, deps: ListDeps & PeopleDeps): void {
  addListByKey(api, deps, {
    path: '/people-audit',
    config: { userRight: 'manage_people', isForUsers: true },
    tags: ['People'],
    operationId: 'listPeopleAudit',
    summary: 'List the audit trail of people',
    description:
      'Who signed in, was invited, changed roles, prepared, approved, and made keys; by default newest first. For admins of the enterprise. Nobody can change or remove an entry.',
    querystring: exact({ ...pagingQuery, ...sortFilter }),
    answer: dataListOf(entrySchema, 'The entries, or a page of them.'),
    list(request) {
      const { enterpriseId: chain } = callerOf(request)
      const { sort = 'newest_first' } = request.query
      return {
        name: `people-audit:${chain}${nameEndOf(sort)}`,
        // The service signed it.
        keyFrom: (written) => written,
        page: (before, limit) =>
          selectAuditOfCustomer(
            deps.db,
            { chain, sort },
            before === null ? null : BigInt(before),
            limit,
          ),
        keyOf: ({ number }) => String(number),
        views: (rows) => rows.map(entryView),
      }
    },
  })
}

function entryView(entry: AuditRow): Static<typeof entrySchema> {
  const [kind, id = null] = entry.actor.split(':')
  const isOwn = kind === 'customer' || kind === 'api'
  return {
    number: String(entry.number),
    at: toTimestamp(entry.at),
    actor: kind === 'customer' ? 'person' : kind === 'api' ? 'api_key' : 'desk',
    actor_id: isOwn ? id : null,
    act: entry.act,
    subject: entry.subject,
    detail: entry.detail,
    hash: entry.hash.toString('hex'),
  }
}
