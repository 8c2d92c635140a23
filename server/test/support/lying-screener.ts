// A screener of kind connector whose answers a test decides, over real HTTP with real signatures.
import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signatureHeaders, type Received } from '../../../examples/connector/signatures.ts'
import { newSigningKey, publicKeyText } from '../../src/outside/connectors/keys.ts'

type Asked = {
  key: string
  subject: string
  accounts: string[]
  names: string[]
}
export type Reply = (asked: Asked, received: Received, response: ServerResponse) => void
export type LyingScreener = Awaited<ReturnType<typeof startLyingScreener>>

type Signing = { nowMs?: number; pem?: string; tag?: string }

export async function startLyingScreener() {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-liar-'))
  const [ours, theirs] = [newSigningKey(), newSigningKey()]
  writeFileSync(join(folder, 'corridor.pem'), ours)
  const asked: Asked[] = []
  let reply: Reply

  /** Answers with a right signature, unless `signing` says otherwise. */
  const signed =
    (bodyOf: (asked: Asked) => unknown, status = 200, signing: Signing = {}): Reply =>
    (question, received, response) => {
      const body = bodyOf(question)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const { nowMs = Date.now(), pem = theirs, tag = 'corridor-sandbox' } = signing
      const key = { id: 'connector-1', privateKey: createPrivateKey(pem) }
      response
        .writeHead(status, signatureHeaders(received, status, text, key, tag, nowMs))
        .end(text)
    }
  const clear = signed(({ key }) => ({ key, status: 'clear' }))
  reply = clear

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    const { method = '', url: target = '', headers } = request
    const received = { method, target, authority: headers.host ?? '', headers, body }
    if (!target.startsWith('/screenings/')) {
      const screens = ['deposit', 'payout', 'refund']
      const stated = { protocol: '1', pairs: [], served: [], screens }
      return signed(() => stated)(NOBODY, received, response)
    }
    const question: Asked = JSON.parse(body.toString())
    asked.push(question)
    reply(question, received, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const publicKey = publicKeyText(createPrivateKey(theirs))
  return {
    asked,
    signed,
    clear,
    /** The answer from now on. */
    answer: (next: Reply) => void (reply = next),
    /** The section `screening` of an operator file. */
    section: (name = 'vendor', timeoutSeconds = 1) => `screening:
  - name: ${name}
    kind: connector
    settings:
      url: http://127.0.0.1:${port}
      signing_key: file:${join(folder, 'corridor.pem')}
      signing_key_id: corridor-1
      public_keys: { connector-1: '${publicKey}' }
      timeout_seconds: ${timeoutSeconds}
`,
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const NOBODY: Asked = { key: '', subject: '', accounts: [], names: [] }
