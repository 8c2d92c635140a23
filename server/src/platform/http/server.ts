// The HTTP server: its limits of bytes and time, and which application answers a request.
import type { FastifyServerFactory } from 'fastify'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from './node-http.ts'
import { noteRequest } from './client-errors.ts'

export const HEADER_LIMIT_BYTES = 16 * 1024
// Node checks these two timeouts once a second, so the answer comes at most a second late. slow-body.ts has the bodies that
// may take longer.
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 20_000
// Closes a connection that neither sends nor receives: mostly a client that does not read. Streams send more often.
const IDLE_CONNECTION_MS = 30_000
const KEEP_ALIVE_MS = 72_000

/** A second application, which answers the requests it takes. */
export type SecondApp = { takes(request: IncomingMessage): boolean; answer: RequestListener }

export const serverWith =
  (second: SecondApp): FastifyServerFactory =>
  (first) => {
    const server = createServer(
      {
        maxHeaderSize: HEADER_LIMIT_BYTES,
        headersTimeout: HEADERS_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: 1000,
        // A hook of the application refuses a missing Host with a problem document.
        requireHostHeader: false,
      },
      (request, response) => {
        noteRequest(request, response)
        if (second.takes(request)) second.answer(request, response)
        else first(request, response)
      },
    )
    server.setTimeout(IDLE_CONNECTION_MS)
    // Ignore unknown Expect headers. Node would answer 417 with an empty body.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    return server
  }
