// A connector whose answers are large and never end fills no memory, and delays no other connector. The calls are made by a
// process of their own, whose memory is measured.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createPrivateKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { openByteAccount } from '../../src/outside/connectors/answer-bytes.ts'
import { newSigningKey, publicKeyText } from '../../src/outside/connectors/keys.ts'
import { forFile } from '../support/for-file.ts'
import { COMPILED, root, startProgram } from '../support/command.ts'
import { startConnector } from '../support/connector.ts'

const CALLS = 700
const MB = 1024 * 1024
const serves = [{ method: 'MXN_CLABE', currencies: ['MXN'] }]
const honest = await forFile(startConnector())

/** Runs the calls against a connector that answers so, and tells what became of them. */
async function asked(answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume()
    response.on('error', () => undefined)
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pem = newSigningKey()
  const key = {
    signing_key_id: 'corridor-1',
    public_keys: { 'connector-1': publicKeyText(createPrivateKey(pem)) },
  }
  const common = { signing_key: 'env:KEY', serves, timeout_seconds: 4 }
  const hanging = { ...common, ...key, url: `http://127.0.0.1:${port}`, secret: pem }
  const other = {
    ...honest.settings,
    serves,
    secret: honest.secret(String(honest.settings['signing_key'])),
  }
  const program = await startProgram(
    process.execPath,
    [
      join(root, 'server/test/support/hanging-calls.ts'),
      JSON.stringify(hanging),
      JSON.stringify(other),
      String(CALLS),
    ],
    COMPILED,
    /\n/,
  )
  await program.stop()
  server.closeAllConnections()
  server.close()
  const told: { failed: Record<string, number>; others: object; grownMb: number } = JSON.parse(
    program.stdout(),
  )
  return told
}

test.each<[string, (response: ServerResponse) => void]>([
  [
    'a megabyte and then nothing',
    (response) => void response.writeHead(200).write(Buffer.alloc(MB - 1, ' ')),
  ],
  [
    'as many bytes about a key as may be, and then nothing',
    (response) => void response.writeHead(200).write(Buffer.alloc(64 * 1024, ' ')),
  ],
  [
    'single bytes',
    (response) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' }).flushHeaders()
      // Each byte is a chunk of its own.
      response.socket?.write('1\r\n \r\n'.repeat(20_000))
    },
  ],
])(
  `${CALLS} calls of a connector that sends %s hold little memory, and another one goes on`,
  async (_name, answer) => {
    const { failed, others, grownMb } = await asked(answer)
    expect(Object.values(failed).reduce((sum, count) => sum + count, 0)).toBe(CALLS)
    expect(grownMb).toBeLessThan(250)
    expect(others).toMatchObject({ failed: 0 })
  },
  120_000,
)

test('connectors that hold all there is to share leave each other one its megabyte', () => {
  const greedy = Array.from({ length: 8 }, openByteAccount)
  for (const account of greedy) while (account.take(MB));
  const other = openByteAccount()
  expect(other.take(MB)).toBe(true)
  expect(other.take(1)).toBe(false)
  for (const account of greedy) account.give(MB)
  expect(other.take(MB)).toBe(true)
})
