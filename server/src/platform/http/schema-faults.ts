// Messages for values that do not match their schema. They name the expected form, with the allowed values or an
// example. Requests (ajv) and operator files (typebox) use them; both validators name faults in the same way.
import { messageOfPattern } from './patterns.ts'

export type SchemaFault = {
  instancePath: string
  keyword: string
  params: object
  /** The name of a member that does not match. */
  propertyName?: string
}

// More than the longest enum, which is the list of event types.
const MOST_VALUES = 40

/** Completes "<pointer> ...". */
export function messageOf({ keyword, params }: SchemaFault): string {
  const named: Record<string, unknown> = { ...params }
  const limit = String(named['limit'])
  switch (keyword) {
    case 'type':
      return `must be ${[named['type']].flat().map(typeName).join(' or ')}`
    case 'enum':
      return valuesOf(named['allowedValues'])
    case 'pattern':
      return messageOfPattern(String(named['pattern'])) ?? UNKNOWN_FORM
    case 'minLength':
      return limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'minItems':
      return limit === '1' ? 'must not be empty' : `must have at least ${limit} items`
    case 'maxItems':
      return `must have at most ${limit} items`
    case 'maxProperties':
      return `must have at most ${limit} keys`
    case 'uniqueItems':
      return 'must not have a value twice'
    default:
      return UNKNOWN_FORM
  }
}

const UNKNOWN_FORM = 'is not of the documented form'

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}
const typeName = (type: unknown): string => TYPE_NAMES[String(type)] ?? String(type)

function valuesOf(allowed: unknown): string {
  if (!Array.isArray(allowed)) return UNKNOWN_FORM
  const values = allowed.map(String)
  return values.length > MOST_VALUES
    ? `must be one of the documented values, such as ${values[0]}`
    : `must be one of ${values.join(', ')}`
}
