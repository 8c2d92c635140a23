// The rights of each role of an operator.

export const roles = ['viewer', 'operator', 'treasurer', 'compliance', 'admin'] as const
export type Role = (typeof roles)[number]

/** A new right is a row here. An admin manages users and moves no money. */
const rights = {
  read: ['viewer', 'operator', 'treasurer', 'compliance', 'admin'],
  decide_orders: ['operator'],
  configure: ['treasurer'],
  /** A preview takes the lock of a change of the configuration for a moment. */
  preview: ['operator', 'treasurer', 'compliance', 'admin'],
  switch_routes: ['operator', 'treasurer'],
  /** Disable and enable webhook endpoints of customers, and send events to them again. */
  change_webhooks: ['operator'],
  /** Holds of enterprises, organizations and instruments. */
  place_holds: ['compliance'],
  /** End holds of screening. */
  release_screened: ['compliance'],
  settle_reversals: ['operator', 'treasurer'],
  /** Move the desk's own money. */
  move_money: ['treasurer'],
  /** Funding accounts of pools: payers send money to them. */
  manage_pools: ['treasurer'],
  /** API keys of customers, and the way back in for their admins. */
  create_keys: ['admin'],
  /** Any of them may hear of a key that leaked. */
  revoke_keys: ['operator', 'compliance', 'admin'],
  raise_limits: ['treasurer', 'compliance'],
  freeze_orders: ['operator', 'compliance'],
  /** Ask customers for information, and close these requests. */
  request_information: ['operator', 'compliance'],
  /** Read answers, documents and travel rule records. */
  read_sealed: ['compliance'],
  /** Record findings about organizations and instruments. */
  verify: ['compliance'],
  /** See which accounts occur in several organizations. */
  see_matches: ['compliance'],
  /** Record an outcome at a rail with evidence, before the rail has answered. */
  mark_sends: ['operator', 'treasurer'],
  /** Compare statements with the ledger, and close differences. */
  reconcile: ['operator', 'treasurer'],
  /** Take rows of orders, money and the ledger out of the service. */
  export: ['operator', 'treasurer', 'compliance', 'admin'],
  halt: ['operator', 'treasurer', 'compliance', 'admin'],
  resume: ['operator', 'treasurer'],
  /** The rule that covers an act says which of these approve it. */
  approve: ['operator', 'treasurer', 'compliance', 'admin'],
  work_queue: ['operator', 'treasurer', 'compliance'],
  /** Read the sealed details of instruments. */
  read_details: ['compliance', 'admin'],
  read_audit: ['compliance', 'admin'],
  manage_users: ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof rights

export const mayUse = (role: Role, right: Right): boolean => rolesWith(right).includes(role)

export const rolesWith = (right: Right): readonly Role[] => rights[right]

/**
 * Rights that concern all enterprises, so that a limit to some excludes them. Whoever manages users could give rights to
 * anybody.
 */
const OF_THE_DEPLOYMENT: ReadonlySet<Right> = new Set<Right>([
  'manage_users',
  'halt',
  'resume',
  'reconcile',
  'move_money',
  'manage_pools',
])

/** `enterpriseIds`: null for all enterprises. */
type Rights = { role: Role; enterpriseIds: readonly unknown[] | null }

/** Why a caller lacks a right: the role has it not, or it concerns all enterprises and the caller sees chosen ones. */
export const lacks = ['role', 'enterprises'] as const
export type Lack = (typeof lacks)[number]

export const lackOf = ({ role, enterpriseIds }: Rights, right: Right): Lack | null => {
  if (!mayUse(role, right)) return 'role'
  return enterpriseIds !== null && OF_THE_DEPLOYMENT.has(right) ? 'enterprises' : null
}

export const isAllowed = (caller: Rights, right: Right): boolean => lackOf(caller, right) === null
