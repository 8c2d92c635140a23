// Answers bytes that are no valid HTTP request. Fastify never sees them, so this file writes the problem document to
// the socket itself.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { failure, type ErrorCode } from '../errors.ts'
import { STATUS_CODES } from './node-http.ts'
import { problemOf } from './problem.ts'
import { newRequestId } from './request.ts'
import { hasOwnLimit } from './slow-body.ts'

const LINGER_MS = 1000

const unanswered = new WeakMap<Socket, Set<IncomingMessage>>()

/** Remembers the unanswered requests of each connection. */
export function noteRequest(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  const waiting = unanswered.get(socket) ?? new Set()
  unanswered.set(socket, waiting.add(request))
  response.once('close', () => waiting.delete(request))
}

// A complete request may have taken effect. An error answer to later bytes would look like the answer to that request.
const mayHaveHadEffect = (socket: Socket): boolean =>
  [...(unanswered.get(socket) ?? [])].some((request) => request.complete)

/** A body with a limit of its own is still arriving. */
const isTakingItsTime = (socket: Socket): boolean =>
  [...(unanswered.get(socket) ?? [])].some((request) => !request.complete && hasOwnLimit(request))

export const clientErrorHandler =
  (docsUrl: () => string) => (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isTakingItsTime(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable || mayHaveHadEffect(socket)) {
      socket.destroy()
      return
    }
    const refused = failure(codeOf(error.code))
    const requestId = newRequestId()
    const body = JSON.stringify(problemOf(refused, { docsUrl: docsUrl(), path: '', requestId }))
    socket.end(
      `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}\r\n` +
        `Content-Type: application/problem+json\r\nX-Request-Id: ${requestId}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
    // A client that keeps its side open would keep the request and the resources of its handler. Closing at once could lose the
    // answer on its way.
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }

function codeOf(nodeCode: string | undefined): ErrorCode {
  if (nodeCode === 'HPE_HEADER_OVERFLOW') return 'headers_too_large'
  if (nodeCode === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  return 'invalid_request'
}
