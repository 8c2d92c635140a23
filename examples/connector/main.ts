// A connector to learn from and to test with: an exchange for USDC/MXN and USDC/COP, a Mexican bank and a screener. It needs
// only Node. docs/connectors.md takes you through it.
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { resume } from './bank.ts'
import { openBook, type Book, type Fact } from './book.ts'
import { controlServer, protocolServer } from './http.ts'
import { openMemory } from './memory.ts'
import { nudge } from './nudge.ts'
import { privateKeyOf, publicKeyOf } from './signatures.ts'

const { values } = parseArgs({
  options: {
    memory: { type: 'string' },
    port: { type: 'string', default: '8801' },
    'control-port': { type: 'string', default: '8802' },
    key: { type: 'string' },
    'key-id': { type: 'string', default: 'connector-1' },
    'corridor-key': { type: 'string', multiple: true, default: [] },
    authority: { type: 'string' },
    environment: { type: 'string', default: 'sandbox' },
    'nudge-url': { type: 'string' },
    'nudge-secret': { type: 'string' },
  },
})

const settings = {
  tag: `corridor-${values.environment}`,
  signingKey: {
    id: values['key-id'],
    privateKey: privateKeyOf(readFileSync(given('key'), 'utf8')),
  },
  corridorKeys: new Map(
    values['corridor-key'].map((text) => {
      const [id = '', key = ''] = text.split(/=(.*)/s)
      return [id, publicKeyOf(key)] as const
    }),
  ),
  authority: values.authority,
}

// Take the ports first: two processes must never write one memory.
let book: Book | undefined
const protocol = await listening(
  protocolServer(() => book, settings),
  values.port,
)
const outside = await listening(
  controlServer(() => book, tellCorridor),
  values['control-port'],
)
const memory = openMemory<Fact>(given('memory'))
book = openBook(memory)
resume(book)
process.stdout.write(
  `connector at http://127.0.0.1:${protocol}, control at http://127.0.0.1:${outside}\n`,
)
process.once('SIGTERM', () => process.exit(0))

function tellCorridor(body: object): void {
  const [url, file] = [values['nudge-url'], values['nudge-secret']]
  if (url === undefined || file === undefined) return
  const keys = 'key' in body && typeof body.key === 'string' ? [body.key] : []
  nudge(url, readFileSync(file, 'utf8').trim(), keys).catch(() => undefined)
}

async function listening(server: Server, port: string): Promise<number> {
  server.listen(Number(port), '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return address.port
}

function given(option: 'memory' | 'key'): string {
  const value = values[option]
  if (value !== undefined) return value
  process.stderr.write(`--${option} FILE is missing\n`)
  process.exit(2)
}
