// The section `approvals`: all rules of the deployment that say who approves which act.
import { isDeepStrictEqual } from 'node:util'
import Type, { type Static } from 'typebox'
import type { Db } from '../../../platform/db/pool.ts'
import { publicId } from '../../../platform/ids.ts'
import { formatAmount } from '../../../platform/money/decimal.ts'
import { nearestFirst } from '../../../platform/nearest.ts'
import { actNames, actRow } from '../../../parties/acts/names.ts'
import { selectApprovalRules, updateApprovalRules } from '../../../parties/acts/queries.ts'
import { actsWithoutRule, type ApprovalRule } from '../../../parties/acts/rules.ts'
import { mayUse, rolesWith, type Role } from '../../../parties/operators/roles.ts'
import { selectEnterprises } from '../../../parties/organizations/queries.ts'
import type { Applying } from '../applying.ts'
import { changed } from '../differences.ts'
import { amount, exact, isKnownCurrency, judgeAmount, nameText, type Place } from '../judging.ts'
import { listSection } from '../section.ts'

const schema = exact({
  /** The name of the act in the audit trail, such as `order.refund`. */
  act: Type.String(),
  /** The name of an enterprise; without it the rule covers all. */
  enterprise: Type.Optional(nameText),
  /** Acts that move at least this much. */
  from: Type.Optional(exact({ currency: Type.String(), amount })),
  /** The roles that may approve. */
  roles: Type.Array(Type.String(), { minItems: 1 }),
})
type Content = Static<typeof schema>
type Entry = {
  place: Place
  /** The name of an enterprise. */
  enterprise: string | undefined
  rule: Omit<ApprovalRule, 'enterprise_id'>
}

export const approvals = listSection({
  key: 'approvals',
  noun: 'approval',
  stage: 'rules',
  entry: schema,
  check,
  checkTogether: warnOfBareActs,
  apply,
  write: ({ db }) => write(db),
})

function check(place: Place, one: Content): Entry | undefined {
  const act = actNames.find((name) => name === one.act)
  if (act === undefined) {
    const names = nearestFirst(one.act, actNames)
    place.at('act').problem(`unknown act ${one.act}; known acts: ${names}`)
    return undefined
  }
  const { right, hasAmount } = actRow(act)
  if (one.from !== undefined && !hasAmount)
    place.at('from').problem(`${act} moves no amount, so that the rule can have no from`)
  const from = one.from === undefined ? null : fromOf(place.at('from'), one.from)
  const approvers = rolesWith('approve').filter((role) =>
    // The approver of a new user or key gets its secret.
    role === 'admin' ? mayUse(role, right) : !['manage_users', 'create_keys'].includes(right),
  )
  const roles = one.roles.flatMap((text, at): Role[] => {
    const role = approvers.find((known) => known === text)
    if (role !== undefined) return [role]
    const names = nearestFirst(text, approvers)
    place.at('roles', at).problem(`${text} cannot approve ${act}; roles that can: ${names}`)
    return []
  })
  if (roles.length < one.roles.length) return undefined
  return { place, enterprise: one.enterprise, rule: { act, from, roles: [...new Set(roles)] } }
}

function fromOf(
  place: Place,
  { currency, amount: text }: NonNullable<Content['from']>,
): ApprovalRule['from'] {
  if (!isKnownCurrency(place.at('currency'), currency)) return null
  const minor = judgeAmount(place.at('amount'), text, currency)
  return minor === undefined ? null : { currency, minor: String(minor) }
}

function warnOfBareActs(entries: readonly Entry[], list: Place): void {
  if (entries.length === 0) return
  const rules = entries.map(({ rule }) => rule)
  const bare = actsWithoutRule(rules, 'people')
  if (bare.length > 0)
    list.warning(
      `no rule covers ${bare.join(', ')}: one admin alone could create a second user or enter as a customer`,
    )
}

async function apply(
  { db, changes, problems }: Applying,
  entries: readonly Entry[],
): Promise<void> {
  const known = entries.some(({ enterprise }) => enterprise !== undefined)
    ? await selectEnterprises(db)
    : []
  const rules = entries.map(({ place, enterprise, rule }): ApprovalRule => {
    const row = known.find(({ name }) => name === enterprise)
    if (enterprise !== undefined && row === undefined) {
      const names = nearestFirst(
        enterprise,
        known.map(({ name }) => name),
      )
      const reason = `there is no enterprise ${enterprise}; enterprises: ${names}`
      problems.push({ path: place.at('enterprise').path, reason })
    }
    return { ...rule, enterprise_id: row?.id ?? null }
  })
  const before = await selectApprovalRules(db)
  if (isDeepStrictEqual(before, rules)) return
  await updateApprovalRules(db, rules)
  const details = [changed('rules', rulesText(before), rulesText(rules))]
  changes.push({ verb: 'change', what: 'approvals', details })
}

const amountOf = ({ minor, currency }: NonNullable<ApprovalRule['from']>): string =>
  formatAmount(BigInt(minor), currency)

/** Rules in the form of the audit trail. */
export const rulesText = (rules: readonly ApprovalRule[]): string =>
  rules.length === 0
    ? 'none'
    : rules
        .map(({ act, enterprise_id: id, from, roles }) =>
          [
            act,
            ...(id === null ? [] : [`of ${publicId('ent', id)}`]),
            ...(from === null ? [] : [`from ${amountOf(from)} ${from.currency}`]),
            `by ${roles.join(' or ')}`,
          ].join(' '),
        )
        .join('; ')

/** Rules in the form of the audit trail of early versions. */
export const earlierRulesText = (rules: readonly ApprovalRule[]): string =>
  rules.length === 0
    ? 'none'
    : rules.map(({ act, roles }) => `${act} by ${roles.join(' or ')}`).join('; ')

async function write(db: Db): Promise<Content[]> {
  const names = new Map((await selectEnterprises(db)).map(({ id, name }) => [id, name]))
  return (await selectApprovalRules(db)).map(({ act, roles, from, enterprise_id: id }) => {
    const enterprise = id === null ? undefined : names.get(id)
    return {
      act,
      roles: [...roles],
      ...(from === null ? {} : { from: { currency: from.currency, amount: amountOf(from) } }),
      ...(enterprise === undefined ? {} : { enterprise }),
    }
  })
}
