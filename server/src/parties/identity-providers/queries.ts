// All SQL that writes the identity providers of customers, and who their people are there.
import type { Instant } from '../../platform/clock.ts'
import { sqlInstant } from '../../platform/db/pool.ts'
import { allRows, anyRow, countRows, oneRow, write } from '../../platform/db/row-functions.ts'
import type { Uuid } from '../../platform/ids.ts'

export const loginClaims = ['email', 'preferred_username'] as const

export type Provider = {
  id: Uuid<'idp'>
  enterprise_id: Uuid<'ent'>
  issuer: string
  client_id: string
  secret_key_id: string
  secret_sealed: Buffer
  login_claim: (typeof loginClaims)[number]
  is_required: boolean
  asked_by: Uuid<'usr'>
  created_at: Instant
}

/** Null: the provider is to be removed. */
export type WaitingProvider =
  | Provider
  | (Pick<Provider, 'id' | 'enterprise_id' | 'asked_by' | 'created_at'> & { issuer: null })

const COLUMNS = `id, enterprise_id, issuer, client_id, secret_key_id, secret_sealed, login_claim, is_required, asked_by,
  created_at`

export const selectProvider = oneRow<Provider, [enterpriseId: Uuid<'ent'>]>(
  'select_identity_provider',
  ['enterprise_id'],
  `select ${COLUMNS} from identity_providers where enterprise_id = $1 and status = 'USED'`,
)

export const selectWaitingProvider = oneRow<WaitingProvider, [enterpriseId: Uuid<'ent'>]>(
  'select_waiting_identity_provider',
  ['enterprise_id'],
  `select ${COLUMNS} from identity_providers where enterprise_id = $1 and status = 'WAITING'`,
)

export const insertProvider = write(
  'insert_identity_provider',
  [
    'id',
    'enterprise_id',
    'status',
    'issuer',
    'client_id',
    'secret_key_id',
    'secret_sealed',
    'login_claim',
    'is_required',
    'asked_by',
    'created_at',
  ],
  `insert into identity_providers (${COLUMNS}, status) values ($1, $2, $4, $5, $6, $7, $8, $9, $10, $11, $3)`,
  (row: WaitingProvider, status: 'USED' | 'WAITING') => [
    row.id,
    row.enterprise_id,
    status,
    ...(row.issuer === null
      ? [null, null, null, null, null, null]
      : [
          row.issuer,
          row.client_id,
          row.secret_key_id,
          row.secret_sealed,
          row.login_claim,
          row.is_required,
        ]),
    row.asked_by,
    sqlInstant(row.created_at),
  ],
)

/** False if the change is gone: its time was over meanwhile. */
export const updateProviderUsed = anyRow<[id: Uuid<'idp'>]>(
  'update_identity_provider_used',
  ['id'],
  `update identity_providers set status = 'USED' where id = $1 returning id`,
)

export const deleteProvider = write<[enterpriseId: Uuid<'ent'>, status: 'USED' | 'WAITING']>(
  'delete_identity_provider',
  ['enterprise_id', 'status'],
  `delete from identity_providers where enterprise_id = $1 and status = $2`,
)

/** With their sealed secrets. */
export const deleteWaitingProvidersOfBefore = countRows(
  'delete_waiting_identity_providers_of_before',
  ['at'],
  `delete from identity_providers where status = 'WAITING' and created_at <= $1 returning id`,
  (at: Instant) => [sqlInstant(at)],
)

export type Identity = {
  user_id: Uuid<'usr'>
  enterprise_id: Uuid<'ent'>
  issuer: string
  subject: string
}

export const selectUserOfIdentity = oneRow<
  Pick<Identity, 'user_id'>,
  [enterpriseId: Uuid<'ent'>, issuer: string, subject: string]
>(
  'select_user_of_identity',
  ['enterprise_id', 'issuer', 'subject'],
  `select user_id from user_identities where enterprise_id = $1 and issuer = $2 and subject = $3`,
)

export const selectIdentity = oneRow<Identity, [userId: Uuid<'usr'>]>(
  'select_identity_of_user',
  ['user_id'],
  `select user_id, enterprise_id, issuer, subject from user_identities where user_id = $1`,
)

/** False if the person has an identity, or the identity is somebody's. */
export const insertIdentity = anyRow(
  'insert_identity',
  ['user_id', 'enterprise_id', 'issuer', 'subject', 'at'],
  `insert into user_identities (user_id, enterprise_id, issuer, subject, created_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing
   returning user_id`,
  ({ user_id, enterprise_id, issuer, subject }: Identity, at: Instant) => [
    user_id,
    enterprise_id,
    issuer,
    subject,
    sqlInstant(at),
  ],
)

export const deleteIdentities = allRows<Pick<Identity, 'user_id'>, [enterpriseId: Uuid<'ent'>]>(
  'delete_identities_of_enterprise',
  ['enterprise_id'],
  `delete from user_identities where enterprise_id = $1 returning user_id`,
)

/** Whether an admin can sign in without the provider. */
export const selectHasOwnWay = anyRow<[enterpriseId: Uuid<'ent'>]>(
  'select_has_admin_with_own_way',
  ['enterprise_id'],
  `select u.id from users u
    where u.enterprise_id = $1 and u.role = 'admin' and u.disabled_at is null and u.enrolment_hash is null
      and (not u.needs_admission or u.admitted_at is not null)
      and (u.password_hash is not null or exists (select from passkeys p where p.user_id = u.id))
    limit 1`,
)
