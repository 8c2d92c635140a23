// Sends requests over many connections and judges every answer. Afterwards it repeats the requests that were in flight
// during long turns, one at a time, because only then can the CPU time of one request be measured.
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conform } from '../support/conform.ts'
import {
  curlOf,
  openConnection,
  type Connection,
  type FuzzAnswer,
  type FuzzRequest,
} from './client.ts'
import { operations, operationsIn } from './description.ts'
import { createPool } from './pool.ts'
import { randomOf } from './random.ts'
import { requestOf, type World } from './requests.ts'
import type { Measured, Ready, Turn } from './service.ts'

const LIMITS = {
  /** The longest answer that is not a list. */
  answerBytes: 1_000_000,
  cpuMs: 250,
  /** The largest growth from the first quarter of the requests to the last. */
  heapGrowthMb: 40,
}

const CONNECTIONS = 48
const MOST_FAILURES = 20
const MOST_SUSPECTS = 400
// The part of the answers that is compared with openapi.json. Comparing all would take most of the time.
const CONFORMED = 0.05

type Failure = { reason: string; curl: string; answer: string }
type FuzzReport = {
  seed: number
  requests: number
  seconds: number
  perSecond: number
  statuses: Record<string, number>
  /** Accepted requests by operation. */
  accepted: Record<string, number>
  cpuMsPerRequest: number
  /** CPU time of the sending process. */
  clientCpuMsPerRequest: number
  slowest: { ms: number; curl: string }
  longestTurnCpuMs: number
  /** The request that took the most CPU time when repeated alone. */
  costliest: { cpuMs: number; curl: string }
  suspects: number
  /** Requests answered with 503 at first, and with another status when repeated alone. */
  unserved: number
  heapMb: number[]
  rssMb: number[]
  failures: Failure[]
}

export async function fuzz(options: {
  databaseUrl: string
  requests: number
  seed: number
  /** Also the operator API. */
  operators?: boolean
  onProgress?: (line: string) => void
}): Promise<FuzzReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'corridor-fuzz-'))
  const child = fork(join(import.meta.dirname, 'service.ts'), {
    execArgv: ['--expose-gc'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: options.databaseUrl,
      CORRIDOR_DATA_DIR: dataDir,
      CORRIDOR_SANDBOX_STEP_MS: '0',
      CORRIDOR_RATE_LIMIT: '1000000',
      CORRIDOR_AUTH_FAILURE_LIMIT: '1000000',
      FUZZ_OPERATORS: String(options.operators ?? false),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  try {
    return await run(child, await nextReply<Ready>(child), options)
  } finally {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function run(
  child: ChildProcess,
  ready: Ready,
  { requests, seed, onProgress = () => undefined }: Parameters<typeof fuzz>[0],
): Promise<FuzzReport> {
  const random = randomOf(seed)
  const pool = createPool()
  const { organizationId, keys, operatorKeys, operatorIds } = ready
  const world: World = { organizationId, keys, operatorKeys, operatorIds, pool }
  const { hostname, port } = new URL(ready.url)
  const report: FuzzReport = {
    seed,
    requests,
    seconds: 0,
    perSecond: 0,
    statuses: {},
    accepted: {},
    cpuMsPerRequest: 0,
    clientCpuMsPerRequest: 0,
    slowest: { ms: 0, curl: '' },
    longestTurnCpuMs: 0,
    costliest: { cpuMs: 0, curl: '' },
    suspects: 0,
    unserved: 0,
    heapMb: [],
    rssMb: [],
    failures: [],
  }
  const suspects = new Set<FuzzRequest>()
  // A 503 on a loaded machine is no fault of the request, so it is repeated alone.
  const unserved = new Set<FuzzRequest>()
  const inFlight = new Set<FuzzRequest>()
  // Requests answered during a long turn are suspects too.
  const recent: FuzzRequest[] = []
  child.on('message', (message: Turn | Measured) => {
    if (!('turnMs' in message)) return
    report.longestTurnCpuMs = Math.max(report.longestTurnCpuMs, message.turnMs)
    for (const request of [...recent, ...inFlight])
      if (suspects.size < MOST_SUSPECTS) suspects.add(request)
  })

  const connections = Array.from({ length: CONNECTIONS }, () =>
    openConnection(hostname, Number(port)),
  )
  const fail = (request: FuzzRequest, reason: string, answer: string) => {
    if (report.failures.length >= MOST_FAILURES) return
    report.failures.push({ reason, curl: curlOf(ready.url, request), answer: answer.slice(0, 600) })
    onProgress(
      `${reason}\n  ${curlOf(ready.url, request).slice(0, 3000)}\n  ${answer.slice(0, 600)}`,
    )
  }

  async function sendAndJudge(connection: Connection, request: FuzzRequest): Promise<void> {
    const sentAt = performance.now()
    inFlight.add(request)
    try {
      const answer = await connection.send(request)
      const { status, body } = answer
      report.statuses[status] = (report.statuses[status] ?? 0) + 1
      if (status < 300)
        report.accepted[request.operation] = (report.accepted[request.operation] ?? 0) + 1
      const text = body.toString()
      const reason =
        status === 503 && !unserved.has(request) && unserved.size < MOST_SUSPECTS
          ? void unserved.add(request)
          : faultOf(request, answer, text, random.chance(CONFORMED))
      if (reason !== undefined) fail(request, reason, text)
      if (status === 201) pool.note(request.operation, request, text)
    } catch (error) {
      fail(request, error instanceof Error ? error.message : String(error), '')
    }
    inFlight.delete(request)
    recent.push(request)
    if (recent.length > CONNECTIONS) recent.shift()
    const ms = Math.round(performance.now() - sentAt)
    if (ms > report.slowest.ms)
      report.slowest = { ms, curl: curlOf(ready.url, request).slice(0, 3000) }
  }

  // Pages are cached by their first request, so send it before measuring memory.
  const [first] = connections
  if (first === undefined) throw new Error('there are no connections')
  for (const path of ['/openapi.json', '/docs/', '/docs/js/scalar.js', '/docs/errors'])
    await first.send({ operation: 'static', method: 'HEAD', path, headers: [], body: undefined })

  const before = await measure(child, 'look')
  const clientBefore = process.cpuUsage()
  const startedAt = performance.now()
  let sent = 0
  let quarter = 1
  // Each quarter ends when all its requests are answered, so that the memory measured is what remains.
  for (; quarter <= 4; quarter++) {
    const until = Math.floor((requests * quarter) / 4)
    await Promise.all(
      connections.map(async (connection) => {
        while (sent < until && report.failures.length < MOST_FAILURES) {
          sent += 1
          if (sent % 20_000 === 0)
            onProgress(`${sent} requests, ${rateOf(sent, startedAt)} a second`)
          await sendAndJudge(connection, requestOf(random, world))
        }
      }),
    )
    const { heapMb, rssMb } = await measure(child, 'settle')
    report.heapMb.push(heapMb)
    report.rssMb.push(rssMb)
  }
  report.requests = sent
  report.seconds = Math.round((performance.now() - startedAt) / 1000)
  report.perSecond = rateOf(sent, startedAt)
  const { cpuMs } = await measure(child, 'look')
  report.cpuMsPerRequest = Math.round((1000 * (cpuMs - before.cpuMs)) / Math.max(1, sent)) / 1000

  const client = process.cpuUsage(clientBefore)
  report.clientCpuMsPerRequest =
    Math.round((client.user + client.system) / Math.max(1, sent)) / 1000

  report.suspects = suspects.size
  for (const request of suspects) {
    let least = Infinity
    for (let tries = 0; tries < 3 && (tries === 0 || least > LIMITS.cpuMs); tries++) {
      const start = await measure(child, 'look')
      await sendAndJudge(first, request)
      const end = await measure(child, 'look')
      least = Math.min(least, end.cpuMs - start.cpuMs)
    }
    const took = Math.round(least)
    if (took > report.costliest.cpuMs)
      report.costliest = { cpuMs: took, curl: curlOf(ready.url, request).slice(0, 3000) }
    if (least > LIMITS.cpuMs) fail(request, `took ${took} ms of CPU time when repeated alone`, '')
  }
  for (const request of unserved) await sendAndJudge(first, request)
  report.unserved = unserved.size
  for (const connection of connections) connection.close()

  const [heapFirst = 0, , , heapLast = 0] = report.heapMb
  if (heapLast - heapFirst > LIMITS.heapGrowthMb)
    report.failures.push({
      reason: `the heap grew from ${heapFirst} to ${heapLast} MB`,
      curl: '',
      answer: '',
    })
  return report
}

const rateOf = (sent: number, startedAt: number): number =>
  Math.round((1000 * sent) / (performance.now() - startedAt))

const lists = new Set([
  ...[...operations, ...operationsIn('operator-openapi.json')]
    .filter(({ id }) => id.startsWith('list'))
    .map(({ id }) => id),
  'makeExport',
  // It returns up to 500 offerings.
  'createOfferings',
])

// Metrics have a row for each operation and status. A GET whose path ends in a plural is a list.
const mayBeLong = ({ method, operation, path }: FuzzRequest): boolean =>
  lists.has(operation) || path === '/metrics' || (method === 'GET' && /\/[a-z_-]+s$/.test(path))

/** The fault of an answer, for any request, or undefined. */
export function faultOf(
  request: FuzzRequest,
  { status, headers, body: bytes }: FuzzAnswer,
  text: string,
  isConformed: boolean,
): string | undefined {
  if (status >= 500) return `answered ${status}`
  if (!(status >= 200)) return 'answered without a status'
  if (bytes.length > LIMITS.answerBytes && !mayBeLong(request))
    return `answered ${bytes.length} bytes`
  if (!headers.has('x-request-id')) return 'answered without X-Request-Id'
  const type = headers.get('content-type') ?? ''
  const isProblem = type.startsWith('application/problem+json')
  if (status >= 400 && request.method !== 'HEAD' && !isProblem)
    return `answered ${status} as ${type}`
  if (headers.has('content-encoding')) return undefined
  if (!isConformed || !/json/.test(type) || request.method === 'HEAD' || text === '')
    return undefined
  try {
    // The description has JSON Lines as text, which may be a single line.
    const isLines = type.startsWith('application/jsonl')
    const parsed: unknown[] = (isLines ? text.trimEnd().split('\n') : [text]).map((line) =>
      JSON.parse(line),
    )
    if (request.operation === 'static') return undefined
    const body = isLines ? text : parsed[0]
    conform({ method: request.method, path: request.path, status, contentType: type, body })
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 500) : String(error)
  }
  return undefined
}

function measure(child: ChildProcess, how: 'look' | 'settle'): Promise<Measured> {
  const answer = nextReply<Measured>(child)
  child.send(how)
  return answer
}

/** The next message other than a turn. */
const nextReply = <T extends Ready | Measured>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the service ended'))
    const onMessage = (message: T | Turn) => {
      if ('turnMs' in message) return
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(message)
    }
    child.on('message', onMessage)
    child.once('exit', onExit)
  })
