// `corridor webhooks`: endpoints of the organization, or of the enterprise with --enterprise. listen.ts forwards events.
import type { Corridor, WebhookEndpoint } from '@corridor/sdk'
import { textIn, type Given, type Output } from '../client/rows.ts'
import { UsageError } from './refused.ts'
import type { Context, Verb } from './run.ts'
import { chosen, listed, record, shortTime } from './show.ts'
import { eventTypes } from './words.ts'

/** The operations of one kind of endpoint, without its organization. */
async function endpointsOf({ corridor, organization }: Context, { options }: Given) {
  if (options['enterprise'] === true) return ofEnterprise(corridor)
  return ofOrganization(corridor, await organization())
}

type Endpoints = ReturnType<typeof ofOrganization>
const ofOrganization = ({ webhooks }: Corridor, id: string) => ({
  create: webhooks.create.bind(null, id),
  list: webhooks.list.bind(null, id),
  get: webhooks.get.bind(null, id),
  change: webhooks.change.bind(null, id),
  remove: webhooks.delete.bind(null, id),
  rotate: webhooks.rotateSecret.bind(null, id),
  test: webhooks.test.bind(null, id),
  deliveries: webhooks.deliveries.bind(null, id),
  redeliver: webhooks.redeliver.bind(null, id),
})

const ofEnterprise = ({ enterpriseWebhooks: operations }: Corridor): Endpoints => ({
  create: operations.create,
  list: operations.list,
  get: operations.get,
  change: operations.change,
  remove: operations.delete,
  rotate: operations.rotateSecret,
  test: operations.test,
  deliveries: operations.deliveries,
  redeliver: operations.redeliver,
})

export const list: Verb = async (context, given) => {
  const endpoints = await endpointsOf(context, given)
  return listed((limit) => endpoints.list({ limit }), given, {
    headings: ['ENDPOINT', 'STATUS', 'TYPES', 'URL'],
    cells: (one) => [one.id, statusOf(one), one.event_types.join(',') || 'all', one.url],
    shrinks: ['TYPES'],
    empty:
      'There is no webhook endpoint: `corridor webhooks create URL` makes one. To try events on this machine: `corridor webhooks listen --forward URL`.',
  })
}

const statusOf = ({ status, disabled_reason: why }: WebhookEndpoint): string =>
  why === null ? status : `${status} (${why})`

export const show: Verb = async (context, given) =>
  record(await (await endpointsOf(context, given)).get(given.args[0] ?? ''))

export const create: Verb = async (context, given) => {
  const { args, options } = given
  const endpoints = await endpointsOf(context, given)
  const json = await endpoints.create(
    { url: args[0] ?? '', ...changesIn(options) },
    { idempotencyKey: textIn(options, 'idempotencyKey') },
  )
  return withSecret(json)
}

/** The secret is the only text on the standard output. */
const withSecret = (json: { id: string; secret: string }): Output => ({
  text: `${json.secret}\n`,
  json,
  note: `This is the secret of ${json.id}. Verify each request with it: docs/webhooks.md.\n`,
})

function changesIn(options: Given['options']) {
  const types = textIn(options, 'types')
  const description = textIn(options, 'description')
  return {
    ...(types === undefined ? {} : { event_types: typesIn(types) }),
    ...(description === undefined ? {} : { description }),
  }
}

function typesIn(text: string) {
  const subscribable = eventTypes.filter((one) => one !== 'webhook.test')
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'all')
    .map((part) => {
      const found = chosen(subscribable, part)
      if (found !== undefined) return found
      throw new UsageError(
        `--types: ${part} is no type of event. There are: ${subscribable.join(', ')}; all for every type.`,
      )
    })
}

export const change: Verb = async (context, given) => {
  const { args, options } = given
  const url = textIn(options, 'address')
  const status = chosen(['ENABLED', 'DISABLED'], textIn(options, 'status'))
  const body = {
    ...changesIn(options),
    ...(url === undefined ? {} : { url }),
    ...(status === undefined ? {} : { status }),
  }
  if (Object.keys(body).length === 0)
    throw new UsageError('say what to change: --address, --types, --description or --status')
  const json = await (await endpointsOf(context, given)).change(args[0] ?? '', body)
  return { text: `${json.id} is ${statusOf(json)}, and sends to ${json.url}.\n`, json }
}

export const remove: Verb = async (context, given) => {
  const json = await (await endpointsOf(context, given)).remove(given.args[0] ?? '')
  return { text: `${json.id} is deleted.\n`, json }
}

export const rotateSecret: Verb = async (context, given) =>
  withSecret(await (await endpointsOf(context, given)).rotate(given.args[0] ?? ''))

export const test: Verb = async (context, given) => {
  const [id = ''] = given.args
  const json = await (await endpointsOf(context, given)).test(id)
  const text = `${json.event_id} is queued. See how it went: \`corridor webhooks deliveries ${id}\`.\n`
  return { text, json }
}

export const deliveries: Verb = async (context, given) => {
  const [id = ''] = given.args
  const endpoints = await endpointsOf(context, given)
  return listed((limit) => endpoints.deliveries(id, { limit }), given, {
    headings: ['EVENT', 'TYPE', 'STATUS', 'TRIES', 'ANSWER', 'NEXT', 'CREATED'],
    cells: (one) => [
      one.event_id,
      one.event_type,
      one.status,
      String(one.attempts),
      one.last_status_code === null ? one.last_error : String(one.last_status_code),
      shortTime(one.next_attempt_at),
      shortTime(one.created_at),
    ],
    empty: 'Nothing was sent to this endpoint yet.',
  })
}

/** One event, or those of a time. */
export const redeliver: Verb = async (context, given) => {
  const { args, options } = given
  const [id = '', event] = args
  const [after, before] = [textIn(options, 'after'), textIn(options, 'before')]
  const endpoints = await endpointsOf(context, given)
  if ((event === undefined) === (after === undefined || before === undefined))
    throw new UsageError('name one event (evt_…), or a time with --after and --before')
  const json = await endpoints.redeliver(
    id,
    event === undefined
      ? { created_after: after ?? '', created_before: before ?? '' }
      : { event_id: event },
  )
  return { text: `${json.queued} queued. See \`corridor webhooks deliveries ${id}\`.\n`, json }
}
