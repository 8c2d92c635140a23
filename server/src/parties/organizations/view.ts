// The published form of an organization.
import type { Static } from 'typebox'
import { toTimestamp } from '../../platform/clock.ts'
import {
  anyText,
  exact,
  identifier,
  statusSchemas,
  timestamp,
} from '../../platform/http/schemas.ts'
import { metadataField, metadataView } from '../../platform/http/metadata.ts'
import { statusView } from '../../platform/http/status.ts'
import { publicId } from '../../platform/ids.ts'
import { organizationStatuses, type OrganizationRow } from './queries.ts'

const status = statusSchemas('Organization', organizationStatuses)
export const organizationStatus = status.one

export const organizationSchema = exact(
  {
    id: identifier('org', 'The organization.'),
    name: anyText('The name of the organization.', 'Acme Exports'),
    contact: exact(
      {
        email: anyText('E-mail address.', 'treasury@acme.example'),
        first_name: anyText('Given name.', 'Lucía'),
        last_name: anyText('Family name.', 'Rojas'),
      },
      { title: 'Contact', description: 'The person to speak to at the organization.' },
    ),
    status: status.withHistory,
    created_at: timestamp('When it was created.'),
    updated_at: timestamp('When it last changed.'),
    ...metadataField,
  },
  {
    title: 'Organization',
    description: 'A customer or a department of the enterprise, which pays and is paid.',
  },
)
export type OrganizationJson = Static<typeof organizationSchema>

/** `history`: the entries to show; by default all. */
export const organizationView = (
  row: OrganizationRow,
  history = row.status_history,
): OrganizationJson => ({
  id: publicId('org', row.id),
  name: row.name,
  contact: {
    email: row.contact_email,
    first_name: row.contact_first_name,
    last_name: row.contact_last_name,
  },
  status: statusView(history),
  created_at: toTimestamp(row.created_at),
  updated_at:
    history === row.status_history ? toTimestamp(row.updated_at) : toTimestamp(row.created_at),
  ...metadataView(row),
})
