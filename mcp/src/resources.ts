// Resources: pages of the documentation, openapi.json as a whole and by operation, and orders and events of an
// organization. Their addresses begin with corridor:.
import type { Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import { fileOf, routeOf, routes } from './description.ts'
import { CALL_TIMEOUT_MS, FROM_OTHERS, Refused, type World } from './tool.ts'
import { boundedJson, cleaned } from './untrusted.ts'

/** Pages for customers. Pages for operators are left out. */
const PAGES = {
  'mcp.md': 'This server: what it may do and its limits',
  'quickstart.md': 'A first order, step by step',
  'concepts.md': 'Organizations, instruments, routes, offerings, quotes and orders',
  'order-lifecycle.md': 'Statuses of orders and what each means',
  'money.md': 'Amounts, rounding, fees and taxes',
  'idempotency.md': 'Idempotency keys and retries',
  'events.md': 'Types of events',
  'webhooks.md': 'Delivery and signatures of webhooks',
  'api-keys.md': 'API keys',
  'errors.md': 'Every error code',
  'sandbox.md': 'Scenarios and the clock of the sandbox',
  'information-requests.md': 'Information that operators ask for',
  'generated-clients.md': 'Clients generated from openapi.json',
} as const

const DESCRIPTION = 'corridor://openapi.json'
const JSON_TYPE = 'application/json'
const NEWEST_EVENTS = 20

export const resources: readonly Resource[] = [
  ...Object.entries(PAGES).map(([page, about]) => ({
    uri: `corridor://docs/${page}`,
    name: page,
    description: about,
    mimeType: 'text/markdown',
  })),
  {
    uri: DESCRIPTION,
    name: 'openapi.json',
    description: 'The whole OpenAPI document. It is long: read single operations instead.',
    mimeType: JSON_TYPE,
  },
]

export const templates: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'corridor://openapi/{operation_id}',
    name: 'operation',
    description: 'One operation of the OpenAPI document, such as createOrder.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'corridor://organizations/{organization_id}/orders/{order_id}',
    name: 'order',
    description: `An order as it is now. Can be subscribed to. ${FROM_OTHERS}`,
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'corridor://organizations/{organization_id}/events',
    name: 'events',
    description: `The ${NEWEST_EVENTS} newest events, newest first. The tool list_events reads all. Can be subscribed to: every new event of the organization is announced. ${FROM_OTHERS}`,
    mimeType: JSON_TYPE,
  },
]

export type Followed = { organization: string; order: string | null }

/** The resource at an address, if it belongs to an organization. */
export function followedIn(uri: string, { organization: only }: World): Followed | null {
  const match =
    /^corridor:\/\/organizations\/(org_[0-9a-z]{26})\/(?:events|orders\/(ord_[0-9a-z]{26}))$/.exec(
      uri,
    )
  const [, organization, order = null] = match ?? []
  if (organization === undefined) return null
  if (only !== null && only !== organization) throw new Refused(`this server is for ${only} only`)
  return { organization, order }
}

/** Null if there is no such resource. */
export async function readResource(
  world: World,
  uri: string,
  signal: AbortSignal,
): Promise<{ uri: string; mimeType: string; text: string } | null> {
  // Models and people leave out the ending.
  const page = Object.keys(PAGES).find((name) =>
    [uri, `${uri}.md`].includes(`corridor://docs/${name}`),
  )
  if (page !== undefined) return { uri, mimeType: 'text/markdown', text: fileOf(`docs/${page}`) }
  if (uri === DESCRIPTION) return { uri, mimeType: JSON_TYPE, text: fileOf('openapi.json') }
  const operation = /^corridor:\/\/openapi\/(\w+)$/.exec(uri)?.[1]
  if (operation !== undefined && routes.has(operation))
    return { uri, mimeType: JSON_TYPE, text: JSON.stringify(routeOf(operation)) }
  const followed = followedIn(uri, world)
  if (followed === null) return null
  const clean = cleaned(await read(world, followed, signal), world.masking)
  const text = typeof clean === 'object' && clean !== null ? boundedJson(clean) : null
  if (text === null) throw new Refused('the resource is too long: use list_events with a limit')
  return { uri, mimeType: JSON_TYPE, text }
}

async function read(
  { corridor }: World,
  { organization, order }: Followed,
  signal: AbortSignal,
): Promise<object> {
  const options = { signal, timeout: CALL_TIMEOUT_MS }
  if (order !== null) return { data: await corridor.orders.get(organization, order, options) }
  const query = { sort: 'newest_first', limit: NEWEST_EVENTS } as const
  return { data: (await corridor.events.list(organization, query, options).page()).data }
}
