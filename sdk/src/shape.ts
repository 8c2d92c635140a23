// Compares an answer with its shape: each field that the description promises is there, and has its type. Fields and
// variants that this version does not know are left alone, so that a newer service can be used.
import { answers, objects, unions } from './shapes.ts'

type Names = Readonly<Record<string, string>>

/** The fault of an answer, such as "data.payin.total is a number instead of text". It has no value of the answer. */
export function faultInAnswer(
  operation: string,
  value: unknown,
  { headers }: Pick<Response, 'headers'>,
): string | undefined {
  const type = answers[operation]
  if (type === undefined) return undefined
  if (!type.includes('/')) return faultIn(type, value, '')
  return (headers.get('content-type') ?? '').startsWith(type) ? undefined : `it is not ${type}`
}

export function faultIn(type: string, value: unknown, place: string): string | undefined {
  if (type.endsWith('|null'))
    return value === null ? undefined : faultIn(type.slice(0, -5), value, place)
  if (type.endsWith('[]')) return faultInList(type.slice(0, -2), value, place)
  const union = Object.hasOwn(unions, type) ? unions[type] : undefined
  if (union !== undefined) return faultInUnion(union, value, place)
  const fields = Object.hasOwn(objects, type) ? objects[type] : undefined
  if (fields !== undefined) return faultInFields(fields, value, place)
  const present = kindOf(value)
  return present === type ? undefined : wrong(place, present, type)
}

function faultInList(type: string, value: unknown, place: string): string | undefined {
  if (!Array.isArray(value)) return wrong(place, kindOf(value), 'list')
  for (const [index, one] of value.entries()) {
    const fault = faultIn(type, one, `${place}[${index}]`)
    if (fault !== undefined) return fault
  }
  return undefined
}

function faultInFields(fields: Names, value: unknown, place: string): string | undefined {
  if (!isObject(value)) return wrong(place, kindOf(value), 'object')
  for (const [written, type] of Object.entries(fields)) {
    const isOptional = written.endsWith('?')
    const name = isOptional ? written.slice(0, -1) : written
    const isPresent = Object.hasOwn(value, name)
    if (isOptional && !isPresent) continue
    const where = place === '' ? name : `${place}.${name}`
    if (!isPresent) return `${where} is missing`
    const fault = faultIn(type, value[name], where)
    if (fault !== undefined) return fault
  }
  return undefined
}

function faultInUnion(
  { by, of, all }: { by: string; of: Names; all: Names },
  value: unknown,
  place: string,
): string | undefined {
  const fault = faultInFields({ [by]: 'string', ...all }, value, place)
  if (fault !== undefined || !isObject(value)) return fault
  const variant = value[by]
  return typeof variant === 'string' && Object.hasOwn(of, variant)
    ? faultIn(of[variant] ?? '', value, place)
    : undefined
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  kindOf(value) === 'object'

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  list: 'a list',
  null: 'null',
  undefined: 'nothing',
}

const wrong = (place: string, present: string, wanted: string): string =>
  `${place === '' ? 'the whole answer' : place} is ${WORDS[present] ?? present} instead of ${WORDS[wanted] ?? wanted}`
