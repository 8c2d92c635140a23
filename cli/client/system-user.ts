// The name of the person at the terminal, for the audit trail.
import { userInfo } from 'node:os'

/** A container may run as a user without a name. */
export function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/** The actor of a command that goes directly to the database. */
export const directActor = (): string => `direct:${systemUser()}`
