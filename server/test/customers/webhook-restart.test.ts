// A process may exit between sending a webhook and recording the outcome: the event is then sent again under the same
// webhook-id and never lost.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DeliveryJson, EndpointJson } from '../../src/customers/webhooks/view.ts'
import { caller, readSandbox, start, stopAll, urlOf, type Running } from '../support/command.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { testService } from '../support/service.ts'

let receiver: Receiver
let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  receiver = await openReceiver()
  database = await testDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'corridor-data-'))
})
afterEach(stopAll)
afterAll(async () => {
  receiver.close()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const processOnDatabase = (): Promise<Running> =>
  start(['serve'], { PORT: '0', DATABASE_URL: database.url, CORRIDOR_DATA_DIR: dataDir })

test('the next process sends the event of a process killed while it awaited the answer', async () => {
  receiver.answerWith(() => undefined)
  const first = await processOnDatabase()
  const { organization_id: organization, api_key: key } = readSandbox(dataDir)
  const call = caller(urlOf(first), key)
  const list = `/organizations/${organization}/webhook-endpoints`
  const { data: endpoint } = await call<EndpointJson>('POST', list, { url: receiver.url })
  await call('POST', `${list}/${endpoint.id}/test`)
  await receiver.until(1)
  process.kill(first.pid, 'SIGKILL')
  await first.ended

  receiver.answerWith(204)
  const second = await processOnDatabase()
  // The lease would last a minute, so expire it.
  await database.sql`update webhook_leases set leased_until = now()`
  const [before, after] = await receiver.until(2)
  expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id'])
  expect(after?.body).toBe(before?.body)
  const again = caller(urlOf(second), key)
  await expect
    .poll(
      async () => (await again<DeliveryJson[]>('GET', `${list}/${endpoint.id}/deliveries`)).data,
    )
    .toMatchObject([{ status: 'DELIVERED', attempts: 1 }])
})

test('a stopping process at once returns the deliveries it could not finish', async () => {
  receiver.answerWith(() => undefined)
  const corridor = await testService()
  const list = `${corridor.organization}/webhook-endpoints`
  const { data: endpoint } = await corridor.post<EndpointJson>(list, { url: receiver.url })
  const sent = receiver.received.length
  await corridor.post(`${list}/${endpoint.id}/test`, undefined, { idempotencyKey: null })
  await receiver.until(sent + 1)
  const startedMs = performance.now()
  await corridor.stop()
  expect(performance.now() - startedMs).toBeLessThan(20_000)
  const rows =
    await corridor.sql`select status, attempts, leased_until, due_at is not null as is_due
       from webhook_deliveries join webhook_leases using (organization_id, endpoint_id)`
  expect(rows).toEqual([{ status: 'PENDING', attempts: 0, leased_until: null, is_due: true }])
  await corridor.close()
})
