// The two HTTP servers: the protocol for Corridor, with signatures, and the control port for this machine.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Refusal, type Answer } from './answers.ts'
import type { Book, Json } from './book.ts'
import { answerTo } from './connector.ts'
import { control } from './control.ts'
import {
  reasonToRefuse,
  signatureHeaders,
  type PublicKeys,
  type Received,
  type SigningKey,
} from './signatures.ts'

const MOST_BYTES = 64 * 1024

export type Settings = {
  /** corridor-sandbox or corridor-live */
  tag: string
  signingKey: SigningKey
  corridorKeys: PublicKeys
  /** The host and port in the URL that Corridor calls. Undefined: believe the Host header. */
  authority: string | undefined
}

export function protocolServer(book: () => Book | undefined, settings: Settings): Server {
  return createServer({ requestTimeout: 20_000 }, async (request, response) => {
    const received = await receive(request, settings.authority).catch(() => undefined)
    if (received === undefined) return void response.writeHead(413).end()
    const opened = book()
    if (opened === undefined) return void response.writeHead(503).end()
    const { status, body } = answerSigned(opened, settings, received)
    const text = JSON.stringify(body)
    const isSigned = received.headers['signature'] !== undefined
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(isSigned
        ? signatureHeaders(received, status, text, settings.signingKey, settings.tag, Date.now())
        : {}),
    })
    response.end(text)
  })
}

function answerSigned(book: Book, settings: Settings, received: Received): Answer {
  const refused = reasonToRefuse(received, settings.corridorKeys, settings.tag, Date.now())
  if (refused !== undefined) {
    process.stderr.write(`refused ${received.method}: ${refused}\n`)
    return { status: 401, body: { type: refused } }
  }
  const [path = '', query = ''] = received.target.split(/\?(.*)/s)
  return answered(() =>
    answerTo(
      book,
      {
        method: received.method,
        path,
        query: new URLSearchParams(query),
        body: parsed(received.body),
      },
      Date.now(),
    ),
  )
}

/** `changed` runs after each change, for instance to tell Corridor. */
export function controlServer(book: () => Book | undefined, changed: (body: Json) => void): Server {
  return createServer(async (request, response) => {
    const received = await receive(request, undefined).catch(() => undefined)
    if (received === undefined) return void response.writeHead(413).end()
    const opened = book()
    if (opened === undefined) return void response.writeHead(503).end()
    const { status, body } = answered(() =>
      control(opened, `${received.method} ${received.target}`, parsed(received.body)),
    )
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(`${JSON.stringify(body)}\n`)
    if (status === 200 && received.method === 'POST') changed(body)
  })
}

// An error that is no Refusal is a defect. It is answered with 500, which Corridor never takes for a refusal.
function answered(handle: () => Answer): Answer {
  try {
    return handle()
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    process.stderr.write(`${String(error)}\n`)
    return { status: 500, body: { type: 'internal_error' } }
  }
}

function parsed(body: Buffer): Json {
  if (body.length === 0) return {}
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refusal(400, 'invalid_json')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, 'invalid_request')
  return { ...value }
}

async function receive(request: IncomingMessage, authority: string | undefined): Promise<Received> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    parts.push(part)
    bytes += part.length
    if (bytes > MOST_BYTES) throw new Error('the body is too large')
  }
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    authority: authority ?? (request.headers.host ?? '').toLowerCase(),
    headers: request.headers,
    body: Buffer.concat(parts),
  }
}
