// Builds requests from openapi.json, or from both descriptions: correct ones that name existing objects, and ones with faults in path, query,
// headers or body.
import { randomUUID } from 'node:crypto'
import type { FuzzRequest } from './client.ts'
import {
  operations,
  operationsIn,
  type Operation,
  type Parameter,
  type Schema,
} from './description.ts'
import { hostileBody, hostileName, hostileText, hostileValue } from './hostile.ts'
import type { Pool } from './pool.ts'
import type { Random } from './random.ts'

// Wednesday at 09:00 in Bogota: every route of the first world trades for some hours.
export const START = Date.parse('2026-03-04T14:00:00.000Z')

export type World = {
  organizationId: string
  /** Full access, read only, and bound to another organization. */
  keys: { full: string; reading: string; bound: string }
  /** Keys of the operator API with all rights; empty for a fuzz of the customers' API alone. */
  operatorKeys: readonly string[]
  /** Identifiers and names that operator-openapi.json names in paths. */
  operatorIds: Readonly<Record<string, string>>
  pool: Pool
}

const statics = ['/openapi.json', '/docs/', '/docs/errors', '/healthz', '/readyz', '/docs', '/']
const otherPaths = [
  '/v1',
  '/v1/',
  '/v1/none',
  '/v1//organizations',
  '/%',
  '/v1/%ff',
  '/metrics',
  '/docs/../x',
]

// Operations that remove objects are rare, and operations that others depend on are frequent.
const seldom = new Set(['archiveInstrument', 'deleteWebhookEndpoint', 'cancelOrder'])
const often = new Set(['createQuote', 'createOrder', 'simulateDemoFunding'])
const weighted = operations.flatMap((operation) => {
  const weight = seldom.has(operation.id) ? 1 : often.has(operation.id) ? 20 : 8
  return Array.from({ length: weight }, () => operation)
})

const forOperators = operationsIn('operator-openapi.json')
/** They end the work of the desk for all other requests. */
const neverRight = new Set(['halt', 'holdEnterprise', 'holdOrganization', 'signOut'])
const isOfOperators = ({ path }: Operation): boolean => path.startsWith('/operator/')

export function requestOf(random: Random, world: World): FuzzRequest {
  if (random.chance(0.02))
    return otherRequest(random.pick([...statics, ...otherPaths]), random, world)
  const operation =
    world.operatorKeys.length > 0 && random.chance(0.7)
      ? random.pick(forOperators)
      : random.pick(weighted)
  const isRight = !neverRight.has(operation.id) && random.chance(0.4)
  const again = isRight ? world.pool.again(random, operation.id) : undefined
  if (again !== undefined) return again
  // One to three parts are wrong. The others are right, so that the request gets as far as possible.
  const wrong = new Set(
    isRight ? [] : Array.from({ length: 1 + random.int(2) }, () => random.pick(PLACES)),
  )
  if (neverRight.has(operation.id)) wrong.add('body')
  const method =
    wrong.has('method') && random.chance(0.3)
      ? random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PURGE'])
      : operation.method
  const body = bodyOf(random, world, operation, wrong.has('body'))
  return {
    operation: operation.id,
    method,
    path:
      pathOf(random, world, operation, wrong.has('path')) +
      queryOf(random, world, operation, wrong.has('query')),
    headers: headersOf(random, world, operation, wrong.has('headers'), body !== undefined),
    body,
  }
}
const PLACES = ['path', 'query', 'headers', 'body', 'body', 'body', 'method'] as const

function otherRequest(path: string, random: Random, world: World): FuzzRequest {
  const accepted = random.pick(['gzip', 'gzip;q=0', '*', hostileHeader(random)])
  return {
    operation: 'static',
    method: random.pick(['GET', 'GET', 'HEAD']),
    path,
    headers: [
      ['Accept-Encoding', accepted],
      ['Authorization', `Bearer ${world.keys.full}`],
      ...(random.chance(0.5)
        ? ([['If-None-Match', random.pick(['*', '"x"', 'W/"x", *'])]] as const)
        : []),
    ],
    body: undefined,
  }
}

function pathOf(random: Random, world: World, operation: Operation, isWrong: boolean): string {
  const broken = isWrong ? random.int(2) : -1
  let at = 0
  return operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const parameter = operation.parameters.find((one) => one.name === name)
    if (parameter === undefined) throw new Error(`${operation.id} does not describe ${name}`)
    const right = parameterOf(random, world, parameter)
    if (at++ !== broken) return encodeURIComponent(right)
    return random.chance(0.5)
      ? encoded(hostileText(random)).slice(0, 8000)
      : random.pick([
          right.toUpperCase(),
          `${right}0`,
          right.replace('_', ''),
          '%00',
          '..',
          '%2e%2e%2f',
        ])
  })
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

function queryOf(random: Random, world: World, operation: Operation, isWrong: boolean): string {
  const parts: string[] = []
  for (const parameter of operation.parameters) {
    const { in: place, name } = parameter
    if (place !== 'query') continue
    // A complete list costs as much as it has rows, so request it rarely.
    if (!random.chance(name === 'limit' ? 0.95 : 0.1)) continue
    const isHostile = isWrong && random.chance(0.5)
    const value = isHostile ? hostileText(random) : parameterOf(random, world, parameter)
    parts.push(`${name}=${encoded(value)}`)
  }
  if (isWrong) {
    const extra = random.pick(['a', '__proto__', 'limit', 'cursor', 'status', hostileText(random)])
    parts.push(`${encoded(extra)}=${encoded(hostileText(random))}`)
    if (random.chance(0.05))
      parts.push(random.pick(['a=1&', '&', '=', '%', 'limit=1&']).repeat(500))
  }
  return parts.length === 0 ? '' : `?${parts.join('&').slice(0, 12_000)}`
}

function headersOf(
  random: Random,
  world: World,
  operation: Operation,
  isWrong: boolean,
  hasBody: boolean,
): [string, string][] {
  const { full, reading, bound } = world.keys
  const own = isOfOperators(operation) ? random.pick(world.operatorKeys) : full
  const headers: [string, string][] = [['Authorization', `Bearer ${own}`]]
  if (operation.parameters.some(({ name }) => name === 'idempotency-key'))
    headers.push(['Idempotency-Key', randomUUID()])
  if (operation.id === 'reconcile') headers.push(['Content-Type', random.pick(FILE_TYPES)])
  else if (hasBody) headers.push(['Content-Type', 'application/json'])
  if (!isWrong) return headers
  const key = random.pick([own, own, full, reading, bound, hostileHeader(random)])
  headers[0] = [
    'Authorization',
    random.pick([`Bearer ${key}`, `Bearer ${key}`, `bearer  ${key}`, key]),
  ]
  const names = ['Accept', 'Content-Type', 'Content-Encoding', 'Idempotency-Key', 'X-Request-Id']
  const name = random.pick([
    ...names,
    'Last-Event-Id',
    'Cookie',
    'X-Forwarded-For',
    'Authorization',
  ])
  const known = [
    'application/json',
    '*/*;q=0',
    'text/html',
    'gzip',
    'identity',
    'text/event-stream',
  ]
  headers.push([name, random.chance(0.5) ? random.pick(known) : hostileHeader(random)])
  if (random.chance(0.2)) headers.splice(random.int(headers.length), 1)
  return headers
}

// Only valid header characters. Other bytes end the connection, so one request in fifty is enough.
const hostileHeader = (random: Random): string => {
  const text = hostileText(random).slice(0, 10_000)
  return random.chance(0.02)
    ? text.replaceAll(/[\r\n]/g, '')
    : text.replaceAll(/[^\x20-\x7e]/g, random.pick(['', ';', ',', 'é'])).trim()
}

const FILE_TYPES = ['text/csv', 'application/xml']
const files = [
  'date,amount,reference\n2026-03-02,10.00,REF1\n',
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Ntry></Ntry></Stmt></BkToCstmrStmt></Document>',
]

function bodyOf(
  random: Random,
  world: World,
  operation: Operation,
  isWrong: boolean,
): Buffer | undefined {
  if (operation.id === 'reconcile') {
    const file = random.pick(files)
    return Buffer.from(isWrong ? hostileBody(random, file) : file)
  }
  if (operation.body === undefined)
    return isWrong ? Buffer.from(hostileBody(random, '{}')) : undefined
  const right = fittingValue(random, operation.id, valueOf(random, world, operation.body))
  if (!isWrong) return Buffer.from(JSON.stringify(right))
  const isClock = operation.id === 'moveSandboxClock'
  if (!isClock && random.chance(0.2)) return Buffer.from(hostileBody(random, JSON.stringify(right)))
  const broken = changed(random, right)
  return Buffer.from(JSON.stringify(isClock ? smallClockMoves(broken) : broken))
}

// Values that must fit each other, which schemas of single fields cannot state.
function fittingValue(random: Random, operation: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  if (operation === 'moveSandboxClock') return { advance_ms: 1 + random.int(500) }
  if (operation !== 'createInstrument') return value
  return { ...value, ...random.pick(instruments) }
}
const instruments = [
  {
    currency: 'USDC',
    method: 'SOLANA_ADDRESS',
    details: { address: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q' },
  },
  {
    currency: 'EUR',
    method: 'IBAN',
    details: { iban: 'DE89370400440532013000', account_holder_name: 'Erika Mustermann' },
  },
]

// After a large clock move nothing can be quoted or funded.
function smallClockMoves(body: unknown): unknown {
  if (!isRecord(body)) return body
  const { advance_ms: ms, now } = body
  if (typeof ms === 'number' && ms > 1000 && ms < 1e12) body['advance_ms'] = 1000
  if (typeof now === 'string' && Date.parse(now) > START) body['now'] = '2026-03-04T16:00:00Z'
  return body
}

/** The value with one change, up to some levels deep. */
function changed(random: Random, value: unknown): unknown {
  if (!isRecord(value)) return hostileValue(random)
  const names = Object.keys(value)
  if (names.length === 0 || random.chance(0.25))
    return { ...value, [hostileName(random)]: hostileValue(random) }
  const name = random.pick(names)
  const inner = value[name]
  if (random.chance(0.15))
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
  const isDeep = isRecord(inner) && random.chance(0.7)
  return { ...value, [name]: isDeep ? changed(random, inner) : hostileOf(random, inner) }
}

const hostileOf = (random: Random, value: unknown): unknown =>
  typeof value === 'string' && random.chance(0.6) ? hostileText(random) : hostileValue(random)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const IDENTIFIER = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{26}$/

/** A value that matches the schema, with existing identifiers. */
function valueOf(random: Random, world: World, schema: Schema): unknown {
  const one = schema.anyOf ?? schema.oneOf
  if (one !== undefined) return valueOf(random, world, random.pick(one))
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return random.pick(schema.enum)
  const type = random.pick([schema.type ?? 'string'].flat())
  if (type === 'object') {
    const optional = (name: string) => schema.required?.includes(name) !== true
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => !optional(name) || random.chance(0.5))
        .map(([name, inner]) => [name, valueOf(random, world, inner)]),
    )
  }
  if (type === 'array')
    return Array.from({ length: random.int(3) }, () => valueOf(random, world, schema.items ?? {}))
  if (type === 'null') return null
  if (type === 'integer') return (schema.minimum ?? 0) + random.int(100)
  if (type === 'boolean') return random.chance(0.5)
  return textOf(random, world, schema)
}

// The objects that parameters name, which openapi.json does not state.
const named: Record<string, string> = {
  external_payment_instrument_id: 'epi',
  offering_id: 'off',
  quote_id: 'qt',
  order_id: 'ord',
  webhook_endpoint_id: 'whe',
  deposit_id: 'dep',
  payout_id: 'po',
  refund_id: 'rf',
  api_key_id: 'key',
  instrument_id: 'epi',
  enterprise_id: 'ent',
  approval_id: 'apr',
  movement_id: 'mv',
  key_id: 'opk',
  reconciliation_id: 'rcn',
  difference_id: 'dif',
  information_request_id: 'irq',
}
const samples: Record<string, readonly string[]> = {
  name: ['ALPHA', 'BETA'],
  payin_currency: ['USDC', 'EUR'],
  payout_currency: ['COP', 'MXN'],
  created_after: ['2026-03-04T00:00:00Z'],
  created_before: ['2026-03-05T00:00:00Z'],
}

function parameterOf(random: Random, world: World, { name, schema }: Parameter): string {
  if (name === 'organization_id') return world.organizationId
  if (name === 'limit') return String(1 + random.int(50))
  const ofOperators = world.operatorIds[name]
  if (ofOperators !== undefined && random.chance(0.7)) return ofOperators
  const prefix = named[name]
  const found = prefix === undefined ? undefined : world.pool.id(random, prefix)
  if (found !== undefined) return found
  const known = samples[name]
  return known === undefined ? String(valueOf(random, world, schema)) : random.pick(known)
}

function textOf(random: Random, world: World, { examples = [] }: Schema): string {
  const example = String(examples[0] ?? 'x')
  const prefix = IDENTIFIER.exec(example)?.[1]
  if (prefix !== undefined) return world.pool.id(random, prefix) ?? example
  // No request may make the service connect to another machine.
  if (example.startsWith('http')) return `http://127.0.0.1:1/${random.int(1000)}`
  // References must be unique.
  if (example.startsWith('invoice')) return `${example}-${random.int(1_000_000)}`
  return example
}
