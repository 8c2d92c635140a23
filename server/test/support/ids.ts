// UUIDs of things that a test has just seen.
import { uuidOf, type Prefix, type Uuid } from '../../src/ids.ts'

/** The UUID of a TypeID. Throws when the text is no TypeID with this prefix. */
export function requireUuid<P extends Prefix>(prefix: P, text: string): Uuid<P> {
  const id = uuidOf(prefix, text)
  if (id === undefined) throw new Error(`not an identifier (${prefix}): ${JSON.stringify(text)}`)
  return id
}
