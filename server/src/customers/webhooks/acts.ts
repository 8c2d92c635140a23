// Acts of operators on webhook endpoints of customers. endpoints.ts has what customers do with them.
import { createHash } from 'node:crypto'
import Type from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { closed } from '../../parties/acts/closed.ts'
import type { About } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import { toTimestamp } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataOf, exact, pathId } from '../../platform/http/schemas.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import { actBody, reason } from '../../parties/operators/guard.ts'
import { seesEnterprise } from '../../parties/operators/operator.ts'
import { deskEndpointSchema, deskEndpointView } from './operator-endpoints.ts'
import {
  lockEndpoint,
  selectSeenEndpoint,
  updateEndpointByOperator,
  type SeenEndpoint,
} from './operator-queries.ts'
import type { EndpointRow, OwnedEndpoint } from './queries.ts'
import { periodOf, redeliverPeriod } from './queue-deliveries.ts'
import { createdAfter, createdBefore, queuedEvents } from './request-schemas.ts'

type Deps = ActDeps & { wakeWorker: () => void }

const switches = [
  {
    name: 'webhook_endpoint.disable',
    path: 'disable',
    status: 'DISABLED',
    command: 'endpoints disable',
    operationId: 'disableWebhookEndpoint',
    summary: 'Disable a webhook endpoint',
    description:
      'Nothing is sent to it any more. One that the service disabled leaves the queue. Its customer sees the reason `operator`, and may enable it.',
    refusal: (row: EndpointRow) =>
      row.disabled_reason === 'customer' || row.disabled_reason === 'operator'
        ? closed('already_disabled', 'is already disabled')
        : null,
  },
  {
    name: 'webhook_endpoint.enable',
    path: 'enable',
    status: 'ENABLED',
    command: 'endpoints enable',
    operationId: 'enableWebhookEndpoint',
    summary: 'Enable a webhook endpoint',
    description:
      'Resets its failures. Refused if its customer disabled it. Events of the time without it are sent by a redelivery.',
    refusal: (row: EndpointRow) =>
      row.status === 'ENABLED'
        ? closed('already_enabled', 'is already enabled')
        : row.disabled_reason === 'customer'
          ? closed(
              'disabled_by_customer',
              'was disabled by its customer: only the customer can enable it',
            )
          : null,
  },
] as const

const params = Type.Object({ webhook_endpoint_id: pathId('whe', 'The webhook endpoint.') })
const tags = ['Webhooks']

export function webhookActs(api: Api, deps: Deps): void {
  const { add } = actsOn(api, deps, {
    kind: 'whe',
    params,
    async find(operator, given) {
      const id = uuidOf('whe', given.webhook_endpoint_id)
      const row = id === undefined ? undefined : await selectSeenEndpoint(deps.db, id)
      return row !== undefined && seesEnterprise(operator, row.of_enterprise) ? row : undefined
    },
    about: (row: SeenEndpoint): About => ({
      chain: row.of_enterprise,
      subject: publicId('whe', row.id),
      version: versionOf(row),
      amounts: [],
    }),
  })

  for (const { path, status, refusal, ...texts } of switches)
    add({
      ...texts,
      path: `/webhook_endpoints/:webhook_endpoint_id/${path}`,
      tags,
      body: actBody,
      answer: dataOf(deskEndpointSchema, 'The endpoint as it is now.'),
      closed: refusal,
      async carryOut(row, _body, execution) {
        const after = await execution.commit(versionOf(row), async (db) => {
          const present = await lockEndpoint(db, owned(row))
          if (present === undefined || versionOf(present) !== versionOf(row)) return undefined
          const result = await updateEndpointByOperator(db, owned(row), status, deps.clock.now())
          return result && { result, detail: { before: stateOf(row), after: stateOf(result) } }
        })
        if (after === undefined) throw changedMeanwhile(row)
        return deskEndpointView({ ...row, ...after })
      },
    })

  add({
    name: 'webhook_endpoint.redeliver',
    path: '/webhook_endpoints/:webhook_endpoint_id/redeliver',
    tags,
    command: 'endpoints redeliver',
    operationId: 'redeliverToWebhookEndpoint',
    summary: 'Send events of a period again',
    description: 'The events that the endpoint listens to, up to the oldest 10000.',
    body: exact({ reason, created_after: createdAfter, created_before: createdBefore }),
    answer: dataOf(queuedEvents, 'The events were queued.'),
    check: (body) => void periodOf(body.created_after, body.created_before),
    closed: ({ status }) =>
      status === 'DISABLED' ? closed('enable_first', 'is disabled: enable it first') : null,
    async carryOut(row, body, execution) {
      const range = periodOf(body.created_after, body.created_before)
      const queued = await execution.commit(versionOf(row), async (db) => {
        const present = await lockEndpoint(db, owned(row))
        if (present === undefined || versionOf(present) !== versionOf(row)) return undefined
        const result = await redeliverPeriod(db, present, range, deps.clock.now())
        const period = {
          created_after: toTimestamp(range.after),
          created_before: toTimestamp(range.before),
        }
        return { result, detail: { after: { ...period, queued: result } } }
      })
      if (queued === undefined) throw changedMeanwhile(row)
      deps.wakeWorker()
      return { queued }
    },
  })
}

const owned = ({ organization_id: ownerId, id }: EndpointRow): OwnedEndpoint => ({ ownerId, id })
const stateOf = ({ status, disabled_reason }: EndpointRow) => ({ status, disabled_reason })
function versionOf({ status, updated_at, url, event_types }: EndpointRow): string {
  const target = createHash('sha256').update(JSON.stringify([url, event_types]))
  return `${status} since ${toTimestamp(updated_at)}, ${target.digest('hex').slice(0, 16)}`
}
const changedMeanwhile = ({ id }: EndpointRow) =>
  refused(`${publicId('whe', id)} has changed: read it again`)
