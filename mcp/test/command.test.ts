// `corridor mcp` as clients start it: a process that speaks over its standard input and output, or over HTTP.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPILED, root, run, startProgram, stopAll } from '../../server/test/support/command.ts'
import type { Order, Quote } from '../../sdk/src/schemas.ts'
import { testService, type TestService } from '../../server/test/support/service.ts'
import { connectAgent, TOKEN } from './support/agents.ts'

let service: TestService
let dataDir: string
let env: Record<string, string>

beforeAll(async () => {
  service = await testService()
  dataDir = mkdtempSync(join(tmpdir(), 'corridor-data-'))
  writeFileSync(join(dataDir, 'sandbox.json'), JSON.stringify(service.sandbox))
  env = {
    CORRIDOR_URL: service.url,
    CORRIDOR_API_KEY: service.sandbox.api_key,
    CORRIDOR_MCP_TOKEN: TOKEN,
    ...COMPILED,
  }
})
afterAll(async () => {
  await stopAll()
  await service.close()
  rmSync(dataDir, { recursive: true })
})

type Snippet = {
  mcpServers: { corridor: { command: string; args: string[]; env: Record<string, string> } }
}

/** The configuration that docs/mcp.md begins with, for this clone and the sandbox of the test. */
function firstSnippet(): Snippet {
  const page = readFileSync(join(root, 'docs/mcp.md'), 'utf8')
  const [, json = ''] = /```json\n([^`]+)```/.exec(page) ?? []
  const snippet: Snippet = JSON.parse(
    json.replace('/path/to/corridor/.corridor', dataDir).replaceAll('/path/to/corridor', root),
  )
  return snippet
}

const command = join(root, 'node_modules/.bin/corridor')

/** The official client of a server that it starts as documented. */
async function overStdio(args: string[]): Promise<Client> {
  const { corridor: documented } = firstSnippet().mcpServers
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: documented.command,
      args: [...documented.args, ...args],
      env: {
        PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
        ...COMPILED,
        ...documented.env,
      },
      stderr: 'pipe',
    }),
  )
  return client
}

test('a client configured as documented comes to a completed order over stdio', async () => {
  const client = await overStdio([
    '--organization',
    service.sandbox.organization_id,
    '--allow',
    'quotes,orders,sandbox',
    '--limit',
    '100.00 USDC/day',
  ])
  const call = async (name: string, args: Record<string, unknown>) => {
    const { structuredContent } = await client.callTool({ name, arguments: args })
    if (typeof structuredContent !== 'object') throw new Error(`${name} was refused`)
    return structuredContent as Record<string, unknown>
  }
  const { data: quote } = await call('create_quote', {
    offering_id: (await service.offering()).id,
    payin_amount: '100.00',
  })
  const { id: quote_id } = quote as Quote
  const { confirmation_token } = await call('prepare_order', { quote_id })
  const { data: order } = await call('confirm_order', { quote_id, confirmation_token })
  const { id: order_id } = order as Order
  await call('simulate_demo_funding', { order_id })
  await service.until(order_id, 'STEP_4_COMPLETED')
  await client.close()
})

// A client sends the list to its model in every session.
test('the list of tools is under 40 kB, whatever is granted', async () => {
  const organization = ['--organization', service.sandbox.organization_id]
  for (const args of [
    ['--allow', 'quotes,sandbox'],
    [...organization, '--allow', 'quotes,orders,sandbox', '--limit', '1.00 USDC/day'],
  ]) {
    const client = await overStdio(args)
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(30)
    expect(JSON.stringify({ tools }).length, args.join(' ')).toBeLessThan(40_000)
    await client.close()
  }
})

test('the command serves over HTTP and says where', async () => {
  const server = await startProgram(
    'sh',
    ['-c', `exec "$0" "$@" 2>&1`, command, 'mcp', '--http', '--port', '0'],
    env,
    /listening at http/,
  )
  const url = /listening at (\S+)/.exec(server.stdout())?.[1] ?? ''
  const agent = await connectAgent(url)
  expect(agent.client.getServerVersion()?.name).toBe('corridor')
  await agent.data('list_organizations')
  await agent.close()
  expect((await server.stop()).status).toBe(0)
})

test('an organization that is no id is refused at the start', async () => {
  const { status, stderr } = await run(['mcp', '--organization', 'org_x'], env)
  expect(stderr).toContain('must be an id such as org_01jqe8m2x4fv5s0t6w7y8z9abc, but is "org_x"')
  expect(status).toBe(1)
})

test('a profile is used only by its name, with its organization', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-config-'))
  const { base_url: url, api_key, organization_id } = service.sandbox
  const profiles = { shop: { url, api_key, organization_id } }
  const path = join(folder, 'profiles.json')
  writeFileSync(path, JSON.stringify({ current: 'shop', acts_as: 'customer', profiles }), {
    mode: 0o600,
  })
  const nothing = { CORRIDOR_CONFIG_DIR: folder, CORRIDOR_DATA_DIR: folder, ...COMPILED }
  expect((await run(['mcp'], nothing)).stderr).toContain('add --profile NAME')
  const server = await startProgram(
    'sh',
    ['-c', 'exec "$0" "$@" 2>&1', command, 'mcp', '--profile', 'shop', '--http', '--port', '0'],
    { ...nothing, CORRIDOR_MCP_TOKEN: TOKEN },
    /listening at http/,
  )
  const agent = await connectAgent(/listening at (\S+)/.exec(server.stdout())?.[1] ?? '')
  expect(await agent.data('get_organization')).toMatchObject({ id: organization_id })
  await agent.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

test.each([
  [[], { CORRIDOR_API_KEY: '' }, 'there is no API key'],
  [['--http'], { CORRIDOR_MCP_TOKEN: '' }, 'CORRIDOR_MCP_TOKEN must have'],
  [['--allow', 'orders'], {}, 'needs a limit'],
])('mcp %j with %j is refused with what to do', async (args, more, message) => {
  const { status, stderr, stdout } = await run(['mcp', ...args], { ...env, ...more })
  expect(stderr).toContain(message)
  expect(status).toBe(1)
  expect(stdout).toBe('')
})
