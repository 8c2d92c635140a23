// All acts of the operator API of one process: approvals carry them out by name, and open-acts.ts lists those of an object.
import type { Operator } from '../operators/operator.ts'
import type { Closed } from './closed.ts'
import type { About, Execution } from './execution.ts'
import type { ActName } from './names.ts'

/** Carries out an act once more, as it was asked. */
type CarryOut = (
  operator: Operator,
  asked: { params: unknown; body: unknown },
  execution: (about: About) => Execution,
) => Promise<unknown>

/** Other objects that the act can be about, and the field of its body that names one. */
export type Targets = { field: string; ids: readonly string[] }

/** An act on an object, in the state in which the object was read. */
export type ActOnObject = {
  name: ActName
  operationId: string
  /** Below /operator/v1, with the object. */
  path: string
  about: About
  closed: Closed | null
  targets: Targets | null
}

/** The acts on an object; undefined if it is of another kind, does not exist, or the operator does not see it. */
type ActsOfKind = (
  operator: Operator,
  subject: string,
) => Promise<readonly ActOnObject[] | undefined>

/** `listed`: the acts that the list of some kind of objects has. */
export type Acts = {
  byName: Map<ActName, CarryOut>
  ofKinds: ActsOfKind[]
  listed: Set<ActName>
}

export const newActs = (): Acts => ({ byName: new Map(), ofKinds: [], listed: new Set() })
