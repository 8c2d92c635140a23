// POST /v1/connectors/{name}/events: a rail or provider says that something changed. The only effect is an earlier
// look-up. It takes no API key: the rail's adapter or receive.ts verifies the signature.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { secretOf } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { failure, retryLater } from '../../platform/errors.ts'
import type { App } from '../../platform/http/api-type.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { secondsOf, type SharedCounts } from '../../platform/http/shared-counts.ts'
import { updateOrdersDueNow } from '../orders/job-queries.ts'
import type { Providers } from '../../outside/providers/view.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { updateRefundsDueNow } from '../refunds/due-queries.ts'
import { WINDOW_MS } from '../../outside/connectors/signing.ts'
import { thrownMessage } from '../../platform/thrown.ts'

type NudgeDeps = {
  db: Db
  clock: Clock
  log: Logger
  rails: Rails
  catalogue: Providers
  config: { authFailuresPerMinute: number }
  sharedCounts: SharedCounts
  wakeWorker: () => void
  pollRail: (name: string) => void
}

type Receive = (headers: Record<string, string>, body: Buffer) => Promise<readonly string[]>

/** A nudge is accepted once while its signature is recent enough, before or after its time. */
const ONCE = { most: 1, windowMs: 2 * WINDOW_MS }

export async function connectorEndpoints(app: App, deps: NudgeDeps): Promise<void> {
  await app.register(async (scope) => {
    // Signatures cover the bytes of the body.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { name: string } }>(
      '/v1/connectors/:name/events',
      { schema: { hide: true } },
      async (request, reply) => {
        const keys = await verifiedKeys(deps, request)
        const { name } = request.params
        const now = deps.clock.now()
        const orders = await updateOrdersDueNow(deps.db, now, keys, name)
        const refunds = await updateRefundsDueNow(deps.db, now, keys, name)
        deps.wakeWorker()
        deps.pollRail(name)
        deps.log.debug({ connector: name, keys: keys.length, orders, refunds }, 'a nudge arrived')
        return reply.code(204).send()
      },
    )
  })
}

/** Every refusal is answered alike; the log has the reason. Failures count against the address. */
async function verifiedKeys(
  { log, sharedCounts, config, ...deps }: NudgeDeps,
  request: FastifyRequest<{ Params: { name: string } }>,
): Promise<readonly string[]> {
  const limit = { most: config.authFailuresPerMinute, windowMs: 60_000 }
  const failures = `failures of ${networkOf(request.ip)}`
  const taken = sharedCounts.take(failures, limit, 0)
  if (taken.left === 0) throw retryLater('rate_limited', secondsOf(taken))
  const receive = await receiverFor(deps, request.params.name)
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  try {
    if (receive === undefined) throw new Error('nothing of this name takes nudges')
    const keys = await receive(singleHeaders(request), body)
    if (sharedCounts.take(`nudge ${digestOf(request, body)}`, ONCE, 1).isAllowed) return keys
    // Companies repeat a webhook as it was, without an id or a time: nothing tells it from a replay. It has no effect.
    if (request.headers['webhook-id'] === undefined) return []
    throw new Error('the nudge was received before')
  } catch (error) {
    sharedCounts.take(failures, limit, 1)
    const connector = receive === undefined ? undefined : request.params.name
    const reason = thrownMessage(error)
    log.warn({ connector, reason, ip: request.ip }, 'a nudge was refused')
    throw failure('unauthenticated', {}, 'The nudge is not signed as it must be, or is not recent.')
  }
}

async function receiverFor(
  { rails, catalogue, clock }: Pick<NudgeDeps, 'rails' | 'catalogue' | 'clock'>,
  name: string,
): Promise<Receive | undefined> {
  const rail = (await rails.all()).find((one) => one.name === name)
  if (rail !== undefined) return rail.receive?.bind(rail)
  const provider = (await catalogue.providers('cached')).get(name)
  const reference = provider?.kind === 'connector' ? provider.settings['events_secret'] : undefined
  if (typeof reference !== 'string') return undefined
  // A missing secret refuses the nudge.
  return async (headers, body) => {
    const { receiverOf } = await import('../../outside/connectors/receive.ts')
    return receiverOf(secretOf(reference), clock)(headers, body)
  }
}

const singleHeaders = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )

/** A sender that repeats a nudge signs it anew, with another time. */
function digestOf({ headers, params }: FastifyRequest<{ Params: { name: string } }>, body: Buffer) {
  const identity = [params.name, headers['webhook-id'], headers['webhook-timestamp']].join(' ')
  return createHash('sha256').update(identity).update(body).digest('base64')
}
