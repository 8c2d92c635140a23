// Users, sessions and operator keys as the operator API shows them.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import {
  anyText,
  choice,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import type { OperatorKeyRow } from './key-queries.ts'
import { loginSchema } from '../users/login.ts'
import type { OperatorUser } from '../users/queries.ts'
import { userStatus } from '../users/credentials.ts'
import { lacks, roles } from './roles.ts'

export const role = choice(roles, 'What the user or key may do.', { title: 'OperatorRole' })

export const lackSchema = choice(
  lacks,
  'Why somebody lacks a right. `enterprises`: it concerns all of them, and a limit to chosen ones excludes it.',
  { title: 'LackOfRight' },
)

export const enterpriseIds = nullable(
  Type.Array(identifier('ent', 'An enterprise.'), { minItems: 1, maxItems: 100 }),
  'The enterprises whose data is seen. Null for all.',
)

const instantOrNull = (description: string) => nullable(timestamp('An instant.'), description)

export const userSchema = exact(
  {
    login: loginSchema,
    role,
    enterprise_ids: enterpriseIds,
    status: choice(['INVITED', 'ACTIVE', 'DISABLED'], 'Whether the user can sign in.', {
      title: 'UserStatus',
      example: 'ACTIVE',
    }),
    enrolment_expires_at: instantOrNull('When the enrolment token expires. Null when enrolled.'),
    enrolled_at: instantOrNull('When the user last enrolled. Null before.'),
    admitted_at: instantOrNull('When an admin admitted the user after the enrolment. Null before.'),
    needs_admission: Type.Boolean({
      description: 'Whether the user may do nothing before an admin has admitted the user.',
    }),
    created_at: timestamp('When the user was created.'),
  },
  { title: 'User', description: 'A person who uses the operator API.' },
)

export const userView = (user: OperatorUser): Static<typeof userSchema> => ({
  login: user.login,
  role: user.role,
  enterprise_ids: enterprisesView(user.enterprise_ids),
  status: userStatus(user),
  enrolment_expires_at: toTimestampOrNull(user.enrolment_expires_at),
  enrolled_at: toTimestampOrNull(user.enrolled_at),
  admitted_at: toTimestampOrNull(user.admitted_at),
  needs_admission: user.needs_admission,
  created_at: toTimestamp(user.created_at),
})

export const operatorKeySchema = exact(
  {
    id: identifier('opk', 'The key.'),
    label: anyText('What the key is for.', 'monitoring'),
    role,
    enterprise_ids: enterpriseIds,
    created_at: timestamp('When the key was created.'),
    expires_at: instantOrNull('When the key stops working. Null for never.'),
    revoked_at: instantOrNull('When the key was revoked. Null if it was not.'),
  },
  { title: 'OperatorKey', description: 'A key of a program that uses the operator API.' },
)

export const operatorKeyView = (key: OperatorKeyRow): Static<typeof operatorKeySchema> => ({
  id: publicId('opk', key.id),
  label: key.label,
  role: key.role,
  enterprise_ids: enterprisesView(key.enterprise_ids),
  created_at: toTimestamp(key.created_at),
  expires_at: toTimestampOrNull(key.expires_at),
  revoked_at: toTimestampOrNull(key.revoked_at),
})

export const enterprisesView = (ids: readonly Uuid<'ent'>[] | null): string[] | null =>
  ids?.map((id) => publicId('ent', id)) ?? null
