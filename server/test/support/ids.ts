// UUIDs of objects in API answers.
import { uuidOf, type Prefix, type Uuid } from '../../src/platform/ids.ts'

/** The UUID of a TypeID. Throws if the text is not a TypeID with this prefix. */
export function requireUuid<P extends Prefix>(prefix: P, text: string): Uuid<P> {
  const id = uuidOf(prefix, text)
  if (id === undefined) throw new Error(`not an identifier (${prefix}): ${JSON.stringify(text)}`)
  return id
}
