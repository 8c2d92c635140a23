// `corridor mcp`: serves the API of a customer to agents. Messages go to the standard error: the standard output belongs
// to the protocol.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWorld, serveHttp, serveStdio } from '@corridor/mcp'
import { readClientSettings } from '@corridor/server/config.ts'
import type { SandboxFile } from '@corridor/server/sandbox/prepare.ts'
import { serviceUrl } from '../service-url.ts'

export type McpOptions = {
  url?: string
  organization?: string
  allow: string
  limit: string[]
  requirePerson: boolean
  showDetails: boolean
  http: boolean
  port: number
  publicHost: string[]
}

const log = (message: string): void => void process.stderr.write(`corridor mcp: ${message}\n`)

export async function mcp(options: McpOptions, version: string): Promise<void> {
  const world = await openWorld({
    ...customer(options.url),
    organization: options.organization ?? null,
    allow: options.allow,
    limits: options.limit,
    requirePerson: options.requirePerson,
    showDetails: options.showDetails,
  })
  if (!options.http) return serveStdio(world, version, log)
  const { port, publicHost: publicHosts } = options
  const token = readClientSettings().mcpToken
  const server = await serveHttp(world, version, log, { port, token, publicHosts })
  log(`listening at ${server.url}`)
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  await server.close()
}

/** The address and key to use: from the environment, else of the sandbox on this machine. */
function customer(url: string | undefined): { baseUrl: string; apiKey: string } {
  const settings = readClientSettings()
  const given = url ?? settings.url
  if (settings.apiKey !== '')
    return { baseUrl: serviceUrl(given === '' ? null : given), apiKey: settings.apiKey }
  const path = join(settings.dataDir, 'sandbox.json')
  if (given !== '' || !existsSync(path))
    throw new Error(
      `there is no API key: set CORRIDOR_API_KEY and CORRIDOR_URL, or start a sandbox with \`npm start\` (there is no ${path})`,
    )
  const sandbox: SandboxFile = JSON.parse(readFileSync(path, 'utf8'))
  return { baseUrl: sandbox.base_url, apiKey: sandbox.api_key }
}
