// `corridor serve --workers N` behaves as one service while its processes are killed, renewed and stopped.
// The processes are real.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import type { SandboxFile } from '../../src/service/sandbox/prepare.ts'
import { sendRequest, startCallers, type Call } from '../support/callers.ts'
import { readSandbox, run, start, stopAll, type Env, type Running } from '../support/command.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/until.ts'
import { insertManyOrganizations } from '../support/many-organizations.ts'

const home = mkdtempSync(join(tmpdir(), 'corridor-cores-'))
let database: TestDatabase
let env: Env
let service: Running
let sandbox: SandboxFile
let offeringId: string

beforeAll(async () => {
  database = await testDatabase()
  env = {
    PORT: '0',
    CORRIDOR_DATA_DIR: home,
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '3',
    CORRIDOR_SANDBOX_STEP_MS: '0',
  }
  service = await start(['serve', '--workers', '2'], {
    ...env,
    // Long enough for a loaded machine to send a request before the service exits.
    CORRIDOR_DRAIN_DELAY_MS: '12000',
    CORRIDOR_AUTH_FAILURE_LIMIT: '40',
  })
  sandbox = readSandbox(home)
  const offerings = await sendRequest(sandbox, false, 'POST', `${organization()}/offerings`)
  const parsed: { data: OfferingJson[] } = JSON.parse(offerings.text)
  offeringId = parsed.data[0]?.id ?? ''
})
afterAll(async () => {
  await stopAll()
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

const organization = () => `/v1/organizations/${sandbox.organization_id}`

type Line = { msg: string; pid?: number; request_id?: string; level: number }
const linesOf = (running: Running): Line[] =>
  running
    .stdout()
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line): Line => JSON.parse(line))

/** The child processes that exist now. */
const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/ +/))
    .filter(([, parent, state]) => parent === String(pid) && state?.startsWith('Z') === false)
    .map(([child]) => Number(child))

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const failuresOf = (calls: readonly Call[][]): Call[] =>
  calls.flat().filter(({ status }) => status !== 201)

/** Orders in the database, to compare with the answered ones. */
async function ordersMade(): Promise<number> {
  const rows = await database.sql`select count(*)::int as made from orders`
  return rows[0]?.made
}

async function requestsScraped(): Promise<number> {
  const text = (await sendRequest(sandbox, false, 'GET', '/metrics')).text
  return [...text.matchAll(/^corridor_request_seconds_count\{[^}]*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
}

test('several processes serve one port, and the service prints its greeting once', async () => {
  const callers = startCallers(sandbox, offeringId, { kept: 4, fresh: 2 })
  await eventually('30 orders are created', async () => callers.orders.size > 30)
  expect(failuresOf(await callers.stop())).toEqual([])
  const answering = linesOf(service).filter(({ msg }) => msg === 'request')
  expect(new Set(answering.map(({ pid }) => pid)).size).toBe(2)
  expect(linesOf(service).filter(({ msg }) => msg === 'ready')).toHaveLength(1)
  expect(service.stdout().match(/Corridor sandbox/g)).toHaveLength(1)
})

test('an order funded through one process is advanced at once by the worker in another', async () => {
  const { text } = await sendRequest(sandbox, false, 'POST', `${organization()}/quotes`, {
    body: { offering_id: offeringId, payin_amount: '100.00' },
  })
  const body = { quote_id: JSON.parse(text).data.id }
  const made = await sendRequest(sandbox, false, 'POST', `${organization()}/orders`, { body })
  const path = `${organization()}/orders/${JSON.parse(made.text).data.id}`
  await sendRequest(sandbox, false, 'POST', `${path}/simulate-demo-funding`, { body: {} })
  await eventually('the order is completed', async () =>
    (await sendRequest(sandbox, false, 'GET', path)).text.includes('STEP_4_COMPLETED'),
  )
})

test('a scrape of any process shows the totals of all, and no total ever decreases', async () => {
  const before = await requestsScraped()
  for (let sent = 0; sent < 20; sent++) await sendRequest(sandbox, false, 'GET', '/healthz')
  expect(await requestsScraped()).toBe(before + 21)
  expect(await requestsScraped()).toBe(before + 22)
})

test('limits on requests and on streams hold across all processes', async () => {
  // The limit on failed authentications counts per minute of the clock, so do not start near its end.
  const leftMs = 60_000 - (Date.now() % 60_000)
  if (leftMs < 3000) await sleep(leftMs)
  const stranger = { ...sandbox, api_key: 'ck_sandbox_unknown' }
  const statuses: (number | undefined)[] = []
  for (let sent = 0; sent < 150; sent++)
    statuses.push((await sendRequest(stranger, false, 'GET', '/v1/organizations')).status)
  const refused = statuses.filter((status) => status === 401).length
  expect(statuses.filter((status) => status === 429)).toHaveLength(150 - refused)
  expect(refused).toBeGreaterThanOrEqual(40)
  // Processes share their counts within 50 ms. Separate limits would let 80 through.
  expect(refused).toBeLessThan(70)

  await eventually('ten streams are served and five more refused', () =>
    servesTen(`${organization()}/events`, 'text/event-stream'),
  )
})

test('a key can read at most ten complete lists at once across all processes', async () => {
  await insertManyOrganizations(database)
  await eventually('ten lists are served and five more refused', () =>
    servesTen('/v1/organizations', 'application/json'),
  )
})

/** Whether a service without open answers at this path serves ten and refuses five more. Closes all of them again. */
async function servesTen(path: string, accept: string): Promise<boolean> {
  // Keep the answers: fetch closes the connection of an unread answer that is garbage.
  const answers: Response[] = []
  const open = async () =>
    answers.push(
      await fetch(sandbox.base_url + path, {
        headers: { authorization: `Bearer ${sandbox.api_key}`, accept },
      }),
    )
  while (answers.length < 10) await open()
  // Processes share their counts within 50 ms on a machine that is not busy.
  await sleep(500)
  while (answers.length < 15) await open()
  const statuses = answers.map(({ status }) => status)
  await Promise.all(answers.map(({ body }) => body?.cancel()))
  return statuses.every((status, index) => status === (index < 10 ? 200 : 429))
}

test('a killed process fails only its own requests, and a new process replaces it', async () => {
  const [killed = 0] = childrenOf(service.pid)
  const scraped = await requestsScraped()
  const made = await ordersMade()
  const callers = startCallers(sandbox, offeringId, { kept: 4, fresh: 2 })
  await eventually('orders are created', async () => callers.orders.size > 20)
  process.kill(killed, 'SIGKILL')
  await eventually('two processes run again', async () => {
    const present = childrenOf(service.pid)
    return present.length === 2 && !present.includes(killed)
  })
  const [, successor = 0] = childrenOf(service.pid)
  await eventually('the new process answers', async () =>
    linesOf(service).some(({ msg, pid }) => msg === 'request' && pid === successor),
  )
  expect(linesOf(service).map(({ msg }) => msg)).toContain(
    'an HTTP process exited: a new one replaces it',
  )
  const calls = await callers.stop()
  for (const ofCaller of calls) {
    const lost = ofCaller.filter(({ status }) => status !== 201)
    expect(lost.length).toBeLessThanOrEqual(1)
    for (const call of lost.filter(({ isReused }) => isReused)) {
      const previous = ofCaller[ofCaller.indexOf(call) - 1]?.requestId
      const line = linesOf(service).find(({ request_id }) => request_id === previous)
      // A process may be killed after it answers and before it logs the request.
      expect(line?.pid ?? killed).toBe(killed)
    }
  }
  expect((await ordersMade()) - made, 'one order for each key').toBe(callers.orders.size)
  expect(await requestsScraped()).toBeGreaterThan(scraped)
})

test('SIGHUP renews every process and fails no request on kept, fresh or idle connections', async () => {
  const before = childrenOf(service.pid)
  const made = await ordersMade()
  const scraped = await requestsScraped()
  const renewals = () =>
    linesOf(service).filter(({ msg }) => msg === 'the HTTP processes were renewed')
  const callers = startCallers(sandbox, offeringId, { kept: 4, fresh: 2 })
  // These connections are idle while their process is told to exit.
  const pausing = Array.from({ length: 6 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const answers = [await sendRequest(sandbox, agent, 'GET', '/v1/organizations?limit=1')]
    while (answers.at(-1)?.connection === 'keep-alive') {
      await sleep(250)
      answers.push(await sendRequest(sandbox, agent, 'GET', '/v1/organizations?limit=1'))
    }
    answers.push(await sendRequest(sandbox, agent, 'GET', '/v1/organizations?limit=1'))
    agent.destroy()
    return answers
  })
  process.kill(service.pid, 'SIGHUP')
  for (const answers of await Promise.all(pausing)) {
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(answers.at(-2)?.connection).toBe('close')
    expect(answers.at(-1)?.isReused).toBe(false)
  }
  await eventually('all HTTP processes are renewed', async () => renewals().length === 1)
  expect(failuresOf(await callers.stop())).toEqual([])
  expect((await ordersMade()) - made, 'one order for each key').toBe(callers.orders.size)
  const present = childrenOf(service.pid)
  expect(present).toHaveLength(2)
  expect(present.filter((pid) => before.includes(pid))).toEqual([])
  expect(await requestsScraped(), 'counts are kept across the renewal').toBeGreaterThan(scraped)
})

test('on SIGTERM /readyz fails first, later requests are still answered, then every process exits', async () => {
  const children = childrenOf(service.pid)
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  const list = (agent: Agent | false) =>
    sendRequest(sandbox, agent, 'GET', '/v1/organizations?limit=1')
  expect((await list(kept)).connection).toBe('keep-alive')
  const before = linesOf(service).length
  process.kill(service.pid, 'SIGTERM')
  await eventually('/readyz answers 503', async () => {
    const { status } = await sendRequest(sandbox, false, 'GET', '/readyz')
    expect([200, 503]).toContain(status)
    return status === 503
  })
  expect(await list(kept)).toMatchObject({ status: 200, isReused: true, connection: 'close' })
  expect(await list(false)).toMatchObject({ status: 200, connection: 'close' })
  expect((await service.ended).status).toBe(0)
  expect(children.filter(isRunning)).toEqual([])
  const troubles = linesOf(service)
    .slice(before)
    .filter(({ level }) => level >= 40)
  expect(troubles).toEqual([])
  kept.destroy()
})

describe('a separate service', () => {
  test('leaves no process behind when killed, and renews twice after two SIGHUPs when started again', async () => {
    const first = await start(['serve', '--workers', '2'], env)
    const children = childrenOf(first.pid)
    expect(children).toHaveLength(2)
    process.kill(first.pid, 'SIGKILL')
    await eventually('the child processes exit', async () => !children.some(isRunning))

    const second = await start(['serve', '--workers', '2'], env)
    process.kill(second.pid, 'SIGHUP')
    await eventually('the first renewal starts', async () => childrenOf(second.pid).length === 3)
    process.kill(second.pid, 'SIGHUP')
    const renewals = () =>
      linesOf(second).filter(({ msg }) => msg === 'the HTTP processes were renewed').length
    await eventually('the second renewal starts', async () => {
      return renewals() === 1 && childrenOf(second.pid).length === 3
    })
    const last = childrenOf(second.pid)
    expect((await second.stop()).status, 'stopped during a renewal').toBe(0)
    expect(last.filter(isRunning)).toEqual([])
    // Three starts and three renewals on a loaded machine.
  })

  test('refuses an invalid number of workers and a used port, each in one sentence', async () => {
    for (const count of ['0', 'abc', '65', '-1', '1.5']) {
      const { status, stderr } = await run(['serve', `--workers=${count}`], env)
      expect(stderr).toContain('It must be a whole number from 1 to 64.')
      expect(status).toBe(2)
    }
    const taken = createServer()
    const port = await new Promise<number>((resolve) =>
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      }),
    )
    const ended = await run(['serve', '--workers', '2'], { ...env, PORT: String(port) })
    taken.close()
    expect(ended.stderr).toMatch(/^corridor: .*EADDRINUSE.*Another program uses this port/)
    expect(ended.said).not.toMatch(/\n\s+at /)
    expect(ended.status).toBe(1)
  })
})
