// `corridor connectors`: the commands of docs/connectors.md, from nothing to a passing check, and what the check says of a
// connector that breaks its promises.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPrivateKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicKeyText } from '@corridor/server/outside/connectors/keys.ts'
import {
  signatureHeaders,
  reasonToRefuse,
  publicKeyOf,
  type Received,
} from '../../examples/connector/signatures.ts'
import { root, run, runProgram } from '../../server/test/support/command.ts'
import { startConnector, type ExampleConnector } from '../../server/test/support/connector.ts'
import { expectRefused } from './support/sandbox.ts'

const page = readFileSync(join(root, 'docs/connectors.md'), 'utf8')
let home: string
beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'corridor-connectors-'))))
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

test('the commands of docs/connectors.md lead to a passing check', async () => {
  const [port, controlPort] = [await freePort(), await freePort()]
  const script = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)]
    .map(([, commands]) => commands)
    .join('\n')
    .replaceAll('my-connector', join(home, 'mine'))
    .replaceAll('8801', port)
    .replaceAll('8802', controlPort)
  const { status, stdout, said } = await runProgram('bash', ['-e', '-u', '-c', script])
  expect(status, said).toBe(0)
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(/The last line is `(.*?)`/.exec(page)?.[1])
  expect(stdout).not.toMatch(/^(wrong|skipped)/m)
})

test('the signatures of docs/connectors.md are right', () => {
  const pair = (byte: number) => {
    const head = Buffer.from('302e020100300506032b657004220420', 'hex')
    const key = Buffer.concat([head, Buffer.alloc(32, byte)])
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  }
  const [request, answer] = [...page.matchAll(/^```http\n([^]*?)\n\n([^]*?)\n```$/gm)].map(
    ([, head = '', body = '']) => {
      const [first = '', ...lines] = head.split('\n')
      const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)))
      return { first, headers, body }
    },
  )
  const [, method = '', target = ''] = /^(\S+) (\S+)/.exec(request?.first ?? '') ?? []
  const headers: Record<string, string> = request?.headers ?? {}
  const body = Buffer.from(request?.body ?? '')
  const received = { method, target, authority: headers['host'] ?? '', headers, body }
  const ours = /Its public key is `(.*?)`/.exec(page)?.[1] ?? ''
  expect(publicKeyText(pair(1))).toBe(ours)
  const keys = new Map([['corridor-1', publicKeyOf(ours)]])
  expect(reasonToRefuse(received, keys, 'corridor-sandbox', 1_767_225_600_000)).toBeUndefined()
  const signing = { id: 'connector-1', privateKey: pair(2) }
  expect(answer?.headers).toMatchObject(
    signatureHeaders(
      received,
      200,
      answer?.body ?? '',
      signing,
      'corridor-sandbox',
      1_767_225_601_000,
    ),
  )
})

describe('`connectors new-key`', () => {
  test('writes a private key that only its owner can read, and never overwrites one', async () => {
    const file = join(home, 'new.pem')
    const made = await run(['connectors', 'new-key', file])
    expect(made.stdout.trim()).toBe(publicKeyText(createPrivateKey(readFileSync(file))))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const before = readFileSync(file, 'utf8')
    expectRefused(await run(['connectors', 'new-key', file]), 'exists already')
    expect(readFileSync(file, 'utf8')).toBe(before)
  })
})

describe('`connectors check`', () => {
  let connector: ExampleConnector
  beforeAll(async () => void (connector = await startConnector()))
  afterAll(() => connector.close())

  const check = (url: string, ...more: string[]) => {
    const [[id, key] = []] = Object.entries(connector.settings['public_keys'] ?? {})
    const ours = `file:${join(connector.dir, 'corridor.pem')}`
    const keys = ['--signing-key', ours, '--public-key', `${id}=${key}`]
    return run(['connectors', 'check', url, ...keys, ...more])
  }

  test('prints JSON, skips the restart without a command, and fails what has no money', async () => {
    const { status, stdout } = await check(connector.url, '--json')
    const report = JSON.parse(stdout)
    expect(status).toBe(0)
    expect(report).toMatchObject({ passed: 40, failed: 0, skipped: 5 })
    expect(report.results).toContainEqual({
      about: 'payments',
      step: 'tells the same after a restart',
      outcome: 'skipped',
      detail: 'give --restart COMMAND',
    })
    // Without money of the desk it declines and rejects, which is right too.
    expect(report.results).toContainEqual(
      expect.objectContaining({ about: 'payments', detail: 'status rejected' }),
    )
  })

  test('stops at the first step if nothing answers, or nothing signed', async () => {
    const nobody = await check('http://127.0.0.1:1')
    expect(nobody.stdout).toBe(
      'wrong   signatures: answers a signed request with a signed answer (no answer (ECONNREFUSED))\n0 passed, 1 failed, 0 skipped\n',
    )
    expect(nobody.status).toBe(1)
    const unsigned = await check(connector.controlUrl)
    expect(unsigned.stdout).toContain('is not signed')
    expect(unsigned.status).toBe(1)
  })

  test('says what a signature should have been over', async () => {
    const answer = (write: (received: Received) => [number, Record<string, string>]) =>
      createHttpServer((request, response) => {
        const headers: Record<string, string> = {}
        for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value)
        const { method = '', url: target = '' } = request
        const received = { method, target, authority: '', headers, body: Buffer.alloc(0) }
        const [status, signed] = write(received)
        response.writeHead(status, signed).end('{}')
      })
    const privateKey = createPrivateKey(readFileSync(join(connector.dir, 'connector.pem')))
    const [id = ''] = Object.keys(connector.settings['public_keys'] ?? {})
    const signed = (received: Received): Record<string, string> =>
      signatureHeaders(received, 500, '{}', { id, privateKey }, 'corridor-sandbox', Date.now())
    const said = async (server: Server): Promise<string> => {
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const { stdout } = await check(`http://127.0.0.1:${port}`)
      await new Promise((resolve) => server.close(resolve))
      return stdout
    }

    const wrong = await said(answer((received) => [200, signed(received)]))
    expect(wrong).toContain('the signature of the answer is not right')
    expect(wrong).toMatch(/over this text.*:\n"@status": 200\n"content-digest": sha-256=/)
    expect(wrong).toContain('"@path";req: /capabilities\n')

    const live = await said(
      answer((received) => [
        200,
        signatureHeaders(received, 200, '{}', { id, privateKey }, 'corridor-live', Date.now()),
      ]),
    )
    expect(live).toContain('this connector is live, and the check moves test money')

    const refused = await said(answer(() => [401, {}]))
    expect(refused).toContain('the answer (401) is not signed')
    expect(refused).toMatch(/"@method": GET\n"@authority": 127\.0\.0\.1:\d+\n"@path": \/capab/)

    const unsigned = await said(answer(() => [200, {}]))
    expect(unsigned).toContain('must cover "@status" "content-digest" "@method";req')
  })

  test('shows the balances of both roles, so that the same money is not stated twice', async () => {
    const { stdout } = await check(connector.url)
    expect(stdout).toMatch(/^ok {6}conversions: states its balances \(role=liquidity: /m)
    expect(stdout).toMatch(/^ok {6}payments: states its balances \(role=rail: /m)
  })

  test('refuses a URL, a key or a reference that cannot be right, without a word of the key', async () => {
    expectRefused(await check('http://connector.example'), 'the URL must begin with https://')
    const pem = join(home, 'wrong.pem')
    writeFileSync(pem, 'very secret')
    const url = connector.url
    const withKey = (...args: string[]) => run(['connectors', 'check', url, ...args])
    const wrong = await withKey('--signing-key', `file:${pem}`, '--public-key', 'a=b')
    expectRefused(wrong, 'the signing key is not a private key in PEM form')
    expect(wrong.said).not.toContain('very secret')
    expectRefused(await check(url, '--public-key', 'a=AAAA'), 'public key a must be 32 bytes')
    expectRefused(
      await withKey('--signing-key', 'secret', '--public-key', 'a=b'),
      /env:NAME or file:/,
    )
  })
})
