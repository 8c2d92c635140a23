// Names the commands that may act on an object now, below what a command shows of it.
import { table } from '../table.ts'
import { BY_HAND } from './by-hand.ts'
import { operationNamed } from './operations.ts'
import { RefusedByService } from './refusals.ts'
import type { Call } from './rows.ts'

/** Empty if no act is about such an object, or none is open for the caller. `--json` of `corridor acts` has all of them. */
export async function openActsText(call: Call, subject: string): Promise<string> {
  const acts = await actsOn(call, subject)
  const open = acts.filter(({ is_open: isOpen, is_allowed: isAllowed }) => isOpen && isAllowed)
  if (open.length === 0) return ''
  return `\n${table(
    ['OPEN ACTS', 'SECOND PERSON'],
    open.map(({ operation_id: id, approvers }) => [
      commandOf(id),
      approvers === null ? '-' : approvers.join(', '),
    ]),
  )}`
}

async function actsOn(call: Call, subject: string) {
  try {
    return await call.read('/operator/v1/acts/{subject}', { subject })
  } catch (error) {
    if (error instanceof RefusedByService && error.problem.code === 'not_found') return []
    throw error
  }
}

function commandOf(id: string): string {
  const byHand = Object.entries(BY_HAND).find(([, { operations: ids }]) => ids.includes(id))
  return byHand?.[0] ?? operationNamed(id).words
}
