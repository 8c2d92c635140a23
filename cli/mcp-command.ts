// Defines `corridor mcp`. commands/mcp.ts starts it.
import { InvalidArgumentError, type Command } from 'commander'

const listOf = (text: string, given: string[]): string[] => [...given, text]

export function addMcpCommand(program: Command, version: string): void {
  program
    .command('mcp')
    .description('serve the API to AI agents by MCP, read-only by default; see docs/mcp.md')
    .option('--profile <name>', 'of `corridor login` (default: CORRIDOR_API_KEY, else the sandbox)')
    .option('--organization <id>', 'only this organization (org_…; default: of the profile)')
    .option('--allow <list>', 'what it may do besides reading: quotes, orders, sandbox', '')
    .option(
      '--limit <text>',
      "with --allow orders: the most of a day, such as '1000.00 USDC/day'; once for each currency",
      listOf,
      [],
    )
    .option('--require-person', 'refuse orders at clients that cannot ask their person', false)
    .option('--show-details', 'do not mask account numbers of instruments', false)
    .option('--http', 'serve over HTTP instead of stdio; needs CORRIDOR_MCP_TOKEN', false)
    .option('--port <port>', 'with --http: the port on 127.0.0.1', portIn, 4100)
    .option(
      '--public-host <name>',
      'with --http: the Host of a proxy in front; may be given several times',
      listOf,
      [],
    )
    .action(async (options) => (await import('./commands/mcp.ts')).mcp(options, version))
}

function portIn(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
  if (port <= 65_535) return port
  throw new InvalidArgumentError('It must be a port from 0 to 65535.')
}
