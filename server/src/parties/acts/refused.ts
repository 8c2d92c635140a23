// The refusal of an act that the present state does not allow.
import { failure, type Failure } from '../../platform/errors.ts'
import type { Closed, ClosedCode } from './closed.ts'

/** `code`: why the act is closed, if the list of open acts says it too. */
export const refused = (why: string, code?: ClosedCode): Failure =>
  failure('act_refused', code === undefined ? {} : { closed: code }, why)

/** `subject`: the public identifier of the object. */
export const refusedAsClosed = (subject: string, { code, detail }: Closed): Failure =>
  refused(`${subject} ${detail}`, code)
