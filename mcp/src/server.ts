// One MCP server, for one session: its tools, resources and subscriptions.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { CorridorConnectionError, CorridorError } from '@corridor/sdk'
import { inWords } from './grant.ts'
import { orderTools } from './order-tools.ts'
import { readTools } from './read-tools.ts'
import { followedIn, readResource, resources, templates } from './resources.ts'
import { openSubscriptions } from './subscriptions.ts'
import {
  FROM_OTHERS,
  Refused,
  resultOf,
  resultOfError,
  type ServedTool,
  type World,
} from './tool.ts'
import { cleanText } from './untrusted.ts'
import { quoteTools, sandboxTools } from './write-tools.ts'

export type Log = (message: string) => void

/** Calls of one session at a time. */
const MOST_CALLS = 16
const QUESTION_TIMEOUT_MS = 300_000
const NOT_FOUND = -32002

export function openServer(world: World, version: string, log: Log): Server {
  const server = new Server(
    { name: 'corridor', title: 'Corridor', version },
    {
      capabilities: { tools: {}, resources: { subscribe: true } },
      instructions: instructionsOf(world),
    },
  )
  const tools = new Map(toolsOf(world).map((one) => [one.tool.name, one]))
  const subscriptions = openSubscriptions(
    world.corridor,
    (uri) => server.sendResourceUpdated({ uri }),
    (error) => log(`a subscription ended: ${messageOf(error)}`),
  )
  server.onclose = () => subscriptions.endAll()
  server.onerror = (error) => log(cleanText(messageOf(error)))
  const counted = limitedCalls()
  serveResources(server, world, counted, subscriptions)

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].map(({ tool }) => tool),
  }))

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const found = tools.get(params.name)
    if (found === undefined)
      throw new McpError(ErrorCode.InvalidParams, `there is no tool ${cleanText(params.name)}`)
    try {
      const canAsk = server.getClientCapabilities()?.elicitation?.form !== undefined
      const ask = async (message: string): Promise<boolean> => {
        const { action } = await extra.sendRequest(
          {
            method: 'elicitation/create',
            params: { mode: 'form', message, requestedSchema: { type: 'object', properties: {} } },
          },
          ElicitResultSchema,
          { timeout: QUESTION_TIMEOUT_MS, signal: extra.signal },
        )
        return action === 'accept'
      }
      const context = { signal: extra.signal, ask: canAsk ? ask : null }
      const answer = await counted(() => found.run(params.arguments, context))
      // The answer is given all the same: an order of confirm_order exists, whatever its form.
      const fault = found.faultInAnswer(answer)
      if (fault !== null) log(`${params.name} answered in another form than described: ${fault}`)
      return resultOf(answer, world.masking)
    } catch (error) {
      if (!isExpected(error)) log(`${params.name} failed: ${messageOf(error)}`)
      return resultOfError(error, world.masking)
    }
  })

  return server
}

/** At most MOST_CALLS at a time. */
function limitedCalls() {
  let calls = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (calls >= MOST_CALLS)
      throw new Refused(`${MOST_CALLS} calls at a time are the most: wait for one to end`)
    calls += 1
    try {
      return await work()
    } finally {
      calls -= 1
    }
  }
}

function serveResources(
  server: Server,
  world: World,
  counted: ReturnType<typeof limitedCalls>,
  subscriptions: ReturnType<typeof openSubscriptions>,
): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [...resources] }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...templates],
  }))

  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    const found = await asProtocolError(() => counted(() => readResource(world, uri, signal)))
    if (found === null) throw new McpError(NOT_FOUND, `there is no resource ${cleanText(uri)}`)
    return { contents: [found] }
  })

  server.setRequestHandler(SubscribeRequestSchema, async ({ params: { uri } }) => {
    await asProtocolError(async () => {
      const followed = followedIn(uri, world)
      if (followed === null) throw new Refused('only orders and events can be subscribed to')
      await subscriptions.add(uri, followed)
    })
    return {}
  })
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    subscriptions.end(uri)
    return {}
  })
}

function toolsOf(world: World): ServedTool[] {
  const { allowed } = world.grant
  return [
    ...readTools(world),
    ...(allowed.has('quotes') ? quoteTools(world) : []),
    ...(world.budget === null ? [] : orderTools(world, world.budget)),
    ...(allowed.has('sandbox') ? sandboxTools(world) : []),
  ]
}

const instructionsOf = ({ grant, organization }: World): string =>
  [
    `Corridor converts and pays money across currencies. This server may do: ${inWords(grant)}.`,
    organization === null
      ? 'Begin with list_organizations: most tools need an organization_id.'
      : `All tools are for ${organization}; organization_id can be left out.`,
    'Amounts are exact decimal strings: do not round them.',
    ...(grant.allowed.has('orders')
      ? ['An order moves real money outside of a sandbox: show the terms to the person first.']
      : []),
    FROM_OTHERS,
  ].join(' ')

const isExpected = (error: unknown): boolean =>
  error instanceof Refused ||
  error instanceof CorridorError ||
  error instanceof CorridorConnectionError

async function asProtocolError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isExpected(error)) throw error
    throw new McpError(ErrorCode.InvalidParams, cleanText(messageOf(error)))
  }
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
