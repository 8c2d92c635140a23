// Wrong values made from a schema: each field of another type, empty, too long, out of range, missing, or unknown.
import type { Schema } from '../fuzz/description.ts'

/** A value with one fault. `pointer` is the field at fault, as a refusal names it. */
type Wrong = { what: string; value: unknown; pointer: string }

const NOTHING = '00000000000000000000000000'
const samples: unknown[] = [null, true, 7, 'x', [], {}]
const hostileTexts = [
  '',
  ' ',
  'a\nb',
  '\u202ex',
  '-1',
  '1e3',
  '1,000.00',
  'null',
  "'; drop table orders; --",
  '\u{1f4b8}',
  '0'.repeat(60),
]
const badInstants = ['yesterday', '2026-02-30T00:00:00Z', '2026-03-04', '2026-03-04T00:00:00', '']

const branchesOf = (schema: Schema): readonly Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).flatMap((one) =>
    one === schema ? [one] : branchesOf(one),
  )

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' ? 'integer' : typeof value
}

/** A value that the schema accepts. `text` chooses that of a text, by the name of its field. */
export function rightValue(schema: Schema, text: TextOf, name = ''): unknown {
  const [first = {}] = branchesOf(schema)
  if (first.enum !== undefined) return first.enum[0]
  switch ([first.type ?? 'string'].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(first.properties ?? {})
          .filter(([field]) => first.required?.includes(field) === true)
          .map(([field, inner]) => [field, rightValue(inner, text, field)]),
      )
    case 'array':
      return [rightValue(first.items ?? {}, text, name)]
    case 'integer':
      return Number(first.examples?.[0] ?? first.minimum ?? 1)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return text(name, first)
  }
}
export type TextOf = (name: string, schema: Schema) => string

/** Values that the schema refuses. */
export function wrongValues(schema: Schema, right: unknown, text: TextOf): Wrong[] {
  const branches = branchesOf(schema)
  const accepted = new Set(
    branches.flatMap(({ type, enum: values }) => type ?? (values && 'string')),
  )
  const otherTypes = samples
    .filter((value) => accepted.size > 0 && !accepted.has(typeOf(value)))
    .map((value): Wrong => ({ what: `is ${JSON.stringify(value)}`, value, pointer: '' }))
  return [...otherTypes, ...branches.flatMap((branch) => wrongOfType(branch, right, text))]
}

function wrongOfType(schema: Schema, right: unknown, text: TextOf): Wrong[] {
  switch (schema.type ?? (schema.enum && 'string')) {
    case 'object':
      return isRecord(right) ? wrongFields(schema, right, text) : []
    case 'array':
      return wrongItems(schema, text)
    case 'string':
      return wrongTexts(schema)
    case 'integer':
      return [1.5, (schema.minimum ?? 0) - 1, (schema.maximum ?? 2 ** 53) + 1, -(2 ** 60)]
        .filter((value) => !Number.isSafeInteger(value) || schema.minimum !== undefined)
        .map((value) => ({ what: `is ${value}`, value, pointer: '' }))
    default:
      return []
  }
}

function wrongTexts({ pattern, minLength = 0, maxLength, enum: values, format }: Schema): Wrong[] {
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const refused = (value: string) =>
    [...value].length < minLength ||
    (maxLength !== undefined && [...value].length > maxLength) ||
    expression?.test(value) === false ||
    (values !== undefined && !values.includes(value)) ||
    format === 'date-time'
  const tooLong = maxLength === undefined ? [] : ['a'.repeat(maxLength + 1)]
  const texts = [...(format === 'date-time' ? badInstants : hostileTexts), ...tooLong]
  return [...texts.filter(refused), 'a\u0000', '\ud800'].map((value) => ({
    what: `is ${JSON.stringify(value).slice(0, 60)}`,
    value,
    pointer: '',
  }))
}

function wrongItems({ items = {}, minItems = 0, maxItems }: Schema, text: TextOf): Wrong[] {
  const item = rightValue(items, text)
  const many = maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => item)]
  const few = minItems === 0 ? [] : [[]]
  return [
    ...[...many, ...few].map((value) => ({
      what: `has ${value.length} items`,
      value,
      pointer: '',
    })),
    ...wrongValues(items, item, text).map(({ what, value, pointer }) => ({
      what: `has an item that ${what}`,
      value: [value],
      pointer: `/0${pointer}`,
    })),
  ]
}

function wrongFields(schema: Schema, right: Record<string, unknown>, text: TextOf): Wrong[] {
  const fields = Object.entries(schema.properties ?? {})
  const missing = (schema.required ?? []).map((name) => ({
    what: `lacks ${name}`,
    value: Object.fromEntries(Object.entries(right).filter(([field]) => field !== name)),
    pointer: `/${name}`,
  }))
  return [
    ...missing,
    ...fields.flatMap(([name, inner]) =>
      wrongValues(inner, right[name] ?? rightValue(inner, text, name), text).map(
        ({ what, value, pointer }): Wrong => ({
          what: `${name} ${what}`,
          value: { ...right, [name]: value },
          pointer: `/${name}${pointer}`,
        }),
      ),
    ),
  ]
}

/**
 * Bodies that the schema accepts and that mean nothing: identifiers of nothing, currencies and accounts that do not exist.
 */
export function meaninglessBodies(schema: Schema, right: Record<string, unknown>): Wrong[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    meaninglessTexts(name, inner).map((value) => ({
      what: `${name} is ${value}`,
      value: { ...right, [name]: value },
      pointer: `/${name}`,
    })),
  )
}

function meaninglessTexts(name: string, schema: Schema): readonly string[] {
  const [{ examples = [], format } = {}] = branchesOf(schema)
  const prefix = /^([a-z]+_)[0-9a-z]{26}$/.exec(String(examples[0]))?.[1]
  if (prefix !== undefined)
    return [prefix + NOTHING, ...(format === 'typeid' ? ['nonsense', 'x'.repeat(90)] : [])]
  return noSuch[name] ?? []
}
const noSuch: Record<string, readonly string[]> = {
  currency: ['ZZZ'],
  account: ['nonsense', 'rail:nonsense', 'x'.repeat(100)],
  counter_account: ['nonsense', 'rail:nonsense'],
  from_account: ['nonsense', 'order:x'],
  to_account: ['nonsense', 'customer'],
  liquidity_provider: ['NOBODY', 'nobody'],
  provider: ['NOBODY', 'nobody'],
  rail: ['nobody', 'evm:nowhere'],
  value_date: ['tomorrow', '2026-02-30', '9999-99-99'],
  from: ['tomorrow', '2026-02-30'],
  to: ['tomorrow', '2026-02-30'],
  tolerance_days: ['-1', 'x', '99'],
  until: ['tomorrow', '2026-02-30T00:00:00Z', '2000-01-01T00:00:00Z'],
  deadline: ['2000-01-01T00:00:00Z'],
  file: ['[', 'x', 'enterprises: 7', 'enterprises: [{}]', `a: ${'['.repeat(5000)}`, '&a [*a]'],
  assignee: ['nobody'],
  // No two digits below a cent, and more than anybody has.
  amount: ['1.000000001', '0', '999999999999999999'],
  code: ['000000'],
  token: ['ce_nothing'],
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
