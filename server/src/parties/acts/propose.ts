// Stores an act that a rule covers. It waits for a second person and changes nothing.
import { insertAudit } from '../audit/queries.ts'
import { later, type Clock } from '../../platform/clock.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import { sealText } from '../../platform/db/seal.ts'
import type { Config } from '../../platform/config.ts'
import { newUuid, publicId } from '../../platform/ids.ts'
import type { Operator } from '../operators/operator.ts'
import { noteDone, type Keyed } from './done.ts'
import type { About } from './execution.ts'
import type { ActName } from './names.ts'
import { insertApproval, WAITS_MS, type ApprovalRow, type NewApproval } from './queries.ts'
import { refused } from './refused.ts'
import type { ApprovalRule } from './rules.ts'

type Proposal = {
  act: ActName
  about: About
  asked: { params: unknown; body: unknown }
  /** The part of an encrypted body that everybody may see. */
  shownBody?: object | undefined
  reason: string
  /** Null for a request without an idempotency key. */
  keyed: Keyed | null
}

/** Throws `act_refused` if the same act waits already, or the creator of the caller's key is unknown. */
export async function propose(
  { db: pool, clock, config }: { db: Pool; clock: Clock; config: Pick<Config, 'secrets'> },
  { actor, person, role, enterpriseIds }: Operator,
  rule: ApprovalRule,
  { act, about, asked: { params, body }, shownBody, reason, keyed }: Proposal,
): Promise<ApprovalRow> {
  if (person === null)
    throw refused(
      `${act} needs an approval, and this key has no known creator: create a new key, and revoke this one`,
    )
  const at = clock.realNow()
  const { chain, subject, version } = about
  const id = newUuid('apr', at)
  const asked = { params, body: shownBody ?? body }
  const sealedBody =
    shownBody === undefined ? null : sealText(config.secrets, id, JSON.stringify(body))
  const approval: NewApproval & Pick<ApprovalRow, 'act' | 'asked' | 'roles'> = {
    id,
    act,
    chain,
    subject,
    version,
    asked,
    sealedBody,
    amounts: about.amounts.map(({ currency, minor }) => ({ currency, minor: String(minor) })),
    reason,
    roles: rule.roles,
    proposed_by: actor,
    proposed_person: person,
    proposed_at: at,
    expires_at: later(at, WAITS_MS),
  }
  await inTransaction(pool, async (db) => {
    if (!(await insertApproval(db, approval)))
      throw refused(`${act} of ${subject} already waits for an approval`)
    if (keyed !== null) await noteDone(db, keyed, publicId('apr', approval.id), at)
    const detail = { after: { act, subject, version, asked, roles: rule.roles } }
    await insertAudit(db, {
      chain,
      at,
      actor,
      act: 'approval.proposed',
      subject: publicId('apr', approval.id),
      reason,
      detail,
    })
  })
  const undecided = { decided_by: null, decided_at: null, decision_reason: null }
  const enterprise_ids = enterpriseIds === null ? null : [...enterpriseIds]
  const proposer = { is_disabled: false, role, enterprise_ids }
  const sealed = { body_key_id: null, body_sealed: null }
  return { ...approval, ...sealed, status: 'PENDING', ...undecided, proposer }
}
