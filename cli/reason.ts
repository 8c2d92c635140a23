// The option --reason of commands that decide about money.
import { LONGEST_REASON } from '@corridor/server/acts/reason.ts'

export function reasonIn(options: { reason: string }): string {
  const reason = options.reason.trim()
  if (reason === '' || reason.length > LONGEST_REASON)
    throw new Error(`--reason must have 1 to ${LONGEST_REASON} characters`)
  return reason
}
