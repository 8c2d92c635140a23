// All SQL that writes passkeys and the challenges that they signed.
import { later, type Duration, type Instant } from '../../platform/clock.ts'
import { sqlInstant } from '../../platform/db/pool.ts'
import { allRows, anyRow, oneRow } from '../../platform/db/row-functions.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { Named, UserKind } from './kinds.ts'
import type { UserRow } from './queries.ts'

export type PasskeyRow = {
  id: Uuid<'psk'>
  user_id: Uuid<'usr'>
  credential_id: Buffer
  name: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  created_at: Instant
  used_at: Instant | null
}

const COLUMNS = `id, user_id, credential_id, name, public_key, counter, transports, created_at, used_at`

/** Oldest first. */
export const selectPasskeys = allRows<PasskeyRow, [userId: Uuid<'usr'>]>(
  'select_passkeys',
  ['user_id'],
  `select ${COLUMNS} from passkeys where user_id = $1 order by id`,
)

/** A passkey of a user of this kind. */
export const selectPasskey = oneRow<
  PasskeyRow & { user: Named & Pick<UserRow, 'role'> },
  [credentialId: Buffer, kind: UserKind]
>(
  'select_passkey',
  ['credential_id', 'of_desk'],
  `select p.id, p.user_id, p.credential_id, p.name, p.public_key, p.counter, p.transports, p.created_at, p.used_at,
          json_build_object('id', u.id, 'login', u.login, 'enterprise_id', u.enterprise_id, 'role', u.role) as user
     from passkeys p join users u on u.id = p.user_id
    where p.credential_id = $1 and (u.enterprise_id is null) = $2`,
  (credentialId, kind) => [credentialId, kind === 'operator'],
)

/** Undefined if the passkey is somebody's already. */
export const insertPasskey = oneRow<PasskeyRow, [passkey: Omit<PasskeyRow, 'used_at'>]>(
  'insert_passkey',
  ['id', 'user_id', 'credential_id', 'name', 'public_key', 'counter', 'transports', 'at'],
  `insert into passkeys (id, user_id, credential_id, name, public_key, counter, transports, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (credential_id) do nothing
   returning ${COLUMNS}`,
  (passkey) => [
    passkey.id,
    passkey.user_id,
    passkey.credential_id,
    passkey.name,
    passkey.public_key,
    passkey.counter,
    passkey.transports,
    sqlInstant(passkey.created_at),
  ],
)

/** False if its user may not sign in, or it was removed or used beside this. */
export const updatePasskeyUsed = anyRow(
  'update_passkey_used',
  ['id', 'counter', 'at'],
  `update passkeys p set counter = $2, used_at = $3
     from users u
    where p.id = $1 and (p.counter < $2 or (p.counter = 0 and $2 = 0))
      and u.id = p.user_id and u.disabled_at is null and u.enrolment_hash is null
   returning p.id`,
  (id: Uuid<'psk'>, counter: number, at: Instant) => [id, counter, sqlInstant(at)],
)

/** Deletes one passkey of a user, or all. Returns the deleted ones. */
export const deletePasskeys = allRows<PasskeyRow, [userId: Uuid<'usr'>, id: Uuid<'psk'> | null]>(
  'delete_passkeys',
  ['user_id', 'id'],
  `delete from passkeys where user_id = $1 and ($2::uuid is null or id = $2) returning ${COLUMNS}`,
)

/** False if the challenge was spent before. `validMs`: how long it works at most. */
export const spendChallenge = anyRow(
  'insert_spent_challenge',
  ['challenge', 'at', 'expires_at'],
  `with expired as (delete from spent_challenges where expires_at <= $2)
   insert into spent_challenges (challenge, expires_at) values ($1, $3)
   on conflict (challenge) do nothing
   returning challenge`,
  (challenge: string, at: Instant, validMs: Duration) => [
    Buffer.from(challenge, 'base64url'),
    sqlInstant(at),
    sqlInstant(later(at, validMs)),
  ],
)
