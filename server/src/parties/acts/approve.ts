// A second person decides about an act that waits. `requireSecondPerson` says who may; the roles come from the rule in
// rules.ts. Approving carries the act out as it was asked, in the state that its proposer saw, in one transaction with the
// end of the approval. Every refusal is an entry of the audit trail.
import { insertAudit } from '../audit/queries.ts'
import type { Instant } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/db/pool.ts'
import { openText } from '../../platform/db/seal.ts'
import { failure, Failure } from '../../platform/errors.ts'
import { publicId } from '../../platform/ids.ts'
import { seesEnterprise, type Operator } from '../operators/operator.ts'
import { selectIsDisabled } from '../users/queries.ts'
import { mayUse } from '../operators/roles.ts'
import type { ActDeps } from './act.ts'
import { executionOf, type About } from './execution.ts'
import {
  selectApproval,
  updateApprovalDecided,
  type ApprovalRow,
  type Decision,
} from './queries.ts'
import { actRow } from './names.ts'
import { refused } from './refused.ts'

/** The subject has another version than the proposer saw, or is gone. */
class Lapsed extends Error {}

/** Somebody else decided, or it expired, after the approval was read. */
class TooLate extends Error {}

/** The proposer lost the right while the act was carried out. */
class ProposerChanged extends Error {}

/** The reason why the proposer could not propose the act now; undefined if the proposer could. */
function lostRight({ act, chain, proposed_by, proposer }: ApprovalRow): string | undefined {
  const { is_disabled, role, enterprise_ids: enterpriseIds } = proposer
  if (is_disabled) return `${proposed_by} was disabled`
  if (role === null) return `${proposed_by} was revoked or has expired`
  if (!mayUse(role, actRow(act).right))
    return `${proposed_by} now has the role ${role}, which lacks the right`
  return seesEnterprise({ enterpriseIds }, chain)
    ? undefined
    : `${proposed_by} no longer sees the enterprise`
}

/** Returns the answer of the act. Throws `right_missing` or `act_refused`; then the act changed nothing. */
export async function approve(
  deps: ActDeps,
  operator: Operator,
  row: ApprovalRow,
  reason: string,
): Promise<unknown> {
  const id = publicId('apr', row.id)
  const carryOut = deps.acts.byName.get(row.act)
  if (carryOut === undefined) throw new Error(`${id} asks for the unknown act ${row.act}`)
  await requireSecondPerson(deps, operator, row)
  const lost = lostRight(row)
  if (lost !== undefined) return lapse(deps, operator, row, lost)
  const decision = decisionOf(operator, 'APPROVED', deps.clock.realNow(), reason)
  const requireVersion = (version: string) => {
    if (version !== row.version) throw new Lapsed()
  }
  const conditions = {
    requireVersion,
    async begin(db: Db) {
      await decide(db, row, decision)
      // The proposer may have lost the right since the approval was read.
      const present = await selectApproval(db, row.id, decision.at)
      if (present === undefined || lostRight(present) !== undefined) throw new ProposerChanged()
    },
    detail: { approval: { id, proposed_by: row.proposed_by, reason: row.reason } },
  }
  try {
    return await carryOut(operator, askedIn(deps, row), (about: About) => {
      requireVersion(about.version)
      const { chain, subject } = about
      const entry = { chain, actor: operator.actor, act: row.act, subject, reason }
      // Rows that the act writes keep the proposer's reason. The audit entry has the approver's.
      return { ...executionOf(deps, entry, operator.person, conditions), reason: row.reason }
    })
  } catch (error) {
    if (error instanceof TooLate) return refuseLate(deps, operator, row)
    if (error instanceof ProposerChanged)
      return lapse(deps, operator, row, `${row.proposed_by} lost the right to propose it`)
    const isGone = error instanceof Failure && error.code === 'not_found'
    // The present state does not allow the act, such as a hold. The approval waits.
    if (error instanceof Failure && !isGone && error.status < 500)
      return refuse(deps, operator, row, error)
    if (!(error instanceof Lapsed) && !isGone) throw error
    const subject = row.subject === '' ? 'its subject' : row.subject
    return lapse(deps, operator, row, `${subject} has changed since ${id} was proposed`)
  }
}

/** The request as proposed. A sealed body is decrypted. */
function askedIn({ config }: ActDeps, row: ApprovalRow): ApprovalRow['asked'] {
  const { body_key_id: keyId, body_sealed: bytes } = row
  if (keyId === null || bytes === null) return row.asked
  return { ...row.asked, body: JSON.parse(openText(config.secrets, row.id, { keyId, bytes })) }
}

/** The act is not carried out. Whoever may approve it may reject it. */
export async function reject(
  deps: ActDeps,
  operator: Operator,
  row: ApprovalRow,
  reason: string,
): Promise<void> {
  await requireSecondPerson(deps, operator, row)
  await end(deps, operator, row, 'REJECTED', reason)
}

/** The proposer, also with another session or key, takes it back. */
export async function withdraw(
  deps: ActDeps,
  operator: Operator,
  row: ApprovalRow,
  reason: string,
): Promise<void> {
  if (operator.person !== row.proposed_person)
    return refuse(
      deps,
      operator,
      row,
      refused(`only ${row.proposed_by}, who proposed it, can withdraw it; others can reject it`),
    )
  await requirePending(deps, operator, row)
  await end(deps, operator, row, 'WITHDRAWN', reason)
}

const OWN_ACT =
  'you proposed this act, so somebody else must approve or reject it. You can withdraw it'

async function requireSecondPerson(
  deps: ActDeps,
  operator: Operator,
  row: ApprovalRow,
): Promise<void> {
  const { person, role } = operator
  await requirePending(deps, operator, row)
  if (person === row.proposed_person) await refuse(deps, operator, row, refused(OWN_ACT))
  if (person === null)
    return refuse(
      deps,
      operator,
      row,
      refused('nobody knows who created this key, so it cannot decide. Use a new key'),
    )
  // The keys of a disabled user go on working, but nobody decides for that user.
  if (await selectIsDisabled(deps.db, person))
    await refuse(
      deps,
      operator,
      row,
      refused('the creator of this key was disabled, so it cannot decide'),
    )
  if (!row.roles.includes(role))
    await refuse(
      deps,
      operator,
      row,
      failure('right_missing', { role, roles_with_the_right: row.roles, lack: 'role' }),
    )
}

async function requirePending(deps: ActDeps, operator: Operator, row: ApprovalRow): Promise<void> {
  if (row.status !== 'PENDING')
    await refuse(
      deps,
      operator,
      row,
      refused(`${publicId('apr', row.id)} is ${row.status}, so nothing is left to decide`),
    )
}

/** Ends an approval without its act. */
async function end(
  deps: ActDeps,
  operator: Operator,
  row: ApprovalRow,
  status: Exclude<Decision['status'], 'APPROVED'>,
  reason: string,
): Promise<void> {
  const at = deps.clock.realNow()
  try {
    await inTransaction(deps.db, async (db) => {
      await decide(db, row, decisionOf(operator, status, at, reason))
      await insertAudit(db, {
        ...entryOf(operator, row, at),
        act: `approval.${status.toLowerCase()}`,
        reason,
        detail: { before: { status: 'PENDING' }, after: { status }, act: row.act },
      })
    })
  } catch (error) {
    if (!(error instanceof TooLate)) throw error
    await refuseLate(deps, operator, row)
  }
}

async function lapse(
  deps: ActDeps,
  operator: Operator,
  row: ApprovalRow,
  why: string,
): Promise<never> {
  await end(deps, operator, row, 'LAPSED', why)
  throw refused(`${publicId('apr', row.id)} has lapsed: ${why}`)
}

const refuseLate = (deps: ActDeps, operator: Operator, row: ApprovalRow): Promise<never> =>
  refuse(
    deps,
    operator,
    row,
    refused(`${publicId('apr', row.id)} was decided or expired meanwhile`),
  )

async function refuse(
  { db, clock }: ActDeps,
  operator: Operator,
  row: ApprovalRow,
  why: Failure,
): Promise<never> {
  const { closed } = why.facts
  const reason = typeof closed === 'string' ? { closed } : {}
  const detail = { code: why.code, ...reason, status: row.status, act: row.act }
  const entry = entryOf(operator, row, clock.realNow())
  await insertAudit(db, { ...entry, act: 'approval.refused', reason: '', detail })
  throw why
}

async function decide(db: Db, row: ApprovalRow, decision: Decision): Promise<void> {
  if (!(await updateApprovalDecided(db, row.id, decision))) throw new TooLate()
}

const decisionOf = (
  { actor, person }: Operator,
  status: Decision['status'],
  at: Instant,
  reason: string,
): Decision => ({ status, by: actor, person, at, reason })

const entryOf = ({ actor }: Operator, { id, chain }: ApprovalRow, at: Instant) => ({
  chain,
  at,
  actor,
  subject: publicId('apr', id),
})
