// An operator of some enterprises neither sees nor changes anything of others, nor of the deployment. Every operation of
// operator-openapi.json with an identifier is tried, so that a new one is tested without a line here.
import { describe, expect, test } from 'vitest'
import { publicId, type Prefix, type Uuid } from '../../src/platform/ids.ts'
import { forFile } from '../support/for-file.ts'
import {
  operatorOperations,
  operatorWorld,
  parametersOf,
  pathOf,
  textIn,
  type Ids,
} from '../support/operator-operations.ts'
import { rightValue, type TextOf } from '../support/wrong-values.ts'

const world = await forFile(operatorWorld())

/** Operators of every enterprise see these: customers are quoted with them. */
const SHARED = new Set(['provider', 'rail'])
/** Each user has them for itself. */
const OF_THE_CALLER = new Set(['removePasskey'])
/** Rights that no operator of some enterprises has. The answer is that, before anything is looked up. */
const OF_THE_DEPLOYMENT =
  /user|operatorkey|halt|resume|unknownsends|unknownfills|movement|reconcil|difference|configuration|route|sweep|accountstatement|fundingaccount|bookdeposit|writeoffdeposit|stray|entry|returnDeposit|correctDeskAccount/i

const withIdentifier = operatorOperations.filter(
  (operation) =>
    parametersOf(operation).some((name) => !SHARED.has(name)) && !OF_THE_CALLER.has(operation.id),
)
const withoutIdentifier = operatorOperations.filter(
  ({ id, method, path }) => method === 'GET' && !path.includes('{') && id !== 'listPasskeys',
)

const textOf =
  (ids: Ids): TextOf =>
  (name, schema) =>
    textIn(ids, name, schema)

/** Well-formed identifiers of nothing. */
const nothing = (ids: Ids): Ids =>
  Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, id.replace(/[0-9a-z]{20}$/, '0'.repeat(20))]),
  )

/** Every identifier of the demo enterprise, in the form of answers. */
async function ownIds(): Promise<Set<string>> {
  const { owner } = world.corridor.database
  const tables: [Prefix, string][] = [
    ['ord', 'orders'],
    ['qt', 'quotes'],
    ['epi', 'external_payment_instruments'],
    ['dep', 'deposits'],
    ['po', 'payouts'],
    ['rf', 'refunds'],
    ['evt', 'events'],
    ['rt', 'configured_routes'],
    ['irq', 'information_requests'],
    ['ird', 'information_documents'],
  ]
  const ids = new Set<string>([publicId('ent', world.own)])
  for (const [prefix, table] of tables) {
    const { rows } = await owner.query<{ id: Uuid<never> }>(
      `select id from ${table} where organization_id in (select id from organizations where enterprise_id = $1)`,
      [world.own],
    )
    for (const { id } of rows) ids.add(publicId(prefix, id))
  }
  const { rows } = await owner.query<{ id: Uuid<never>; prefix: Prefix }>(
    `select id, 'org' as prefix from organizations where enterprise_id = $1
     union all select id, 'key' from api_keys where enterprise_id = $1
     union all select id, 'apr' from approvals where chain = $1`,
    [world.own],
  )
  for (const { id, prefix } of rows) ids.add(publicId(prefix, id))
  return ids
}

describe('an operator of another enterprise', () => {
  test.each(withIdentifier)('$id: gets the bytes of what does not exist', async (operation) => {
    const requestOf = (ids: Ids) => ({
      path: pathOf(operation, ids) + queryOf(operation),
      request: {
        headers: { 'x-request-id': 'same' },
        ...(operation.body === undefined ? {} : { body: rightValue(operation.body, textOf(ids)) }),
      },
    })
    const here = requestOf(world.ids)
    const absent = requestOf(nothing(world.ids))
    // The first request finds a role with the right.
    await world.sendAsOther(operation, absent.path, absent.request)
    const before = await world.contents()
    const foreign = await world.sendAsOther(operation, here.path, here.request)
    const unknown = await world.sendAsOther(operation, absent.path, absent.request)
    const bare = (text: string, path: string) =>
      text.replaceAll(path.split('?', 1)[0] ?? '', 'PATH')
    expect(bare(foreign.text, here.path)).toBe(bare(unknown.text, absent.path))
    if (foreign.status === 403) {
      expect(foreign.problem.code).toBe('right_missing')
      expect(operation.id).toMatch(OF_THE_DEPLOYMENT)
    } else expect(foreign.status, foreign.text).toBe(404)
    const after = await world.contents()
    if (foreign.status === 403)
      for (const table of ['public.audit_entries', 'public.audit_heads'])
        before[table] = after[table] ?? ''
    expect(after).toEqual(before)
  })

  test.each(withoutIdentifier)('$id: shows nothing of the first', async (operation) => {
    const own = await ownIds()
    const query = queryOf(operation)
    const reply = await world.sendAsOther(operation, operation.path + query)
    for (const [id] of reply.text.matchAll(/[a-z]{2,3}_[0-7][0-9a-hjkmnp-tv-z]{25}/g))
      expect(own.has(id), `${id} in ${reply.text.slice(0, 2000)}`).toBe(false)
  })

  test.each(withoutIdentifier)('$id: finds nothing of the first by filters', async (operation) => {
    const own = await ownIds()
    for (const { name, in: place } of operation.parameters) {
      const id = world.ids[name]
      if (place !== 'query' || id === undefined || !/^[a-z]+_[0-7][0-9a-z]{25}$/.test(id)) continue
      const query = new URLSearchParams(queryOf(operation))
      query.set(name, id)
      const path = `${operation.path}?${query}`
      const reply = await world.sendAsOther(operation, path)
      expect([200, 403, 404], reply.text).toContain(reply.status)
      for (const [found] of reply.text.matchAll(/[a-z]{2,3}_[0-7][0-9a-hjkmnp-tv-z]{25}/g))
        expect(own.has(found), `${found} at ${path}`).toBe(false)
    }
  })
})

/** The required parameters of the query. */
function queryOf({ parameters }: (typeof operatorOperations)[number]): string {
  const required = parameters.filter((one) => one.in === 'query' && one.required === true)
  if (required.length === 0) return ''
  const pairs = required.map(({ name, schema }): [string, string] => [
    name,
    textOf(world.ids)(name, schema),
  ])
  return `?${new URLSearchParams(pairs).toString()}`
}

describe('an operator of the first enterprise', () => {
  test('sees what others do not', async () => {
    for (const operation of withIdentifier.filter(({ method }) => method === 'GET')) {
      const path = pathOf(operation, world.ids) + queryOf(operation)
      const reply = await world.sendAsOwn(operation, path)
      if (OF_THE_DEPLOYMENT.test(operation.id)) continue
      // A parked order has no receipt.
      expect([200, 409], `${operation.id}: ${reply.text}`).toContain(reply.status)
    }
  })

  test.each(operatorOperations.filter(({ body }) => body !== undefined))(
    '$id: names nothing of another enterprise in a body',
    async (operation) => {
      const foreign = await foreignIds()
      const named = Object.keys(operation.body?.properties ?? {}).filter((name) => name in foreign)
      const right = rightValue(operation.body ?? {}, textOf(world.ids))
      const path = pathOf(operation, world.ids)
      await world.sendAsOwn(operation, path, { body: [] })
      const before = await world.contents()
      for (const name of named) {
        const body = Object.assign({}, right, { [name]: foreign[name] })
        const reply = await world.sendAsOwn(operation, path, { body })
        expect([403, 404, 409, 422], reply.text).toContain(reply.status)
        expect(reply.text).not.toContain(foreign[name])
      }
      const after = await world.contents()
      for (const table of ['public.audit_entries', 'public.audit_heads'])
        before[table] = after[table] ?? ''
      expect(after).toEqual(before)
    },
  )
})

let made: Ids | undefined
/** An instrument, an organization, an enterprise and an order of another enterprise. */
async function foreignIds(): Promise<Ids> {
  if (made !== undefined) return made
  const { corridor } = world
  const { key } = await corridor.newKey({ enterprise: 'Other Enterprise' })
  const [organization] = (await corridor.get<{ id: string }[]>('/v1/organizations', { key })).data
  const base = `/v1/organizations/${organization?.id}`
  const path = `${base}/external_payment_instruments`
  const [instrument] = (await corridor.get<{ id: string }[]>(path, { key })).data
  await corridor.deps.feeds.push()
  const [offering] = (
    await corridor.post<{ id: string }[]>(`${base}/offerings`, undefined, { key })
  ).data
  const asked = { offering_id: offering?.id, payin_amount: '100.00' }
  const quote = await corridor.post<{ id: string }>(`${base}/quotes`, asked, { key })
  const order = await corridor.post<{ id: string }>(
    `${base}/orders`,
    { quote_id: quote.data.id },
    { key },
  )
  const [enterprise] = world.others
  made = {
    external_payment_instrument_id: instrument?.id ?? '',
    organization_id: organization?.id ?? '',
    enterprise_id: enterprise === undefined ? '' : publicId('ent', enterprise),
    order_id: order.data.id,
  }
  return made
}
