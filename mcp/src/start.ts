// Starts the MCP server of a customer, over stdio or streamable HTTP.
import { createHash } from 'node:crypto'
import { Corridor } from '@corridor/sdk'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { monotonicMs } from './clock.ts'
import { openDayBudget } from './day-budget.ts'
import { grantOf } from './grant.ts'
import { serveHttp, type HttpOptions, type HttpServer } from './http.ts'
import { openServer, type Log } from './server.ts'
import type { World } from './tool.ts'

export type WorldOptions = {
  baseUrl: string
  apiKey: string
  /** Null: all that the key allows, or its only one where a grant needs one. */
  organization: string | null
  allow: string
  limits: readonly string[]
  requirePerson: boolean
  showDetails: boolean
}

const LONGEST_LINE = 256 * 1024

/** Checks the options, and with a permission to order also the organization. */
export async function openWorld(
  options: WorldOptions,
  clock: Pick<World, 'monotonicMs' | 'dayOf'> = { monotonicMs, dayOf: dateOf },
): Promise<World> {
  const { baseUrl, apiKey } = options
  if (options.organization !== null && !/^org_[0-9a-z]{26}$/.test(options.organization))
    throw new Error(
      `the organization must be an id such as org_01jqe8m2x4fv5s0t6w7y8z9abc, but is ${JSON.stringify(options.organization)}`,
    )
  const grant = grantOf(options.allow, options.limits)
  const corridor = new Corridor({ baseUrl, apiKey })
  const orders = grant.allowed.has('orders')
  const organization = orders ? await onlyOrganization(corridor, options) : options.organization
  const budget =
    organization === null || !orders
      ? null
      : openDayBudget({
          corridor,
          organization,
          dailyLimits: grant.dailyLimits,
        })
  return {
    corridor,
    grant,
    organization,
    budget,
    keyFingerprint: createHash('sha256').update(apiKey).digest('hex'),
    masking: { showDetails: options.showDetails },
    requirePerson: options.requirePerson,
    ...clock,
  }
}

/** Timestamps of the service are in UTC. */
const dateOf = (timestamp: string): string => timestamp.slice(0, 10)

/** A daily limit is of one organization. */
async function onlyOrganization(
  corridor: Corridor,
  { organization }: WorldOptions,
): Promise<string> {
  if (organization !== null) return (await corridor.organizations.get(organization)).id
  const { data } = await corridor.organizations.list({ limit: 2 }).page()
  const [only, ...more] = data
  if (only === undefined || more.length > 0)
    throw new Error('--allow orders is for one organization: add --organization org_…')
  return only.id
}

/** Until the client closes the input. */
export async function serveStdio(world: World, version: string, log: Log): Promise<void> {
  const server = openServer(world, version, log)
  const transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: LONGEST_LINE,
  })
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    process.stdout.once('error', () => resolve())
  })
  await server.connect(transport)
  const closed = new Promise<void>((resolve) => {
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
  await Promise.race([ended, closed])
  await server.close()
}

export { serveHttp, type HttpOptions, type HttpServer }
