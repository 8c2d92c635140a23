// Makes the SDK's thin operations from openapi.json: methods that only send a request and return its data. A method is
// named after its operation without the words of its tag: getOrderTimeline of "Orders" is `orders.timeline`. Code by hand
// in src/ adds what is more than a call.
import {
  bodyOf,
  descriptionOf,
  nameOf as schemaNameOf,
  successOf,
  type Operation as Described,
  type Schema,
} from './description.ts'

/** Resources that src/ completes by hand, and the operations that only the part by hand calls. */
const BY_HAND: Readonly<Record<string, readonly string[]>> = {
  orders: ['simulateDemoFunding'],
  events: ['listEvents'],
  webhooks: [],
}
/** Names of resources that are shorter than their tag. */
const RESOURCES: Readonly<Record<string, string>> = {
  'API keys': 'keys',
  'Configured routes': 'routes',
  'External payment instruments': 'instruments',
}
/** Public names of types that are shorter than their schema. */
const TYPES: Readonly<Record<string, string>> = { ExternalPaymentInstrument: 'Instrument' }
/** Sentences on requests that the SDK never sends: it reads lists in pages. */
const NOT_OF_THE_SDK =
  / ?(Without `limit` and `cursor` the response streams the complete list\.|A body that ends early is incomplete\.)/g

type Operation = { resource: string; name: string; text: string }

/** The texts of two modules: the operations, and short names of the types that they return. */
export function operationModules(text: string): { operations: string; answers: string } {
  const { operations: all, schemas } = descriptionOf(text)
  const types = new Map<string, string>()

  /** The type of the data of an answer. */
  function typeOf(schema: Schema): string {
    if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`
    const schemaName = nameIn(schema)
    const short = TYPES[schemaName] ?? schemaName
    types.set(short, schemaName)
    return short
  }
  const propertiesOf = (schema: Schema) => schemas[nameIn(schema)]?.properties ?? {}
  const hasNoFields = (schema: Schema): boolean =>
    schemas[nameIn(schema)]?.type === 'object' && Object.keys(propertiesOf(schema)).length === 0

  const operations = all.flatMap((described): Operation[] => {
    const resource = resourceOf(described)
    if (BY_HAND[resource]?.includes(described.operationId) === true) return []
    const body = bodyOf(described)
    const { type, schema } = contentOf(described)
    const text = methodText({
      ...described,
      name: nameOf(described),
      body: body === undefined || hasNoFields(body) ? undefined : nameIn(body),
      file: type === 'application/json' ? undefined : type,
      data: type === 'application/json' ? typeOf(propertiesOf(schema)['data'] ?? {}) : '',
    })
    return [{ resource, name: nameOf(described), text }]
  })
  const byResource = Map.groupBy(operations, ({ resource }) => resource)
  for (const [resource, all] of byResource)
    for (const [name, { length }] of Map.groupBy(all, (one) => one.name))
      if (length > 1) throw new Error(`${length} operations have the name ${resource}.${name}`)
  return { operations: operationsModule(byResource, types), answers: answersModule(types) }
}

const HEAD = '// Generated from openapi.json by `npm run generate`.\n'

function operationsModule(
  byResource: ReadonlyMap<string, readonly Operation[]>,
  types: ReadonlyMap<string, string>,
): string {
  const whole = [...byResource.keys()].filter((name) => !Object.hasOwn(BY_HAND, name))
  return [
    HEAD,
    `import type { ${[...types.keys()].join(', ')} } from './answers.ts'\n`,
    "import type { CallOptions, Connection, CreateOptions } from './connection.ts'\n",
    "import { listOf, type List } from './pages.ts'\n",
    "import type { QueryOf, Schemas } from './schemas.ts'\n",
    ...[...byResource].flatMap(([resource, all]) => [
      `\nexport const ${resource}Operations = (connection: Connection) => ({\n`,
      ...all.map(({ text }) => text),
      '})\n',
    ]),
    '\n/** The resources without a part by hand. */\nexport class Operations {\n',
    ...whole.map((name) => `  readonly ${name}: ReturnType<typeof ${name}Operations>\n`),
    '  constructor(connection: Connection) {\n',
    ...whole.map((name) => `    this.${name} = ${name}Operations(connection)\n`),
    '  }\n}\n',
  ].join('')
}

const answersModule = (types: ReadonlyMap<string, string>): string =>
  [
    HEAD,
    "import type { components } from './openapi.ts'\n",
    ...[...types].map(
      ([short, name]) => `export type ${short} = components['schemas']['${name}']\n`,
    ),
  ].join('')

function nameIn({ $ref }: Schema): string {
  const name = schemaNameOf($ref)
  if (name === '') throw new Error('a schema without a name: give it a title')
  return name
}

/** The first type of a success. */
function contentOf(described: Described): { type: string; schema: Schema } {
  const [content] = Object.entries(successOf(described)?.content ?? {})
  if (content === undefined) throw new Error(`${described.operationId} has no content`)
  return { type: content[0], schema: content[1].schema }
}

const wordsOf = (text: string): string[] =>
  text
    .split(/[^A-Za-z]+|(?=[A-Z][a-z])/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

const camel = ([first = '', ...others]: readonly string[]): string =>
  first + others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')

/** Webhooks of the whole enterprise are a resource of their own. */
function resourceOf({ tags: [tag = ''], operationId }: Described): string {
  // simulateDemoFunding has the tag of the sandbox, and belongs to an order.
  const byHand = Object.entries(BY_HAND).find(([, all]) => all.includes(operationId))
  const words = wordsOf(operationId).includes('enterprise') ? ['enterprise'] : []
  return byHand?.[0] ?? RESOURCES[tag] ?? camel([...words, ...wordsOf(tag)])
}

function nameOf({ tags: [tag = ''], operationId }: Described): string {
  const singular = (word: string): string => (word === 'person' ? 'people' : word.replace(/s$/, ''))
  const known = new Set(['enterprise', 'endpoint', ...wordsOf(tag).map(singular)])
  const [verb = '', ...others] = wordsOf(operationId)
  const nouns = others.filter((word) => !known.has(singular(word)))
  const isRead = (verb === 'get' || verb === 'list') && nouns.length > 0
  return camel(isRead ? nouns : [verb, ...nouns])
}

type Method = Described & {
  name: string
  /** Schema of the body, unless that has no fields. */
  body: string | undefined
  /** Type of an answer that is no JSON. */
  file: string | undefined
  /** Type of the data of an answer in JSON. */
  data: string
}

function methodText(described: Method): string {
  const { operationId, method, path, name, parameters = [], body, file, data } = described
  const has = (place: string): boolean => parameters.some((one) => one.in === place)
  const isAsked = parameters.some((one) => one.in === 'query' && one.required === true)
  const isList = parameters.some((one) => one.name === 'cursor')
  const isKeyed = parameters.some((one) => one.name === 'idempotency-key')
  // Another request with such a write has another effect.
  const isOnce =
    method === 'post' && !isKeyed && described.description?.includes('Idempotent: ') !== true
  // The last word names an id: external_payment_instrument_id is `instrument`.
  const ids = parameters
    .filter((one) => one.in === 'path')
    .map((one) => ({ full: one.name, short: one.name.replace(/_id$/, '').replace(/.*_/, '') }))
  const given = [
    ...ids.map(({ short }) => `${short}: string`),
    ...(body === undefined ? [] : [`body: Schemas['${body}']`]),
    ...(has('query') ? [`query${isAsked ? '' : '?'}: QueryOf<'${operationId}'>`] : []),
    `options?: ${isKeyed ? 'CreateOptions' : 'CallOptions'}`,
  ].join(', ')
  const params = [
    ...(has('path')
      ? [`path: { ${ids.map(({ full, short }) => `${full}: ${short}`).join(', ')} }`]
      : []),
    ...(isList ? ['query: { ...query, ...page }'] : has('query') ? ['query: { ...query }'] : []),
    ...(isKeyed ? ['header'] : []),
  ]
  const sent = [
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(body === undefined ? [] : ['body']),
    ...(file === undefined ? [] : [`parseAs: '${FILES[file]?.parseAs}'`]),
    '...carrier',
  ].join(', ')
  const through = (way: string, passed = 'carrier'): string =>
    `connection.${way}(options, (${passed}) => connection.api.${method.toUpperCase()}('${path}', { ${sent} }))`
  const code = (type: string, value: string): string =>
    `${commentOf(described, isOnce)}  ${name}(${given}): ${type} {\n    return ${value}\n  },\n`
  if (isList) {
    const rows = `List<${data.replace(/\[\]$/, '')}>`
    return code(rows, `listOf(query, (page) => ${through('whole')})`)
  }
  if (file !== undefined) {
    const { type, read } = FILES[file] ?? {}
    return code(`Promise<${type}>`, `${through('whole')}.then(({ body }) => ${read})`)
  }
  if (isKeyed) return code(`Promise<${data}>`, through('create', 'carrier, header'))
  return code(`Promise<${data}>`, through(isOnce ? 'callOnce' : 'call'))
}

const FILES: Readonly<Record<string, { parseAs: string; type: string; read: string }>> = {
  'text/html': { parseAs: 'text', type: 'string', read: 'body' },
  'application/pdf': { parseAs: 'arrayBuffer', type: 'Uint8Array', read: 'new Uint8Array(body)' },
}

function commentOf(described: Described, isOnce: boolean): string {
  const lines = [
    described.description?.replaceAll(NOT_OF_THE_SDK, '') ?? '',
    ...(isOnce ? ['Not repeated after a lost answer.'] : []),
    `@returns ${successOf(described)?.description}`,
  ]
  return `  /**\n${lines.map((line) => `   * ${line.replaceAll('*/', '*\\/')}\n`).join('')}   */\n`
}
