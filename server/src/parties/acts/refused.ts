// The refusal of an act that the present state does not allow.
import { failure, type Failure } from '../../platform/errors.ts'

export const refused = (why: string): Failure => failure('act_refused', {}, why)
