// `node bench/lists.ts`: how long a page of each list takes with each filter, in a database with many orders: by status with
// each value, by others with a value that many rows have and one that few or none have. The lists and filters come from
// the descriptions of the APIs, so that a new one is measured too.
// `--data DIR` keeps the database and uses it again. `--only TEXT` measures the paths that contain it.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { later, systemClock, toTimestamp } from '../server/src/platform/clock.ts'
import { publicId, type Uuid } from '../server/src/platform/ids.ts'
import { textIn } from './children.ts'
import type { Server } from './operations.ts'
import { measurePage, newKeys } from './pages.ts'
import { openStoredWorld } from './stored-world.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    pages: { type: 'string', default: '20' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    above: { type: 'string', default: '0' },
  },
})
const orders = Number.parseInt(values.orders, 10)
const pages = Number.parseInt(values.pages, 10)
const aboveMs = Number.parseInt(values.above, 10)

const PAGING = ['limit', 'cursor']
/** Their rows contain sealed details, which SQL cannot store. */
const isSealed = (path: string): boolean => path.endsWith('instruments')
/** The stored endpoint belongs to an organization. */
const isOfEnterprise = (path: string): boolean => /^\/v1\/webhook-endpoints\/./.test(path)

const { db, service, close } = await openStoredWorld(orders, values.data, newEndpoint)
try {
  // Keys of an earlier run are unknown, and labels are unique.
  await db.query('update operator_keys set revoked_at = now() where revoked_at is null')
  const keys = await newKeys(db, 'compliance')
  const ids = await idsOfStored()
  const base = textIn(service.hello, 'url')
  const customer = [textIn(service.hello, 'api_key')]
  process.stdout.write('| List | Rows | p50, ms | p99, ms |\n| --- | --: | --: | --: |\n')
  for (const path of [
    ...listsOf('../operator-openapi.json', ids),
    ...listsOf('../openapi.json', ids),
  ]) {
    if (!path.includes(values.only)) continue
    const page = await measurePage(
      base,
      path,
      path.startsWith('/operator') ? keys : customer,
      pages,
    )
    if (page.p50Ms < aboveMs) continue
    const short = path.replaceAll(/(org|whe|ent|ord|off)_[0-9a-z]{26}/g, '{$1}')
    process.stdout.write(
      `| ${short} | ${page.rows} | ${page.p50Ms.toFixed(1)} | ${page.p99Ms.toFixed(1)} |\n`,
    )
  }
} finally {
  await close()
}

async function newEndpoint({ address, organization, authorization }: Server): Promise<void> {
  const answer = await fetch(
    `http://${address.host}:${address.port}${organization}/webhook-endpoints`,
    {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'bench' },
      body: JSON.stringify({ url: 'http://127.0.0.1:9/' }),
    },
  )
  if (answer.status !== 201) throw new Error(`the endpoint was answered ${answer.status}`)
}

/** The measured organization, which has the endpoint, and a fifth of the orders; its newest order. */
async function idsOfStored(): Promise<Record<string, string>> {
  const { rows } = await db.query<{
    id: Uuid<'whe'>
    organization_id: Uuid<'org'>
    enterprise_id: Uuid<'ent'>
    order_id: Uuid<'ord'>
    offering_id: Uuid<'off'>
  }>(
    `select e.id, e.organization_id, g.enterprise_id, o.id as order_id, o.offering_id
       from webhook_endpoints e join organizations g on g.id = e.organization_id
       join lateral (select id, offering_id from orders where organization_id = g.id
                      order by organization_id desc, id desc limit 1) o on true
      order by e.id limit 1`,
  )
  const [endpoint] = rows
  if (endpoint === undefined) throw new Error('no webhook endpoint is stored')
  return {
    webhook_endpoint_id: publicId('whe', endpoint.id),
    organization_id: publicId('org', endpoint.organization_id),
    enterprise_id: publicId('ent', endpoint.enterprise_id),
    order_id: publicId('ord', endpoint.order_id),
    offering_id: publicId('off', endpoint.offering_id),
  }
}

/** Values of filters that are no enumeration. `ids` has those of identifiers. */
function samplesOf(name: string, ids: Readonly<Record<string, string>>): string[] {
  const now = systemClock.realNow()
  const before = (days: number) => toTimestamp(later(now, -days * 86_400_000))
  const samples: Record<string, string[]> = {
    currency: ['USDC', 'COP', 'BRL'],
    payin_currency: ['USDC', 'BRL'],
    payout_currency: ['COP', 'USDC'],
    rail: ['sandbox', 'other'],
    created_after: [before(1), before(300)],
    created_before: [before(300), before(400)],
    account: ['rail:sandbox', 'rail_fee'],
    name: ['USDC to MXN', 'no route'],
    assignee: ['nobody'],
    snoozed: ['true', 'false'],
    external_reference_id: ['unknown'],
    actor: ['command', 'user:nobody'],
    act: ['order.release', 'operator_key.created'],
    subject: ['unknown'],
  }
  const id = ids[name]
  return samples[name] ?? (id === undefined ? [] : [id])
}

type Parameter = { name: string; in: string; schema: { $ref?: string; enum?: string[] } }
type Description = {
  paths: Record<string, { get?: { parameters?: Parameter[] } }>
  components: { schemas: Record<string, { enum?: string[] }> }
}

/** The paths of the paged lists whose parameters are in `ids`, without a filter and with each value of their filters. */
function listsOf(file: string, ids: Readonly<Record<string, string>>): string[] {
  const description: Description = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
  return Object.entries(description.paths).flatMap(([template, { get }]) => {
    const query = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query')
    const path = template.replaceAll(/\{(\w+)\}/g, (braces, name: string) => ids[name] ?? braces)
    if (
      !query.some(({ name }) => name === 'limit') ||
      path.includes('{') ||
      isSealed(path) ||
      isOfEnterprise(path)
    )
      return []
    const values = query
      .filter(({ name }) => !PAGING.includes(name))
      .flatMap(({ name, schema }) => {
        const [type = ''] = (schema.$ref ?? '').split('/').reverse()
        const known = schema.enum ?? description.components.schemas[type]?.enum
        return (known ?? samplesOf(name, ids)).map(
          (value) => `&${name}=${encodeURIComponent(value)}`,
        )
      })
    return ['', ...values].map((filter) => `${path}?limit=50${filter}`)
  })
}
