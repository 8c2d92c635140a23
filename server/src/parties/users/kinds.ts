// The two kinds of users: operators of the desk, and people of customers' enterprises. They share sign-in, enrolment,
// passkeys and sessions. Their tokens, their names in the audit trail and their places at the sign-in differ.
import { publicId, type Uuid } from '../../platform/ids.ts'
import { DEPLOYMENT, type Chain } from '../audit/chain.ts'
import type { Instant } from '../../platform/clock.ts'
import type { AuditDetail, NewAudit } from '../audit/queries.ts'

export type UserKind = 'operator' | 'customer'

type Home = { enterprise_id: Uuid<'ent'> | null }

/** The name of a user in the audit trail. */
export type Named = Home & { id: Uuid<'usr'>; login: string }

export const kindOf = ({ enterprise_id: home }: Home): UserKind =>
  home === null ? 'operator' : 'customer'

export const operatorActor = (login: string): string => `user:${login}`

/** Customers' people are named by their identifier: an erased login is in no entry of the trail. */
export const customerActor = (id: Uuid<'usr'>): string => `customer:${publicId('usr', id)}`

const actorOf = (user: Named): string =>
  user.enterprise_id === null ? operatorActor(user.login) : customerActor(user.id)

/** The user as the object of an act. */
export const subjectOf = ({ id, login, enterprise_id: home }: Named): string =>
  home === null ? login : publicId('usr', id)

const chainOf = ({ enterprise_id: home }: Home): Chain => home ?? DEPLOYMENT

/** Acts of users on their own accounts. */
type OwnAct =
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'enrolled'
  | 'code_refused'
  | 'passkey_added'
  | 'passkey_removed'
  | 'identity_linked'

/** The entry in the audit trail of what a user does with his or her own account. */
export const ownEntry = (
  user: Named,
  act: OwnAct,
  at: Instant,
  detail: AuditDetail = {},
): NewAudit => ({
  chain: chainOf(user),
  at,
  actor: actorOf(user),
  act: `${user.enterprise_id === null ? 'user' : 'customer_user'}.${act}`,
  subject: subjectOf(user),
  reason: '',
  detail,
})
