// The published form of an API key, as it is now or as it was created. Only the first answer to a creation shows a secret.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull, type Instant } from '../../platform/clock.ts'
import {
  anyText,
  choice,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import type { ShownKey } from '../../platform/access/customer-queries.ts'
import type { KeyRow } from '../../platform/access/queries.ts'

export const keyScope = choice(['read', 'write'], 'What an API key may do.', { title: 'KeyScope' })

export const keyStatus = choice(
  ['ACTIVE', 'EXPIRED', 'REVOKED'],
  'ACTIVE: it works. EXPIRED: its expiry has passed. REVOKED: it was revoked.',
  { title: 'ApiKeyStatus' },
)

const keyFields = {
  id: identifier('key', 'The API key.'),
  label: anyText('Your label.', 'Back office'),
  status: keyStatus,
  scopes: Type.Array(keyScope, { description: 'What it may do.', examples: [['read']] }),
  organization_id: nullable(
    identifier('org', 'An organization.'),
    'The one organization it is bound to; null for all of the enterprise.',
  ),
  allowed_addresses: Type.Array(anyText('A network.', '203.0.113.0/24'), {
    description: 'Where it may be used from; empty for anywhere.',
  }),
  replaces_key_id: nullable(
    identifier('key', 'An API key.'),
    'The key that it replaced in a rotation; null if it replaced none.',
    { examples: [null] },
  ),
  replaced_by_key_id: nullable(
    identifier('key', 'An API key.'),
    'The key that replaced it in a rotation; null if none did.',
    { examples: [null] },
  ),
  created_at: timestamp('When it was created.'),
  expires_at: nullable(timestamp('An instant.'), 'When it stops working; null for never.'),
  revoked_at: nullable(timestamp('An instant.'), 'When it was revoked; null if it was not.', {
    examples: [null],
  }),
  last_used_at: nullable(
    timestamp('An instant.'),
    'When it was last used, up to a minute ago; null if never.',
  ),
}

export const keySchema = exact(keyFields, {
  title: 'ApiKey',
  description: 'A key of the enterprise, without its secret.',
})
export type KeyJson = Static<typeof keySchema>

export const secretSchema = Type.String({
  pattern: '^ck_(sandbox|live)_[0-9A-Za-z]{38}$',
  description: 'A secret.',
  examples: ['ck_sandbox_4Qf0v2Zr8LkTnW1xYb7CsDpEgHjKmRuA1b2c3d'],
})

export const keyWithSecretSchema = exact(
  {
    ...keyFields,
    secret: nullable(
      secretSchema,
      'The key to send in the Authorization header. It is not shown again: null in the answer to a repeated request.',
    ),
  },
  { title: 'ApiKeyWithSecret', description: 'A new API key.' },
)
export type KeyWithSecretJson = Static<typeof keyWithSecretSchema>

export const isWorking = (row: KeyRow, at: Instant): boolean =>
  row.revoked_at === null && (row.expires_at === null || row.expires_at > at)

const statusOf = (row: KeyRow, at: Instant): KeyJson['status'] =>
  row.revoked_at !== null ? 'REVOKED' : isWorking(row, at) ? 'ACTIVE' : 'EXPIRED'

export const keyView = (row: ShownKey, at: Instant): KeyJson => ({
  id: publicId('key', row.id),
  label: row.label,
  status: statusOf(row, at),
  scopes: row.scopes,
  organization_id: row.organization_id === null ? null : publicId('org', row.organization_id),
  allowed_addresses: row.allowed_addresses,
  replaces_key_id: row.replaces === null ? null : publicId('key', row.replaces),
  replaced_by_key_id: row.replaced_by === null ? null : publicId('key', row.replaced_by),
  created_at: toTimestamp(row.created_at),
  expires_at: toTimestampOrNull(row.expires_at),
  revoked_at: toTimestampOrNull(row.revoked_at),
  last_used_at: toTimestampOrNull(row.last_used_at),
})

export const keyWithSecretView = (
  row: ShownKey,
  at: Instant,
  secret: string | null,
): KeyWithSecretJson => ({ ...keyView(row, at), secret })

/** The key as it was created. A replayed request renders it. */
export const asCreated = (row: ShownKey): ShownKey => ({
  ...row,
  expires_at: row.replaced_by === null ? row.expires_at : row.granted_until,
  replaced_by: null,
  revoked_at: null,
  last_used_at: null,
})
