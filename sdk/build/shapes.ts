// Shapes of the answers, generated from the description of the API. src/shape.ts compares each answer with them. They
// have the types of fields alone: no patterns, lengths or values of enumerations, which may grow.
import { descriptionOf, nameOf, successOf, type Schema } from './description.ts'

/** `all`: fields of each variant, which variants of a newer service have too. */
type Union = { by: string; of: Record<string, string>; all: Record<string, string> }

/** Members of every problem. The shapes of problems have only what one code adds. */
const COMMON = 'ProblemMembers'

/** The text of a module of shapes. */
export function shapesOf(text: string): string {
  const { operations, schemas } = descriptionOf(text)
  const answers: Record<string, string> = {}
  const objects: Record<string, Record<string, string>> = {}
  const unions: Record<string, Union> = {}

  /** Adds a named schema with all that it needs. False: it is an object of any fields. */
  function add(name: string): boolean {
    if (name in objects || name in unions) return true
    const schema = schemas[name] ?? {}
    if (schema.discriminator !== undefined) {
      const { propertyName: by, mapping } = schema.discriminator
      const union: Union = (unions[name] = { by, of: {}, all: {} })
      for (const [value, reference] of Object.entries(mapping))
        if (add(nameOf(reference))) union.of[value] = nameOf(reference)
      const [first = {}, ...others] = Object.keys(mapping).map(
        (value) => objects[union.of[value] ?? ''],
      )
      for (const [field, type] of Object.entries(first))
        if (others.every((one) => one?.[field] === type)) union.all[field] = type
      return true
    }
    const fields = fieldsOf(schema)
    if (fields.length === 0) return false
    const shape: Record<string, string> = (objects[name] = {})
    for (const { field, schema: one, isNeeded } of fields)
      shape[isNeeded ? field : `${field}?`] = typeOf(one, `${name}_${field}`)
    return true
  }

  function typeOf(schema: Schema, place: string): string {
    if (schema.$ref !== undefined) {
      const name = nameOf(schema.$ref)
      const target = schemas[name] ?? {}
      if (target.type !== undefined && target.type !== 'object') return typeOf(target, name)
      return add(name) ? name : 'object'
    }
    if (schema.anyOf !== undefined) {
      const [one, ...others] = schema.anyOf.filter(({ type }) => type !== 'null')
      if (one === undefined || others.length > 0) throw new Error(`${place} has several forms`)
      return `${typeOf(one, place)}|null`
    }
    if (schema.type === 'array') return `${typeOf(schema.items ?? {}, place)}[]`
    if (schema.type === 'integer') return 'number'
    if (schema.type === 'object') {
      schemas[place] = schema
      return add(place) ? place : 'object'
    }
    if (schema.type === undefined) throw new Error(`${place} has no type`)
    return schema.type
  }

  for (const operation of operations) {
    const { content = {} } = successOf(operation) ?? {}
    const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(content)
    const key = `${operation.method.toUpperCase()} ${operation.path}`
    answers[key] = type === 'application/json' ? typeOf(schema, key) : type
  }
  add(COMMON)
  add('Problem')
  add('Event')
  const table = (type: string, name: string, rows: object): string =>
    `export const ${name}: Readonly<Record<string, ${type}>> = {\n${Object.entries(rows)
      .map(([key, row]) => `  ${JSON.stringify(key)}: ${JSON.stringify(row)},\n`)
      .join('')}}\n`
  return [
    '// Generated from openapi.json by `npm run generate`.\n',
    'type Names = Readonly<Record<string, string>>\n',
    table('string', 'answers', answers),
    table('Names', 'objects', objects),
    table('{ by: string; of: Names; all: Names }', 'unions', unions),
  ].join('')
}

type Field = { field: string; schema: Schema; isNeeded: boolean }

function fieldsOf({ properties = {}, required = [], allOf = [] }: Schema): Field[] {
  const own = Object.entries(properties).map(([field, schema]) => ({
    field,
    schema,
    isNeeded: required.includes(field),
  }))
  if (allOf.length === 0) return own
  // The fixed values of a problem are in the common members.
  return allOf.flatMap(fieldsOf).filter(({ field }) => !['status', 'code'].includes(field))
}
