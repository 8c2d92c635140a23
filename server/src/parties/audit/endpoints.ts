// The operator API of the audit trail.
import Type, { type Static } from 'typebox'
import { parseTimestamp, toTimestamp } from '../../platform/clock.ts'
import { nameEndOf } from '../../platform/db/sorts.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { periodOf, sortFilter, timeFilters } from '../../platform/http/filters.ts'
import { pagingQuery, readPage, type PageDeps } from '../../platform/http/list.ts'
import {
  anyText,
  dataListOf,
  exact,
  identifier,
  nullable,
  text,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId, writtenUuid } from '../../platform/ids.ts'
import { operatorOfRequest } from '../operators/guard.ts'
import { DEPLOYMENT, type AuditRow } from './chain.ts'
import { selectAudit, type AuditKey } from './queries.ts'

type AuditDeps = PageDeps & { db: Pool }

const entrySchema = exact(
  {
    enterprise_id: nullable(
      identifier('ent', 'An enterprise.'),
      'The chain of the entry. Null for the chain of the deployment.',
    ),
    number: anyText('The position in its chain.', '17'),
    at: timestamp('When it happened, in real time.'),
    actor: anyText(
      '`user:LOGIN`, `key:LABEL`, or `command` for a command on the server.',
      'user:ben',
    ),
    act: anyText('What was done.', 'order.refund'),
    subject: anyText(
      'What it was done to. Empty if it is nothing in particular.',
      'ord_01jqe8m2x4fv5s0t6w7y8z9abc',
    ),
    reason: anyText(
      'Why. Empty where an act needs no reason.',
      'The customer asked for it by telephone.',
    ),
    detail: Type.Unsafe<unknown>({
      type: 'object',
      description: 'Facts about the act: `before` and `after` of what it changed, and others.',
      examples: [{ after: { status: 'FAILED_REFUND_REQUESTED' } }],
    }),
    hash: anyText(
      'SHA-256 over the entry and the hash of the one before it, in hexadecimal.',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ),
  },
  { title: 'AuditEntry', description: 'Something that an operator did or was refused.' },
)

export function auditEndpoints(api: Api, deps: AuditDeps): void {
  addRead(api, {
    path: '/audit',
    config: { right: 'read_audit' },
    tags: ['Audit'],
    operationId: 'listAuditEntries',
    summary: 'List the audit trail',
    description:
      'By default newest first, always in pages. Whoever sees only some enterprises gets the entries of their chains.',
    querystring: exact({
      ...pagingQuery,
      actor: Type.Optional(text(200, 'Entries of this actor.', 'user:ben')),
      act: Type.Optional(text(100, 'Entries of this act.', 'order.refund')),
      subject: Type.Optional(text(200, 'Entries about this.', 'ben')),
      ...timeFilters('Entries made'),
      ...sortFilter,
    }),
    answer: dataListOf(entrySchema, 'A page of the trail.'),
    async data(request, reply) {
      const { actor = null, act = null, subject = null } = request.query
      const filter = {
        chains: operatorOfRequest(request).enterpriseIds,
        actor,
        act,
        subject,
        ...periodOf(request.query),
        sort: request.query.sort,
      }
      const entries = await readPage(request, reply, deps, {
        name: `audit${nameEndOf(filter.sort ?? 'newest_first')}`,
        keyFrom,
        page: (before, limit) => selectAudit(deps.db, filter, before, limit),
        keyOf: (row) => textOf(row),
      })
      return entries.map(entryView)
    },
  })
}

const textOf = ({ at, chain, number }: AuditKey): string => `${toTimestamp(at)} ${chain} ${number}`

function keyFrom(text: string): AuditKey {
  const [instant = '', chain = '', number = ''] = text.split(' ')
  const at = parseTimestamp(instant)
  if (at === undefined) throw failure('invalid_cursor')
  return { at, chain: writtenUuid('ent', chain), number: BigInt(number) }
}

const entryView = (entry: AuditRow): Static<typeof entrySchema> => ({
  enterprise_id: entry.chain === DEPLOYMENT ? null : publicId('ent', entry.chain),
  number: String(entry.number),
  at: toTimestamp(entry.at),
  actor: entry.actor,
  act: entry.act,
  subject: entry.subject,
  reason: entry.reason,
  detail: JSON.parse(entry.detail),
  hash: entry.hash.toString('hex'),
})
