// A real service, MCP servers for it over HTTP, and the official client that talks to them.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { testService, type TestService } from '../../../server/test/support/service.ts'
import { openWorld, serveHttp, type HttpOptions, type WorldOptions } from '../../src/start.ts'

export const TOKEN = 'a'.repeat(64)

type Said = { value: Record<string, unknown>; text: string; isError: boolean }
export type Agent = Awaited<ReturnType<typeof connectAgent>>

/** Accepts or declines what the server asks the person. */
type Person = (question: string) => 'accept' | 'decline' | 'cancel'

export async function connectAgent(url: string, { person }: { person?: Person | undefined } = {}) {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: person === undefined ? {} : { elicitation: { form: {} } } },
  )
  if (person !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      const action = person(params.message)
      return action === 'accept' ? { action, content: {} } : { action }
    })
  const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } }
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit })
  await client.connect(transport)
  const { tools } = await client.listTools()

  async function call(name: string, args: object = {}): Promise<Said> {
    const params = { name, arguments: { ...args } }
    const result = CallToolResultSchema.parse(await client.callTool(params))
    const [first] = result.content
    const text = first?.type === 'text' ? first.text : ''
    return { value: JSON.parse(text), text, isError: result.isError === true }
  }
  return {
    client,
    tools,
    call,
    /** The answer of a call that must succeed. */
    async data<T>(name: string, args: object = {}): Promise<T> {
      const said = await call(name, args)
      if (said.isError) throw new Error(`${name} was refused: ${said.text}`)
      const data = said.value['data'] as T
      return data
    },
    /** The message of a call that must be refused. */
    async refusal(name: string, args: object = {}): Promise<string> {
      const said = await call(name, args)
      if (!said.isError) throw new Error(`${name} was not refused: ${said.text.slice(0, 200)}`)
      return said.text
    },
    close: () => client.close(),
  }
}

export type Agents = Awaited<ReturnType<typeof openAgents>>

export async function openAgents(options: Parameters<typeof testService>[0] = {}) {
  const service: TestService = await testService(options)
  const closing: (() => Promise<void>)[] = []
  const logged: string[] = []

  const worldOf = (given: Partial<WorldOptions> = {}, clock?: Parameters<typeof openWorld>[1]) =>
    openWorld(
      {
        baseUrl: service.url,
        apiKey: service.sandbox.api_key,
        organization: null,
        allow: '',
        limits: [],
        requirePerson: false,
        showDetails: false,
        ...given,
      },
      clock,
    )

  /** A server of its own, such as another process would be. */
  async function serve(
    given: Partial<WorldOptions> = {},
    clock?: Parameters<typeof openWorld>[1],
    http: Partial<HttpOptions> = {},
  ) {
    const world = await worldOf(given, clock)
    const server = await serveHttp(world, '1', (message) => void logged.push(message), {
      port: 0,
      token: TOKEN,
      publicHosts: [],
      ...http,
    })
    closing.push(server.close)
    return server
  }

  return {
    service,
    /** Log of all servers. */
    logged,
    serve,
    world: worldOf,
    /** A client of a server of its own. */
    async agent(
      given: Partial<WorldOptions> & { person?: Person } = {},
      clock?: Parameters<typeof openWorld>[1],
    ): Promise<Agent> {
      const { person, ...options } = given
      const agent = await connectAgent((await serve(options, clock)).url, { person })
      closing.unshift(agent.close)
      return agent
    },
    async close(): Promise<void> {
      for (const close of closing) await close()
      await service.close()
      const faults = logged.filter((line) => line.includes('in another form than described'))
      if (faults.length > 0) throw new Error(faults.join('\n'))
    },
  }
}
