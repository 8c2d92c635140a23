// The metrics that show how well the deployment works: how late orders and webhooks are, and how rails and providers answer.
import { expect, test } from 'vitest'
import { createDeploymentMetrics } from '../../src/service/deployment-metrics.ts'
import { park } from '../../src/engine/orders/leases.ts'
import { forFile } from '../support/for-file.ts'
import { exitsWorld } from '../support/exits.ts'
import { claimFirst, fillDue, runDueWork } from '../support/orders.ts'

const HOUR_MS = 3_600_000

const world = await forFile(exitsWorld())

/** Reads the database anew at each call. */
async function read(): Promise<Map<string, number>> {
  const { db, clock } = world.corridor.deps
  return valuesIn(await createDeploymentMetrics(db, clock, 0).metrics())
}
const valuesIn = (text: string) =>
  new Map(
    [...text.matchAll(/^(corridor_\S+) (\S+)$/gm)].map(([, name = '', value = '']) => [
      name,
      Number.parseFloat(value),
    ]),
  )

test('the age of orders is that of the oldest in its status, apart from parked ones', async () => {
  await world.funded()
  world.clock.advance(HOUR_MS)
  await world.funded()
  world.clock.advance(HOUR_MS)
  const before = await read()
  const filling = 'status="STEP_2_FILLING_FX"'
  expect(before.get(`corridor_order_age_seconds{${filling},parked="no"}`)).toBe(7200)
  expect(before.get(`corridor_open_orders{${filling},parked="no"}`)).toBe(2)
  expect(before.get(`corridor_order_age_seconds{${filling},parked="yes"}`)).toBeUndefined()

  await park(world.corridor.deps, await claimFirst(world.corridor), 'slippage')
  world.clock.advance(HOUR_MS)
  const after = await read()
  expect(after.get(`corridor_order_age_seconds{${filling},parked="yes"}`)).toBe(10_800)
  expect(after.get(`corridor_order_age_seconds{${filling},parked="no"}`)).toBe(7200)
  expect(after.get('corridor_waiting_oldest_seconds{what="parked_orders"}')).toBe(3600)
})

test('the lag of due work is that of the first order that no worker has taken', async () => {
  await runDueWork(world.corridor)
  expect((await read()).get('corridor_due_lag_seconds{work="orders"}')).toBe(0)
  await world.funded()
  world.clock.advance(90_000)
  expect((await read()).get('corridor_due_lag_seconds{work="orders"}')).toBe(90)
  await claimFirst(world.corridor)
  expect((await read()).get('corridor_due_lag_seconds{work="orders"}'), 'taken').toBe(0)
  expect((await read()).get('corridor_due_lag_seconds{work="refunds"}')).toBe(0)
  expect((await read()).get('corridor_due_lag_seconds{work="rail_entries"}')).toBe(0)
})

test('the backlog of webhooks counts what is due and what waits, and its lag', async () => {
  const { post, organization } = world.corridor
  await post(`${organization}/webhook-endpoints`, {
    url: 'http://127.0.0.1:9/hook',
    event_types: ['order.created'],
  })
  await world.corridor.order()
  await world.corridor.order()
  const { owner } = world.corridor.database
  const later = new Date(world.clock.now() + HOUR_MS)
  await owner.query(
    `update webhook_deliveries set due_at = $1
      where event_id = (select max(event_id::text)::uuid from webhook_deliveries)`,
    [later],
  )
  world.clock.advance(60_000)
  const values = await read()
  expect(values.get('corridor_webhook_backlog{state="due"}')).toBe(1)
  expect(values.get('corridor_webhook_backlog{state="waiting"}')).toBe(1)
  expect(values.get('corridor_due_lag_seconds{work="webhooks"}')).toBe(60)
})

test('calls to rails and providers are timed by outcome', async () => {
  const { deps } = world.corridor
  await world.funded()
  await fillDue(world.corridor)
  await runDueWork(world.corridor)
  const provider = await deps.feeds.provider('ALPHA')
  const request = { payinCurrency: 'USDC', payoutCurrency: 'NO SUCH', payinMinor: 1n }
  await expect(provider.firmQuote('a key', request)).rejects.toThrow()
  const values = valuesIn(await deps.metrics.registry.metrics())
  const count = (metric: string, labels: string) => values.get(`${metric}_count{${labels}}`) ?? 0
  const [rails, providers] = ['corridor_rail_call_seconds', 'corridor_provider_call_seconds']
  expect(count(providers, 'provider="ALPHA",call="execute",outcome="answered"')).toBeGreaterThan(0)
  expect(count(providers, 'provider="ALPHA",call="rates",outcome="answered"')).toBeGreaterThan(0)
  expect(count(providers, 'provider="ALPHA",call="firm_quote",outcome="failed"')).toBe(1)
  expect(count(rails, 'rail="sandbox",call="send",outcome="answered"')).toBeGreaterThan(0)
})

test('balances are those of the ledger, in minor units, by rail and provider', async () => {
  const values = [...(await read())].filter(([name]) =>
    name.startsWith('corridor_desk_balance_minor'),
  )
  expect(values.length).toBeGreaterThan(0)
  for (const [name, value] of values) {
    expect(name).toMatch(
      /\{account="(rail|provider):[A-Za-z:]+",currency="[A-Z]{3,4}",source="(ledger|reported)"\}$/,
    )
    expect(Number.isInteger(value)).toBe(true)
  }
})

test('concurrent scrapes share one reading', async () => {
  const { deps } = world.corridor
  let statements = 0
  const db = new Proxy(deps.db, {
    get(pool, name, receiver) {
      if (name === 'query') statements += 1
      return Reflect.get(pool, name, receiver)
    },
  })
  const metrics = createDeploymentMetrics(db, deps.clock)
  await metrics.metrics()
  const alone = statements
  await Promise.all(Array.from({ length: 20 }, () => metrics.metrics()))
  expect(statements, `${alone} for one scrape`).toBeLessThan(alone * 20)
})

test('without the database the metrics of the process remain, and those of the deployment are absent', async () => {
  const { clock } = world.corridor.deps
  const { openPool } = await import('../../src/platform/db/pool.ts')
  const nowhere = openPool({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' }, { size: 1 })
  const text = await createDeploymentMetrics(nowhere, clock).metrics()
  await nowhere.end()
  expect(text).toContain('# TYPE corridor_due_lag_seconds gauge')
  expect([...valuesIn(text)]).toEqual([])
})
