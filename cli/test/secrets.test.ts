// `corridor secrets reseal`, on the database of a service that goes on with other keys.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newSecrets } from '../../server/src/platform/config.ts'
import { forFile } from '../../server/test/support/for-file.ts'
import { run } from '../../server/test/support/command.ts'
import { testDatabase } from '../../server/test/support/database.ts'
import { testService, type TestService } from '../../server/test/support/service.ts'

const first = JSON.parse(newSecrets())
const k2 = JSON.parse(newSecrets()).encryption_keys.k1
const both = {
  ...first,
  current_key_id: 'k2',
  encryption_keys: { ...first.encryption_keys, k2 },
}
const newOnly = { ...both, encryption_keys: { k2 } }

const database = await forFile(testDatabase())

const serviceWith = (secrets: object): Promise<TestService> =>
  testService({ database, worker: false, env: { CORRIDOR_SECRETS: JSON.stringify(secrets) } })

const reseal = (secrets: object) =>
  run(['secrets', 'reseal'], {
    DATABASE_URL: database.url,
    CORRIDOR_SECRETS: JSON.stringify(secrets),
  })

test('after a reseal the old key can be removed: details, webhook secrets and replays are as before', async () => {
  const request = { idempotencyKey: randomUUID() }
  const input = { url: 'http://127.0.0.1:9/hook', event_types: ['order.completed'] }
  const before = await serviceWith(first)
  const path = `${before.organization}/webhook-endpoints`
  const instruments = await before.instruments()
  const { data: endpoint } = await before.post(path, input, request)
  await before.stop()

  const missing = await reseal(newOnly)
  expect(missing.status).toBe(1)
  expect(missing.stderr).toContain('cannot be decrypted with the given keys')
  expect(missing.stdout).not.toContain('Everything is encrypted')

  const done = await reseal(both)
  expect(done).toMatchObject({ status: 0, stderr: '' })
  expect(done.stdout).toMatch(/details of instruments: [1-9]\d* encrypted anew\n/)
  expect(done.stdout).toContain('secrets of webhook endpoints: 1 encrypted anew\n')
  expect((await reseal(both)).stdout).toContain('details of instruments: 0 encrypted anew\n')

  const after = await serviceWith(newOnly)
  expect(await after.instruments()).toEqual(instruments)
  expect((await after.post(path, input, request)).data).toEqual(endpoint)
  await after.stop()
})

test('a value that changes during a reseal keeps the change', async () => {
  const service = await serviceWith(both)
  await service.stop()
  const owner = database.owner
  await owner.query(`update webhook_endpoints set secrets_key_id = 'k1'`)
  // The stored bytes are of k2, so they cannot be opened as k1: nothing may be overwritten.
  const { rows } = await owner.query('select secrets_sealed from webhook_endpoints')
  expect((await reseal(both)).status).toBe(1)
  expect((await owner.query('select secrets_sealed from webhook_endpoints')).rows).toEqual(rows)
})
