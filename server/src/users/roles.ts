// What each role of an operator may do.

export const roles = ['viewer', 'operator', 'treasurer', 'compliance', 'admin'] as const
export type Role = (typeof roles)[number]

/** A new right is a row here. An admin manages users and moves no money. */
const rights = {
  read: ['viewer', 'operator', 'treasurer', 'compliance', 'admin'],
  decide_orders: ['operator'],
  read_audit: ['compliance', 'admin'],
  manage_users: ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof rights

export const mayUse = (role: Role, right: Right): boolean => rolesWith(right).includes(role)

export const rolesWith = (right: Right): readonly Role[] => rights[right]
