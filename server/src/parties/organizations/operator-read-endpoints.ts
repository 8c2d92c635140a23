// The operator API that reads enterprises and organizations.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  anyText,
  count,
  exact,
  identifier,
  nullable,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { metadataFilter } from '../../platform/http/metadata.ts'
import { textFilter } from '../../platform/http/row-filters.ts'
import { operatorReads, type ReadDeps } from '../operators/operator-reads.ts'
import {
  selectSeenEnterprise,
  selectSeenEnterprises,
  selectSeenOrganization,
  selectSeenOrganizations,
  type SeenEnterprise,
  type SeenOrganization,
} from './operator-queries.ts'
import { organizationSchema, organizationStatus, organizationView } from './view.ts'

const enterpriseSchema = exact(
  {
    id: identifier('ent', 'The enterprise.'),
    name: anyText('Its name.', 'Demo Enterprise'),
    organizations: count('How many organizations it has.', 2),
    held_since: nullable(
      timestamp('An instant.'),
      'Since when the whole enterprise is on hold. Null if it is not.',
      { examples: [null] },
    ),
    created_at: timestamp('When it was created.'),
  },
  { title: 'DeskEnterprise', description: 'A customer of the deployment.' },
)

const enterpriseView = (row: SeenEnterprise): Static<typeof enterpriseSchema> => ({
  id: publicId('ent', row.id),
  name: row.name,
  organizations: row.organizations,
  held_since: toTimestampOrNull(row.held_since),
  created_at: toTimestamp(row.created_at),
})

const schema = exact(
  {
    ...organizationSchema.properties,
    enterprise_id: identifier('ent', 'The enterprise.'),
    enterprise_name: anyText('The name of the enterprise.', 'Demo Enterprise'),
  },
  { title: 'DeskOrganization', description: 'An organization, with its enterprise.' },
)

const view = (row: SeenOrganization): Static<typeof schema> => ({
  ...organizationView(row),
  enterprise_id: publicId('ent', row.enterprise_id),
  enterprise_name: row.enterprise_name,
})

export function operatorOrganizationReads(api: Api, deps: ReadDeps): void {
  operatorReads<'ent', SeenEnterprise>(api, deps, {
    name: 'enterprises',
    prefix: 'ent',
    tag: 'Customers',
    schema: enterpriseSchema,
    about: 'Enterprises.',
    hasFilters: 'none',
    filters: {},
    made: 'Enterprises created',
    select: (db, { enterpriseIds }, filter, before, limit) =>
      selectSeenEnterprises(db, enterpriseIds, filter, before, limit),
    find: selectSeenEnterprise,
    enterpriseOf: ({ id }) => id,
    view: enterpriseView,
  })

  operatorReads<'org', SeenOrganization>(api, deps, {
    name: 'organizations',
    prefix: 'org',
    tag: 'Customers',
    schema,
    about: 'Organizations of all enterprises.',
    hasFilters: 'enterprise',
    filters: {
      status: Type.Optional(withDescription(organizationStatus, 'Organizations with this status.')),
      text: textFilter('Its name'),
      ...metadataFilter('Organizations'),
    },
    made: 'Organizations created',
    select: (db, { enterpriseIds }, { given, ...period }, before, limit) =>
      selectSeenOrganizations(
        db,
        enterpriseIds,
        { ...period, status: given.status, text: given.text, metadata: given.metadata },
        before,
        limit,
      ),
    find: selectSeenOrganization,
    enterpriseOf: (row) => row.enterprise_id,
    view,
  })
}
