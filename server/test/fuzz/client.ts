// A small HTTP/1.1 client over a persistent socket. It takes a third of the time of Node's own and sends any bytes.
import { connect, type Socket } from 'node:net'

export type FuzzRequest = {
  operation: string
  method: string
  path: string
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer | undefined
}

export type FuzzAnswer = {
  status: number
  /** Headers by lower-case name. */
  headers: ReadonlyMap<string, string>
  body: Buffer
}

export type Connection = {
  /** Rejects when the connection ends without an answer. */
  send(request: FuzzRequest): Promise<FuzzAnswer>
  close(): void
}

const ANSWER_MS = 60_000

export function openConnection(host: string, port: number): Connection {
  let socket: Socket | undefined
  let received: Buffer[] = []
  let size = 0
  let settle:
    | { request: FuzzRequest; resolve(answer: FuzzAnswer): void; reject(error: Error): void }
    | undefined

  function open(): Socket {
    const opened = connect({ host, port, noDelay: true })
    opened.setTimeout(ANSWER_MS, () =>
      opened.destroy(new Error(`no answer within ${ANSWER_MS} ms`)),
    )
    // A discarded socket must not affect the next request.
    const isPresent = () => socket === opened
    opened.on('data', (bytes: Buffer) => {
      if (!isPresent()) return
      received.push(bytes)
      size += bytes.length
      readAnswer()
    })
    opened.on('error', (error) => isPresent() && fail(error))
    opened.on('close', () => {
      if (!isPresent()) return
      socket = undefined
      fail(new Error('the connection was closed without an answer'))
    })
    return opened
  }

  function fail(error: Error): void {
    const waiting = settle
    settle = undefined
    waiting?.reject(error)
  }

  // Concatenate only when enough bytes have arrived, so that a long answer is not copied with every piece.
  let wanted = 0
  function readAnswer(): void {
    if (settle === undefined || size < wanted) return
    const all =
      received.length === 1 && received[0] !== undefined ? received[0] : Buffer.concat(received)
    received = [all]
    const end = all.indexOf('\r\n\r\n')
    if (end < 0) return
    const [first = '', ...lines] = all.toString('latin1', 0, end).split('\r\n')
    const status = Number.parseInt(first.slice(9, 12), 10)
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    )
    const body = bodyOf(settle.request, status, headers, all.subarray(end + 4))
    if (typeof body === 'number') {
      wanted = end + 4 + body
      return
    }
    const waiting = settle
    settle = undefined
    if (headers.get('connection') === 'close' || body.endless) {
      const ended = socket
      socket = undefined
      ended?.destroy()
    }
    waiting.resolve({ status, headers, body: body.bytes })
  }

  return {
    send(request) {
      received = []
      size = 0
      wanted = 0
      socket ??= open()
      const { promise, resolve, reject } = Promise.withResolvers<FuzzAnswer>()
      settle = { request, resolve, reject }
      socket.write(bytesOf(request, host))
      return promise
    },
    close: () => void socket?.destroy(),
  }
}

/** The body, or the minimum length of an incomplete body. */
function bodyOf(
  { method }: FuzzRequest,
  status: number,
  headers: ReadonlyMap<string, string>,
  rest: Buffer,
): { bytes: Buffer; endless: boolean } | number {
  if (headers.get('content-type')?.startsWith('text/event-stream') === true)
    return { bytes: Buffer.alloc(0), endless: true }
  if (method === 'HEAD' || status === 304 || status === 204)
    return { bytes: Buffer.alloc(0), endless: false }
  if (headers.get('transfer-encoding') !== 'chunked') {
    const length = Number.parseInt(headers.get('content-length') ?? '0', 10)
    return rest.length < length ? length : { bytes: rest.subarray(0, length), endless: false }
  }
  // The last chunk is empty, and nothing follows it before the next request.
  if (rest.subarray(-5).toString('latin1') !== '0\r\n\r\n') return rest.length + 1
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at)
    const length = Number.parseInt(rest.toString('latin1', at, lineEnd), 16)
    if (!(length > 0)) return { bytes: Buffer.concat(parts), endless: false }
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + length))
    at = lineEnd + 2 + length + 2
  }
}

function bytesOf({ method, path, headers, body }: FuzzRequest, host: string): Buffer {
  let head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n`
  for (const [name, value] of headers) head += `${name}: ${value}\r\n`
  if (body !== undefined) head += `Content-Length: ${body.length}\r\n`
  const bytes = Buffer.from(`${head}\r\n`, 'latin1')
  return body === undefined ? bytes : Buffer.concat([bytes, body])
}

/** The request as a shell command. */
export function curlOf(base: string, { method, path, headers, body }: FuzzRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const parts = [`curl -si --path-as-is -g -X ${method} ${quoted(base + path)}`]
  for (const [name, value] of headers) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body === undefined) return parts.join(' ')
  return `echo ${body.toString('base64')} | base64 -d | ${parts.join(' ')} --data-binary @-`
}
