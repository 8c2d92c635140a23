// The fuzzed process: the real service on its own database. It measures itself on request. Webhooks go to this machine
// only, whatever their URL; no socket is opened for them.
import { instantAt } from '../../src/platform/clock.ts'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { createOperatorKey } from '../../src/parties/operators/manage-keys.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { roles } from '../../src/parties/operators/roles.ts'
import { createKey } from '../../src/customers/api-keys/create-key.ts'
import { readConfig } from '../../src/platform/config.ts'
import { NO_ID, uuidOf } from '../../src/platform/ids.ts'
import { selectEnterprises, selectOrganizations } from '../../src/parties/organizations/queries.ts'
import { publicId } from '../../src/platform/ids.ts'
import { prepareSandbox } from '../../src/service/sandbox/prepare.ts'
import { startService } from '../../src/service/serve.ts'
import { createTargets } from '../../src/platform/outgoing/target.ts'
import pino from 'pino'
import { dialerTo } from '../support/dialer.ts'
import { START } from './requests.ts'

export type Ready = {
  url: string
  operatorKeys: readonly string[]
  operatorIds: Readonly<Record<string, string>>
  organizationId: string
  keys: { full: string; reading: string; bound: string }
}
export type Measured = {
  /** CPU time of the process since its start. */
  cpuMs: number
  heapMb: number
  rssMb: number
}
/** CPU time of the main thread between two timer turns: at least that of the longest request among them. */
export type Turn = { turnMs: number }

const SLOW_TURN_MS = 120
const TURN_MS = 5

const config = readConfig(process.env)
const startedAt = performance.now()
const now = () => instantAt(START + Math.round(performance.now() - startedAt))
const log = pino({ level: 'error' }, pino.destination({ fd: 2, sync: true }))
const prepared = Promise.withResolvers<Awaited<ReturnType<typeof prepareSandbox>>>()
const service = await startService(
  config,
  { http: true, worker: true },
  {
    clock: { now, realNow: () => instantAt(Date.now()) },
    log,
    replace: () => ({
      targets: createTargets(config, {
        resolve: async () => ['127.0.0.1'],
        dial: dialerTo(null).dial,
      }),
    }),
    onDatabase: async (deps) => prepared.resolve(await prepareSandbox(deps)),
  },
)
const sandbox = await (await prepared.promise).publish(service.url)

async function keyOf(scopes: ('read' | 'write')[], organization?: string): Promise<string> {
  const [enterprise] = await selectEnterprises(service.deps.db)
  if (enterprise === undefined) throw new Error('the first world has no enterprise')
  const { key } = await createKey(service.deps.db, 'sandbox', {
    enterpriseId: enterprise.id,
    organizationId: organization === undefined ? null : (uuidOf('org', organization) ?? null),
    label: 'fuzz',
    scopes,
    allowedAddresses: [],
    at: now(),
    expiresAt: null,
  })
  return key
}

async function otherOrganization(): Promise<string> {
  const [enterprise] = await selectEnterprises(service.deps.db)
  const all = await selectOrganizations(service.deps.db, enterprise?.id ?? NO_ID, null, null, 10)
  const ids = all.map(({ id }) => publicId('org', id))
  return ids.find((id) => id !== sandbox.organization_id) ?? sandbox.organization_id
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 10.24) / 100

let lastCpu = process.threadCpuUsage()
setInterval(() => {
  const cpu = process.threadCpuUsage()
  const turnMs = (cpu.user - lastCpu.user + cpu.system - lastCpu.system) / 1000
  lastCpu = cpu
  if (turnMs >= SLOW_TURN_MS) process.send?.({ turnMs } satisfies Turn)
}, TURN_MS)

process.on('message', (what) => {
  if (what === 'settle') globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  const { heapUsed, rss } = process.memoryUsage()
  process.send?.({
    cpuMs: (user + system) / 1000,
    heapMb: megabytes(heapUsed),
    rssMb: megabytes(rss),
  } satisfies Measured)
  // A requested garbage collection does not count for any request.
  lastCpu = process.threadCpuUsage()
})
process.once('disconnect', () => process.exit())

// The operator API allows each key 100 requests in a second, and no role has all rights.
const OPERATOR_KEYS = process.env['FUZZ_OPERATORS'] === 'true' ? 60 : 0
async function operatorKeyOf(number: number): Promise<string> {
  const execution = executionBy(service.deps, COMMAND, 'operator_key.created', 'fuzz')
  const role = roles[number % roles.length] ?? 'viewer'
  const input = { label: `fuzz ${number}`, role, enterpriseIds: null, expiresAt: null }
  const { key } = await createOperatorKey(service.deps, execution, input)
  return key
}
const operatorKeys: string[] = []
while (operatorKeys.length < OPERATOR_KEYS)
  operatorKeys.push(await operatorKeyOf(operatorKeys.length))

const [enterprise] = await selectEnterprises(service.deps.db)

process.send?.({
  url: service.url,
  operatorKeys,
  operatorIds: {
    enterprise_id: publicId('ent', enterprise?.id ?? NO_ID),
    provider: 'ALPHA',
    rail: 'sandbox',
    kind: 'parked_order',
    login: 'nobody',
    number: '1',
    account: 'rail:sandbox',
  },
  organizationId: sandbox.organization_id,
  keys: {
    full: sandbox.api_key,
    reading: await keyOf(['read']),
    bound: await keyOf(['read', 'write'], await otherOrganization()),
  },
} satisfies Ready)
