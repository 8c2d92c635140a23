// The refusal of an act that the present state does not allow.
import { failure, type Failure } from '../errors.ts'

export const refused = (why: string): Failure => failure('act_refused', {}, why)
