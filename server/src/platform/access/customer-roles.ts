// The roles of a customer's people, and the rights of each. The guard of the API, the console and the table of
// docs/people.md follow from it. API keys have scopes instead.

export const customerRoles = ['viewer', 'preparer', 'approver', 'developer', 'admin'] as const
export type CustomerRole = (typeof customerRoles)[number]

/** A new right is a row here. Who manages people prepares no order under the own login. The trail shows who made which login. */
const rights = {
  /** Read everything of the enterprise except people's audit trail. */
  see: ['viewer', 'preparer', 'approver', 'developer', 'admin'],
  /** Offerings and quotes: whoever approves sees the terms of now. */
  quote: ['preparer', 'approver', 'admin'],
  /** Instruments, orders and what an order needs. */
  prepare: ['preparer', 'approver'],
  /** Orders that another person prepared, from the bound of the enterprise on. */
  approve: ['approver', 'admin'],
  /** API keys, webhooks and the request log. */
  develop: ['developer'],
  /** End API keys: those of somebody who left, too. */
  revoke_keys: ['developer', 'admin'],
  /** People, their roles and sessions, the approval rule, and the audit trail. */
  manage_people: ['admin'],
} as const satisfies Record<string, readonly CustomerRole[]>

export type CustomerRight = keyof typeof rights

export const customerRights = Object.keys(rights).filter((name): name is CustomerRight =>
  Object.hasOwn(rights, name),
)

export const customerRolesWith = (right: CustomerRight): readonly CustomerRole[] => rights[right]

export const customerMay = (role: CustomerRole, right: CustomerRight): boolean =>
  customerRolesWith(right).includes(role)

/** The role only reads. */
export const isReader = (role: CustomerRole): boolean =>
  customerRights.every((right) => right === 'see' || !customerMay(role, right))
