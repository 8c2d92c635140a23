// A tool for each operation that only reads, made from openapi.json.
import {
  inputSchema,
  isPaged,
  outputSchema,
  routeOf,
  toolName,
  withoutHttp,
  type Properties,
} from './description.ts'
import { reads, type ArgumentsOf, type Read, type ReadId } from './reads.ts'
import { CALL_TIMEOUT_MS, defineTool, type ServedTool, type World } from './tool.ts'

/** Rows of a page, so that an answer stays small. */
const PAGE = 10
const LARGEST_PAGE = 20

/** They show other organizations too, so a server for one organization does not have them. */
const OF_ENTERPRISE: ReadonlySet<ReadId> = new Set<ReadId>([
  'listOrganizations',
  'listApiKeys',
  'getApiKey',
  'listApiRequests',
  'listEnterpriseWebhookEndpoints',
  'getEnterpriseWebhookEndpoint',
  'listEnterpriseWebhookDeliveries',
])

export function readTools(world: World): ServedTool[] {
  const ids = Object.keys(reads)
    .filter((id): id is ReadId => id in reads)
    .filter((id) => world.organization === null || !OF_ENTERPRISE.has(id))
  return ids.map((id) => readTool(world, id))
}

function readTool<Id extends ReadId>(world: World, id: Id): ServedTool {
  const read: Read<Id> = reads[id]
  const route = routeOf(id)
  const paged = isPaged(route)
  const description = route.description ?? route.summary
  return defineTool<ArgumentsOf<Id>>(world, {
    name: toolName(id),
    title: route.summary,
    description: paged
      ? `${withoutHttp(description)} In pages of ${PAGE} by default.`
      : withoutHttp(description),
    input: inputSchema(route, paged ? withSmallPages : (given) => given),
    output: outputSchema(route),
    // A repetition matters only for tools that change something.
    annotations: { readOnlyHint: true, destructiveHint: false },
    run: (args, { signal }) =>
      read(world.corridor, paged ? { limit: PAGE, ...args } : args, {
        signal,
        timeout: CALL_TIMEOUT_MS,
      }),
  })
}

const withSmallPages = (given: Properties): Properties => ({
  ...given,
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: LARGEST_PAGE,
    description: 'Rows of a page.',
  },
  cursor: { type: 'string', maxLength: 512, description: '`cursor` of the previous page.' },
})
