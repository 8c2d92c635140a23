// A complete service for a test file: its own database with the demo world, a clock that a test moves, real HTTP, and
// a check of every answer against openapi.json.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino, { type Logger } from 'pino'
import { createKey, type KeyInput } from '../../src/customers/api-keys/create-key.ts'
import { instantAt, later, type Clock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { Replace } from '../../src/service/deps.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { prepareSandbox } from '../../src/service/sandbox/prepare.ts'
import { startService } from '../../src/service/serve.ts'
import { conform } from './conform.ts'
import { testDatabase, type TestDatabase } from './database.ts'

export type Problem = {
  type: string
  title: string
  status: number
  code: string
  detail?: string
  instance: string
  request_id: string
  errors?: { pointer: string; code: string; message: string }[]
  [fact: string]: unknown
}

/** `data` of a success and `problem` of a failure. Reading the wrong one fails the test. */
export type Reply<Data> = {
  status: number
  headers: Headers
  text: string
  readonly data: Data
  readonly problem: Problem
}

export type Request = {
  body?: unknown
  /** Sent unchanged in place of `body`. */
  rawBody?: string | Buffer
  key?: string | null
  idempotencyKey?: string | null
  headers?: Record<string, string>
}

export type ManualClock = Clock & { set(epochMs: number): void; advance(ms: number): void }

// A Wednesday at noon in Bogota, so that every route of the demo world trades.
export const NOON = instantAt(Date.parse('2026-03-04T17:00:00.000Z'))

export function manualClock(startMs: number = NOON): ManualClock {
  let at = instantAt(startMs)
  return {
    now: () => at,
    realNow: () => instantAt(Date.now()),
    set: (epochMs) => void (at = instantAt(epochMs)),
    advance: (ms) => void (at = later(at, ms)),
  }
}

export type TestService = Awaited<ReturnType<typeof testService>>

export async function testService(
  options: {
    clock?: ManualClock
    env?: Record<string, string>
    worker?: boolean
    log?: Logger
    database?: TestDatabase
    replace?: Replace
  } = {},
) {
  const clock = options.clock ?? manualClock()
  const database = options.database ?? (await testDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'corridor-data-'))
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    CORRIDOR_DATA_DIR: dataDir,
    CORRIDOR_SANDBOX_STEP_MS: '0',
    CORRIDOR_RATE_LIMIT: '1000000',
    CORRIDOR_AUTH_FAILURE_LIMIT: '1000000',
    ...options.env,
  })
  const prepared = Promise.withResolvers<Awaited<ReturnType<typeof prepareSandbox>>>()
  const service = await startService(
    config,
    { http: true, worker: options.worker ?? true },
    {
      clock,
      log: options.log ?? pino({ level: 'silent' }),
      onDatabase: async (deps) => prepared.resolve(await prepareSandbox(deps)),
      ...(options.replace === undefined ? {} : { replace: options.replace }),
    },
  )
  const sandbox = await (await prepared.promise).publish(service.url)
  const organization = `/v1/organizations/${sandbox.organization_id}`

  async function call<Data = unknown>(
    method: string,
    path: string,
    request: Request = {},
  ): Promise<Reply<Data>> {
    const headers: Record<string, string> = { ...request.headers }
    const key = request.key === undefined ? sandbox.api_key : request.key
    if (key !== null) headers['authorization'] = `Bearer ${key}`
    const idempotencyKey =
      request.idempotencyKey === undefined && method === 'POST'
        ? randomUUID()
        : request.idempotencyKey
    if (typeof idempotencyKey === 'string') headers['idempotency-key'] = idempotencyKey
    const body =
      request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
    if (body !== undefined && headers['content-type'] === undefined)
      headers['content-type'] = 'application/json'
    const response = await fetch(service.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
    })
    const text = await response.text()
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '')
    const parsed: unknown = text === '' || !isJson ? text || undefined : JSON.parse(text)
    conform({
      method,
      path,
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: parsed,
    })
    return reply<Data>(response, text, parsed, `${method} ${path}`)
  }

  const get = <Data = unknown>(path: string, request?: Request) => call<Data>('GET', path, request)
  const post = <Data = unknown>(path: string, body?: unknown, request?: Request) =>
    call<Data>('POST', path, { ...(body === undefined ? {} : { body }), ...request })

  /** An offering of the first organization between two currencies. */
  async function offering(payin = 'USDC', payout = 'COP'): Promise<OfferingJson> {
    const { data } = await post<OfferingJson[]>(`${organization}/offerings`)
    const found = data.find(
      (one) =>
        one.payin.external_payment_instrument.currency === payin &&
        one.payout.external_payment_instrument.currency === payout,
    )
    if (found === undefined) throw new Error(`no offering from ${payin} to ${payout}`)
    return found
  }

  const quote = async (offeringId?: string, amount = '1000.00'): Promise<QuoteJson> =>
    (
      await post<QuoteJson>(`${organization}/quotes`, {
        offering_id: offeringId ?? (await offering()).id,
        payin_amount: amount,
      })
    ).data

  const order = async (quoteId?: string): Promise<OrderJson> =>
    (await post<OrderJson>(`${organization}/orders`, { quote_id: quoteId ?? (await quote()).id }))
      .data

  const fund = (orderId: string) =>
    post<OrderJson>(
      `${organization}/orders/${orderId}/simulate-demo-funding`,
      {},
      { idempotencyKey: null },
    )

  /** Reads an order until it has the wanted status. */
  async function until(orderId: string, wanted: string): Promise<OrderJson> {
    for (let tries = 0; tries < 2400; tries++) {
      const { data } = await get<OrderJson>(`${organization}/orders/${orderId}`)
      if (data.status.current_status === wanted) return data
      await sleep(25)
    }
    throw new Error(`order ${orderId} did not reach ${wanted}`)
  }

  /** A key of an enterprise of the demo world. */
  async function newKey(
    input: Partial<Omit<KeyInput, 'organizationId'>> & {
      enterprise?: string
      organization?: string
    } = {},
  ) {
    const enterprises = await selectEnterprises(service.deps.db)
    const enterprise = enterprises.find((one) => one.name === input.enterprise) ?? enterprises[0]
    if (enterprise === undefined) throw new Error('the demo world has no enterprise')
    return createKey(service.deps.db, 'sandbox', {
      enterpriseId: enterprise.id,
      organizationId:
        input.organization === undefined ? null : (uuidOf('org', input.organization) ?? null),
      label: 'test',
      scopes: ['read', 'write'],
      allowedAddresses: [],
      at: clock.now(),
      expiresAt: null,
      ...input,
    })
  }

  return {
    url: service.url,
    deps: service.deps,
    database,
    sql: database.sql,
    clock,
    sandbox,
    organization,
    call,
    get,
    post,
    offering,
    quote,
    order,
    fund,
    until,
    newKey,
    organizations: async () => (await get<OrganizationJson[]>('/v1/organizations')).data,
    instruments: async () =>
      (await get<InstrumentJson[]>(`${organization}/external_payment_instruments`)).data,
    stop: () => service.stop(),
    async close() {
      await service.stop()
      if (options.database === undefined) await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function reply<Data>(response: Response, text: string, parsed: unknown, what: string): Reply<Data> {
  const body = typeof parsed === 'object' && parsed !== null ? parsed : {}
  return {
    status: response.status,
    headers: response.headers,
    text,
    get data(): Data {
      if (!('data' in body)) throw new Error(`${what} answered ${response.status}: ${text}`)
      return body.data as Data
    },
    get problem(): Problem {
      if (!('code' in body)) throw new Error(`${what} did not fail: ${response.status} ${text}`)
      return body as Problem
    },
  }
}
