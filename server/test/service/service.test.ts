// The service in operation: health, metrics, shutdown, a missing database, and the log.
import { once } from 'node:events'
import { instantAt } from '../../src/platform/clock.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isRunning } from '../../../embedded-postgres/src/processes.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { createLog } from '../../src/platform/log.ts'
import { readSandbox, start, type Running } from '../support/command.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { manualClock, testService, type TestService } from '../support/service.ts'

type Readiness = { status: string; checks: Record<string, { ok: boolean; detail: string }> }

describe('health', () => {
  let corridor: TestService
  let skewMs = 0
  /** Overrides the age of all rates. */
  let agedMs: number | undefined
  beforeAll(async () => {
    const clock = manualClock()
    clock.realNow = () => instantAt(Date.now() + skewMs)
    corridor = await testService({
      clock,
      replace: ({ rates }) => ({
        rates: { ...rates, ageMs: (provider, pair) => agedMs ?? rates.ageMs(provider, pair) },
      }),
    })
    await corridor.deps.feeds.stop()
  })
  beforeEach(() => corridor.deps.feeds.push())
  afterAll(() => corridor.close())

  const getText = async (path: string) => {
    const response = await fetch(corridor.url + path)
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const readyz = async () => {
    const { status, text } = await getText('/readyz')
    for (const secret of [
      'postgres:',
      corridor.database.connection.host,
      corridor.database.connection.database,
      corridor.sandbox.api_key,
    ]) {
      expect(text).not.toContain(secret)
    }
    const readiness: Readiness = JSON.parse(text)
    const failing = Object.keys(readiness.checks).filter(
      (name) => readiness.checks[name]?.ok !== true,
    )
    return { http: status, status: readiness.status, failing, checks: readiness.checks }
  }

  test('/healthz answers without a key while the process is alive', async () => {
    const { status, text } = await getText('/healthz')
    expect(status).toBe(200)
    expect(text).toBe('{"status":"ok"}')
  })

  test('/readyz is 200 when all checks pass', async () => {
    const { http, status, failing, checks } = await readyz()
    expect({ http, status, failing }).toEqual({ http: 200, status: 'ready', failing: [] })
    expect(Object.keys(checks)).toEqual([
      'database',
      'commits',
      'migrations',
      'rates',
      'rails',
      'clock',
      'accepting',
    ])
  })

  test('a missing migration makes the service not ready', async () => {
    const rows = await corridor.sql`delete from migrations returning id, name, run_on`
    expect(await readyz()).toMatchObject({
      http: 503,
      status: 'not_ready',
      failing: ['migrations'],
    })
    expect((await readyz()).checks['migrations']?.detail).toContain('missing: 0001_baseline')
    for (const row of rows)
      await corridor.sql`insert into migrations values (${row.id}, ${row.name}, ${row.run_on})`
    expect((await readyz()).http).toBe(200)
  })

  test('an old rate makes the service not ready and stops quotes', async () => {
    const offering = await corridor.offering()
    skewMs = 61_000
    const old = await readyz()
    expect(old.failing).toContain('rates')
    expect(old.checks['rates']?.detail).toContain('stale: ALPHA USDC-COP')
    const refused = await corridor.post(`${corridor.organization}/quotes`, {
      offering_id: offering.id,
      payin_amount: '1000.00',
    })
    expect(refused.status).toBe(503)
    expect(refused.problem.code).toBe('rate_unavailable')
    expect(refused.headers.get('retry-after')).toBe('1')
    // Only the age of the rate is wrong here: the clocks agree again.
    await corridor.deps.feeds.push()
    skewMs = 0
    agedMs = 61_000
    expect(await readyz()).toMatchObject({ http: 503, failing: ['rates'] })
    agedMs = undefined
    await corridor.deps.feeds.push()
    expect((await readyz()).http).toBe(200)
  })

  test("a clock more than a second off the database's makes the service not ready", async () => {
    skewMs = 5000
    await corridor.deps.feeds.push()
    expect(await readyz()).toMatchObject({ http: 503, failing: ['clock'] })
    skewMs = -5000
    await corridor.deps.feeds.push()
    expect(await readyz()).toMatchObject({ http: 503, failing: ['clock'] })
    skewMs = 0
    await corridor.deps.feeds.push()
    expect((await readyz()).http).toBe(200)
  })

  test('/metrics is Prometheus text whose labels name no customer, key or account', async () => {
    const order = await corridor.order()
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    await corridor.get(`/v1/organizations/nobody/orders/${order.id}`)
    await corridor.get('/v1/made-up/by-a-stranger')
    await corridor.get('/v1/organizations', { key: null })
    const { status, text, headers } = await getText('/metrics')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(
        /^(# (HELP|TYPE) corridor_[a-z_]+ .+|corridor_[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [0-9.e+-]+|)$/,
      )
    }
    for (const name of [
      'corridor_request_seconds_bucket',
      'corridor_order_transitions_total',
      'corridor_rate_age_seconds',
      'corridor_database_connections',
      'corridor_resident_memory_bytes',
    ]) {
      expect(text).toContain(name)
    }
    expect(text).toContain(
      'corridor_order_transitions_total{event="paid_out",to="STEP_4_COMPLETED"} 1',
    )
    expect(text).toContain('route="/v1/organizations/:organization_id/orders/:order_id"')
    expect(text).not.toMatch(
      /(org|ord|epi|off|qt|key|ent|rt)_[0-9a-z]{26}|[0-9a-f]{8}-[0-9a-f]{4}-|ck_|@|stranger|nobody/,
    )
    for (const { details } of await corridor.instruments())
      for (const value of longValues(details)) expect(text).not.toContain(value)
  })
})

describe('during a database outage', () => {
  let database: TestDatabase
  let corridor: TestService
  const lines: string[] = []
  beforeAll(async () => {
    database = await testDatabase()
    corridor = await testService({
      database,
      env: { DATABASE_POOL_SIZE: '2' },
      log: createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }),
    })
  })
  afterAll(async () => {
    await corridor.close()
    await database.close()
  })
  afterEach(() => setConnections(true))

  /** Ends all sessions and refuses new ones, or allows connections again. */
  async function setConnections(allowed: boolean): Promise<void> {
    const { database: name, ...server } = database.connection
    const admin = openPool({ ...server, database: 'postgres' }, { size: 1 })
    await admin.query(`alter database ${name} allow_connections ${allowed}`)
    if (!allowed)
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      )
    await admin.end()
  }

  test('every operation answers 503 database_unavailable with Retry-After, and later recovers by itself', async () => {
    const offering = await corridor.offering()
    const [quote, other] = [await corridor.quote(offering.id), await corridor.quote(offering.id)]
    const order = await corridor.order(quote.id)
    const [instrument] = await corridor.instruments()
    const at = corridor.organization
    const operations: [string, string, unknown?][] = [
      ['GET', '/v1/organizations'],
      [
        'POST',
        '/v1/organizations',
        { name: 'A', contact: { email: 'a@a.example', first_name: 'A', last_name: 'A' } },
      ],
      ['GET', at],
      ['GET', `${at}/external_payment_instruments`],
      ['GET', `${at}/external_payment_instruments/${instrument?.id}`],
      [
        'POST',
        `${at}/external_payment_instruments`,
        {
          alias: 'b',
          currency: 'USDC',
          method: 'SOLANA_ADDRESS',
          details: { address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU' },
        },
      ],
      ['DELETE', `${at}/external_payment_instruments/${instrument?.id}`],
      ['GET', '/v1/liquidity-providers'],
      ['GET', '/v1/liquidity-providers/ALPHA/exchange-rate'],
      ['GET', `${at}/configured-routes`],
      ['POST', `${at}/offerings`, {}],
      ['GET', `${at}/offerings/${offering.id}`],
      ['POST', `${at}/quotes`, { offering_id: offering.id, payin_amount: '1000.00' }],
      ['GET', `${at}/quotes/${quote.id}`],
      ['POST', `${at}/orders`, { quote_id: other.id }],
      ['GET', `${at}/orders`],
      ['GET', `${at}/orders?limit=10`],
      ['GET', `${at}/orders/${order.id}`],
      ['POST', `${at}/orders/${order.id}/simulate-demo-funding`, {}],
    ]
    const callAll = () =>
      Promise.all(
        operations.map(([method, path, body]) =>
          corridor.call(method, path, body === undefined ? {} : { body }),
        ),
      )
    // The first round runs while the key is cached, so that the operations themselves meet the outage; the second without.
    await corridor.get('/v1/organizations')
    await setConnections(false)
    for (const round of ['at once', 'a second later']) {
      for (const [index, reply] of (await callAll()).entries()) {
        const name = `${operations[index]?.[0]} ${operations[index]?.[1]} ${round}`
        // Immutable resources may still be cached.
        if (reply.status === 200 && round === 'at once' && operations[index]?.[0] === 'GET')
          continue
        expect(reply.status, `${name}: ${reply.text}`).toBe(503)
        expect(reply.problem.code, name).toBe('database_unavailable')
        expect(reply.headers.get('retry-after'), name).toBe('1')
        expect(reply.text, name).not.toContain(database.connection.database)
      }
      await sleep(1000)
    }
    const ready = await fetch(`${corridor.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toEqual({
      status: 'not_ready',
      checks: { database: { ok: false, detail: 'does not answer' } },
    })
    expect((await fetch(`${corridor.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${corridor.url}/metrics`)).status).toBe(200)

    await setConnections(true)
    expect((await corridor.get(`${at}/orders/${order.id}`)).status).toBe(200)
    expect((await corridor.post(`${at}/orders`, { quote_id: other.id })).status).toBe(201)
    expect((await corridor.fund(order.id)).status).toBe(200)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    for (
      let tries = 0;
      tries < 800 && (await fetch(`${corridor.url}/readyz`)).status !== 200;
      tries++
    )
      await sleep(50)
    expect((await fetch(`${corridor.url}/readyz`)).status).toBe(200)
  })

  test('an exhausted connection pool answers 503, not 500', async () => {
    const held = [await corridor.deps.db.connect(), await corridor.deps.db.connect()]
    try {
      const replies = await Promise.all([
        corridor.get('/v1/organizations'),
        corridor.post(`${corridor.organization}/offerings`),
      ])
      for (const reply of replies) {
        expect(reply.status).toBe(503)
        expect(reply.problem.code).toBe('database_unavailable')
        expect(reply.headers.get('retry-after')).toBe('1')
      }
    } finally {
      for (const client of held) client.release()
    }
    expect((await corridor.get('/v1/organizations')).status).toBe(200)
  })
})

describe('the log', () => {
  const lines: string[] = []
  let corridor: TestService
  let defect: Error | undefined
  beforeAll(async () => {
    corridor = await testService({
      log: createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) }),
      replace: ({ findChangedOrder }) => ({
        findChangedOrder: (known) =>
          defect === undefined ? findChangedOrder(known) : Promise.reject(defect),
      }),
    })
  })
  afterAll(() => corridor.close())
  afterEach(() => void (lines.length = 0))

  test("holds no secret and no personal data after an order's whole life and every kind of refusal", async () => {
    const idempotencyKey = 'idem-key-that-nobody-should-read'
    const at = corridor.organization
    await corridor.post(
      '/v1/organizations',
      {
        name: 'Acme Exports',
        contact: { email: 'lucia@acme.example', first_name: 'Lucía', last_name: 'Rojas' },
      },
      { idempotencyKey },
    )
    const { data: created } = await corridor.post<InstrumentJson>(
      `${at}/external_payment_instruments`,
      { alias: 'payroll', currency: 'COP', method: 'COP_BANK_ACCOUNT', details: bankAccount },
      { idempotencyKey },
    )
    await corridor.post(
      `${at}/external_payment_instruments`,
      {
        alias: 'x',
        currency: 'COP',
        method: 'COP_BANK_ACCOUNT',
        details: { ...bankAccount, doc_type: 'XX' },
      },
      { idempotencyKey: `${idempotencyKey}-2` },
    )
    const quote = await corridor.quote()
    const order = (
      await corridor.post<OrderJson>(`${at}/orders`, { quote_id: quote.id }, { idempotencyKey })
    ).data
    await corridor.post(`${at}/orders`, { quote_id: quote.id }, { idempotencyKey })
    await corridor.post(
      `${at}/orders`,
      { quote_id: (await corridor.quote()).id },
      { idempotencyKey },
    )
    await corridor.post(
      `${at}/orders`,
      { quote_id: quote.id },
      { idempotencyKey: `${idempotencyKey}-3` },
    )
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    const wrongKeys = [
      'ck_sandbox_0123456789abcdefghijklmnopqrstuv000000',
      'ck_live_0123456789abcdefghijklmnopqrstuv000000',
      'hunter2-hunter2',
    ]
    for (const key of wrongKeys) await corridor.get(`${at}/orders`, { key })
    await corridor.get(`${at}/orders?api_key=${corridor.sandbox.api_key}&email=lucia@acme.example`)
    await corridor.get(`${at}/${bankAccount.bank_account_number}`)
    await corridor.call('POST', `${at}/quotes`, {
      rawBody: `{"doc_id": "${bankAccount.doc_id}"`,
      idempotencyKey,
    })
    await corridor.call('POST', `${at}/orders`, {
      body: { quote_id: quote.id, contact: 'lucia@acme.example' },
      idempotencyKey: `${idempotencyKey} with a blank`,
    })
    await sleep(50)

    const text = lines.join('')
    expect(lines.length).toBeGreaterThan(20)
    const instruments = [created, ...(await corridor.instruments())]
    const personal = instruments.flatMap((instrument) => longValues(instrument.details))
    expect(personal).toContain(bankAccount.doc_id)
    for (const secret of [
      corridor.sandbox.api_key,
      ...wrongKeys,
      idempotencyKey,
      'lucia',
      'Lucía',
      'Rojas',
      'Bearer',
      ...personal,
      ...longValues(order.funding_instructions.details),
    ]) {
      expect(text, secret).not.toContain(secret)
    }
  })

  test('is JSON lines with level, time and the request id of the answer', async () => {
    const { headers } = await corridor.get('/v1/organizations')
    await corridor.get('/v1/organizations', { headers: { 'x-request-id': 'mine-1' } })
    await corridor.get('/v1/nothing', { key: null, headers: { 'x-request-id': 'mine-2' } })
    // A line is written after its answer.
    await expect.poll(() => lines.join('')).toContain('mine-2')
    const entries: Record<string, unknown>[] = lines.map((line) => JSON.parse(line))
    for (const entry of entries) {
      expect(entry['level']).toEqual(expect.any(Number))
      expect(entry['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      if (entry['msg'] === 'request') expect(entry['request_id']).toEqual(expect.any(String))
    }
    const logged = entries.filter((entry) => entry['msg'] === 'request')
    expect(logged.map((entry) => [entry['request_id'], entry['status']])).toEqual([
      [headers.get('x-request-id'), 200],
      ['mine-1', 200],
      ['mine-2', 401],
    ])
  })

  test('has the stack of a defect, and the answer shows only the request id', async () => {
    const order = await corridor.order()
    defect = new TypeError('the inside of /srv/corridor, password hunter2')
    const reply = await corridor.get(`${corridor.organization}/orders/${order.id}`)
    defect = undefined
    expect(reply.status).toBe(500)
    expect(reply.problem).toEqual({
      type: `${corridor.url}/docs/errors#internal_error`,
      title: 'An unexpected internal error occurred.',
      status: 500,
      code: 'internal_error',
      instance: `${corridor.organization}/orders/${order.id}`,
      request_id: reply.headers.get('x-request-id'),
    })
    const logged = lines.find((line) => line.includes('internal error')) ?? '{}'
    const entry: { request_id: string; err: { stack: string; type: string } } = JSON.parse(logged)
    expect(entry.request_id).toBe(reply.problem.request_id)
    expect(entry.err.type).toBe('TypeError')
    expect(entry.err.stack).toContain('service.test.ts')
  })

  test('names a violated constraint without the row', async () => {
    await corridor.database.owner.query(
      `alter table organizations add constraint nobody check (contact_email <> 'secret@acme.example')`,
    )
    const reply = await corridor.post('/v1/organizations', {
      name: 'B',
      contact: { email: 'secret@acme.example', first_name: 'Zoë', last_name: 'Zed' },
    })
    await corridor.sql`alter table organizations drop constraint nobody`
    expect(reply.status).toBe(500)
    expect(reply.text).not.toContain('constraint')
    const logged = lines.find((line) => line.includes('internal error')) ?? ''
    expect(logged).toContain('"constraint":"nobody"')
    expect(logged).not.toContain('secret@acme.example')
    expect(logged).not.toContain('Zoë')
  })
})

describe('a service process', () => {
  let dataDir: string
  let real: Running
  let sandbox: ReturnType<typeof readSandbox>
  let postmaster: number
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'corridor-data-'))
    real = await start(['serve'], {
      PORT: '0',
      CORRIDOR_DATA_DIR: dataDir,
      CORRIDOR_RATE_LIMIT: '1000000',
      CORRIDOR_SANDBOX_STEP_MS: '0',
    })
    sandbox = readSandbox(dataDir)
    postmaster = Number.parseInt(
      await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'),
      10,
    )
  })
  afterEach(async () => {
    await real.kill()
    // The service's database must not outlive the service.
    if (await isRunning(postmaster)) process.kill(postmaster, 'SIGQUIT')
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('answers on open connections after SIGTERM, accepts no new ones, and exits within seconds with its database', async () => {
    const { base_url: url, api_key: key, organization_id: id } = sandbox
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const idle = new Agent({ keepAlive: true, maxSockets: 1 })
    const path = `/v1/organizations/${id}/offerings`
    expect((await send(url, idle, 'GET', '/healthz', key)).status).toBe(200)
    await sleep(300)
    expect(await residentMb(url), 'MB resident when idle').toBeLessThan(280)
    // A request in flight: its headers have arrived, its body has not.
    const slow = slowPost(url, agent, path, key)
    // An open connection that sends its request after the signal.
    const socket = connect(Number(new URL(url).port), new URL(url).hostname)
    let answered = ''
    socket
      .setEncoding('utf8')
      .on('data', (text: string) => (answered += text))
      .on('error', () => undefined)
    await once(socket, 'connect')
    await new Promise((resolve) =>
      socket.write('GET /v1/organizations HTTP/1.1\r\nHost: x\r\n', resolve),
    )
    // Once these are answered, the server has read what was sent before them.
    for (let turn = 0; turn < 3; turn++)
      expect((await send(url, idle, 'GET', '/healthz', key)).status).toBe(200)
    await sleep(200)
    const startedAt = performance.now()
    void real.stop()
    await expect.poll(() => real.stdout()).toContain('"msg":"stopping"')
    const late = () =>
      send(url, idle, 'GET', '/v1/organizations', key).then(
        ({ status }) => status,
        (error: Error & { code?: string }) => error.code,
      )
    await expect.poll(late).toSatisfy((code) => code === 'ECONNREFUSED' || code === 'ECONNRESET')
    socket.write(`Authorization: Bearer ${key}\r\n\r\n`)
    const done = await slow.finish()
    expect(done.status).toBe(201)
    expect(JSON.parse(done.text).data.length).toBeGreaterThan(4)
    expect((await real.ended).status).toBe(0)
    const tookMs = performance.now() - startedAt
    // Waiting for an idle connection would add 10 seconds.
    expect(tookMs).toBeLessThan(10_000)
    expect(answered).toMatch(/^HTTP\/1\.1 200 /)
    expect(answered.toLowerCase()).toContain('\r\nconnection: close\r\n')
    expect(answered).toContain('"data":[')
    expect(await isRunning(postmaster)).toBe(false)
    socket.destroy()
    agent.destroy()
    idle.destroy()
    for (const line of real
      .stdout()
      .split('\n')
      .filter((text) => text.startsWith('{')))
      expect(JSON.parse(line)).toHaveProperty('level')
  })

  test('exits at once on a second SIGTERM', async () => {
    const { base_url: url, api_key: key, organization_id: id } = sandbox
    const agent = new Agent({ keepAlive: true })
    const slow = slowPost(url, agent, `/v1/organizations/${id}/offerings`, key)
    await sleep(1000)
    void real.stop()
    // A terminal and npm both forward Ctrl-C, so two signals within a second count as one.
    void real.stop()
    // That second starts when the process handles the first signal.
    await expect.poll(() => real.stdout()).toContain('"msg":"stopping"')
    await sleep(1100)
    expect(await isRunning(real.pid)).toBe(true)
    void real.stop()
    // A completed drain exits with 0.
    expect((await real.ended).status).toBe(1)
    await expect(slow.finish()).rejects.toThrow()
    agent.destroy()
  })
})

const bankAccount = {
  bank_code: '1007',
  bank_account_number: '90817263540',
  account_type: 'SAVINGS',
  doc_id: '1020304050',
  doc_type: 'CC',
  account_holder_first_name: 'Lucía',
  account_holder_last_name: 'Rojas',
}

/** Values of an instrument's details that are long enough to recognize elsewhere. */
const longValues = (details: object): string[] =>
  Object.values(details).filter((value) => typeof value === 'string' && /\d{4}/.test(value))

async function residentMb(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Math.round(Number(/^corridor_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 2 ** 20)
}

type Sent = { status: number | undefined; text: string }

function send(url: string, agent: Agent, method: string, path: string, key: string): Promise<Sent> {
  return new Promise((resolve, reject) => {
    httpRequest(
      url + path,
      { agent, method, headers: { authorization: `Bearer ${key}` } },
      (response) => {
        let text = ''
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode, text }))
      },
    )
      .on('error', reject)
      .end()
  })
}

/** A POST whose body ends when `finish` is called. */
function slowPost(
  url: string,
  agent: Agent,
  path: string,
  key: string,
): { finish(): Promise<Sent> } {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': 'slow-1',
  }
  const sending = httpRequest(url + path, { agent, method: 'POST', headers })
  const sent = new Promise<Sent>((resolve, reject) => {
    sending.on('error', reject).on('response', (response) => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode, text }))
    })
  })
  sent.catch(() => undefined)
  sending.write('{')
  return {
    finish() {
      sending.end('}')
      return sent
    },
  }
}
