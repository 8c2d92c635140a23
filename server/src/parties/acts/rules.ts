// The rules that say which acts need a second person. `corridor apply` writes them, and no act of the operator API can.
import type { Uuid } from '../../platform/ids.ts'
import type { Role } from '../operators/roles.ts'
import type { About } from './execution.ts'
import { actNames, actRow, type ActName } from './names.ts'

export type ApprovalRule = {
  act: ActName
  /** Null for all enterprises, and for acts on the deployment. */
  enterprise_id: Uuid<'ent'> | null
  /** Acts that move at least this amount of this currency; minor units. Null for all acts of this name. */
  from: { currency: string; minor: string } | null
  /** The roles that may approve. */
  roles: readonly Role[]
}

/**
 * The rule whose roles may approve the act; undefined if nobody needs to. If several rules cover it, the last one counts:
 * a file has its general rules first.
 */
export const coveringRule = (
  rules: readonly ApprovalRule[],
  act: ActName,
  about: About,
): ApprovalRule | undefined => rules.findLast((rule) => covers(rule, act, about))

const covers = ({ act: name, enterprise_id, from }: ApprovalRule, act: ActName, about: About) =>
  name === act &&
  (enterprise_id === null || enterprise_id === about.chain) &&
  (from === null ||
    // Nobody knows what it moves, such as an entry that cannot be read.
    about.amounts.length === 0 ||
    about.amounts.some(
      ({ currency, minor }) => currency === from.currency && minor >= BigInt(from.minor),
    ))

/** The acts that should have a rule and have none, for the given reason. */
export const actsWithoutRule = (
  rules: readonly Pick<ApprovalRule, 'act'>[],
  why: 'money' | 'people',
): ActName[] =>
  actNames.filter((name) => actRow(name).advised === why && !rules.some(({ act }) => act === name))
