// Shapes of the answers, generated from the description of the API. src/shape.ts compares each answer with them. They
// have the types of fields alone: no patterns, lengths or values of enumerations, which may grow.
type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  discriminator?: { propertyName: string; mapping: Record<string, string> }
}
type Content = Record<string, { schema: Schema }>
type Operation = { responses: Record<string, { content?: Content }> }
type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** `all`: fields of each variant, which variants of a newer service have too. */
type Union = { by: string; of: Record<string, string>; all: Record<string, string> }

/** Members of every problem. The shapes of problems have only what one code adds. */
const COMMON = 'ProblemMembers'

/** The text of a module of shapes. */
export function shapesOf(text: string): string {
  const { paths, components }: Description = JSON.parse(text)
  const answers: Record<string, string> = {}
  const objects: Record<string, Record<string, string>> = {}
  const unions: Record<string, Union> = {}

  /** Adds a named schema with all that it needs. False: it is an object of any fields. */
  function add(name: string): boolean {
    if (name in objects || name in unions) return true
    const schema = components.schemas[name] ?? {}
    if (schema.discriminator !== undefined) {
      const { propertyName: by, mapping } = schema.discriminator
      const union: Union = (unions[name] = { by, of: {}, all: {} })
      for (const [value, reference] of Object.entries(mapping))
        if (add(named(reference))) union.of[value] = named(reference)
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
      const name = named(schema.$ref)
      const target = components.schemas[name] ?? {}
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
      components.schemas[place] = schema
      return add(place) ? place : 'object'
    }
    if (schema.type === undefined) throw new Error(`${place} has no type`)
    return schema.type
  }

  for (const [path, methods] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(methods)) {
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
      const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(success?.[1].content ?? {})
      const key = `${method.toUpperCase()} ${path}`
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

const named = (reference: string): string => reference.replace('#/components/schemas/', '')

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
