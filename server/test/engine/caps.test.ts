// Caps on what one customer may have. Counts come before any rows are built.
import { expect, test } from 'vitest'
import { uuidOf } from '../../src/platform/ids.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import { forFile } from '../support/for-file.ts'
import { testService, type Reply } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))

const concurrently = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const refusals = (replies: readonly Reply<unknown>[]): unknown[] =>
  replies.filter(({ status }) => status !== 201).map(({ problem }) => problem)

/** Copies an instrument of the first organization until it has `total` of that currency. */
async function fillUp(organization: Pick<OrganizationJson, 'id'>, currency: string, total: number) {
  await corridor.database.owner.query(
    `insert into external_payment_instruments (organization_id, id, alias, currency, method, details_key_id,
       details_sealed, status, status_history, first_version, created_at, updated_at, fingerprint)
     select $1, gen_random_uuid(), 'copy', currency, method, details_key_id, details_sealed, status, status_history,
            first_version, created_at, updated_at, fingerprint
       from (select * from external_payment_instruments
              where organization_id = $1 and currency = $2 and status = 'ACTIVE' limit 1) e,
            generate_series(1, $3 - (select count(*) from external_payment_instruments
                                      where organization_id = $1 and currency = $2))`,
    [uuidOf('org', organization.id), currency, total],
  )
}

const wallet = (organization: OrganizationJson, idempotencyKey?: string) =>
  corridor.post<{ id: string }>(
    `/v1/organizations/${organization.id}/external_payment_instruments`,
    {
      alias: 'one more',
      currency: 'USDC',
      method: 'EVM_ADDRESS',
      details: { address: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359', chain: 'base' },
    },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  )

test('an organization has at most 1,000 instruments that are not archived, also under concurrent requests', async () => {
  const organization = (await corridor.organizations())[1]
  if (organization === undefined) throw new Error('the demo world has no second organization')
  await fillUp(organization, 'USDC', 990)
  const rows = await corridor.sql`select count(*)::int as count from external_payment_instruments
      where organization_id = ${uuidOf('org', organization.id)}`
  const room = 1000 - rows[0]?.count
  const replies = await concurrently(room + 5, () => wallet(organization))
  expect(refusals(replies)).toEqual(
    Array.from({ length: 5 }, () =>
      expect.objectContaining({ status: 409, code: 'too_many_instruments', limit: 1000 }),
    ),
  )
  const made = replies.find(({ status }) => status === 201)?.data
  const path = `/v1/organizations/${organization.id}/external_payment_instruments/${made?.id}`
  expect((await corridor.call('DELETE', path)).status).toBe(200)
  const twins = await concurrently(4, () => wallet(organization, 'the-last-one'))
  expect(new Set(twins.map(({ text }) => text)).size, 'a replay is no refusal').toBe(1)
})

test('an enterprise has at most 10,000 organizations', async () => {
  await corridor.database.owner.query(
    `insert into organizations (id, enterprise_id, name, contact_email, contact_first_name, contact_last_name,
       status, status_history, first_version, created_at, updated_at)
     select gen_random_uuid(), enterprise_id, 'copy', contact_email, contact_first_name, contact_last_name, status,
            status_history, first_version, created_at, updated_at
       from (select * from organizations where id = $1) o,
            generate_series(1, 9998 - (select count(*) from organizations p
              where p.enterprise_id = (select enterprise_id from organizations where id = $1)))`,
    [uuidOf('org', corridor.sandbox.organization_id)],
  )
  const contact = { email: 'a@b.co', first_name: 'A', last_name: 'B' }
  const replies = await concurrently(5, (index) =>
    corridor.post('/v1/organizations', { name: `New ${index}`, contact }),
  )
  expect(refusals(replies)).toEqual(
    Array.from({ length: 3 }, () =>
      expect.objectContaining({ status: 409, code: 'too_many_organizations', limit: 10_000 }),
    ),
  )
})

test('an enterprise has at most 1,000 working keys', async () => {
  const { owner } = corridor.database
  const { id } = await corridor.newKey()
  await owner.query(
    `insert into api_keys (id, enterprise_id, label, secret_hash, scopes, created_at)
     select gen_random_uuid(), enterprise_id, 'copy', sha256(i::text::bytea), scopes, created_at
       from (select * from api_keys where id = $1) k,
            generate_series(1, 998 - (select count(*)::int from api_keys a
              where a.enterprise_id = (select enterprise_id from api_keys where id = $1))) i`,
    [id],
  )
  const made = await Promise.allSettled(Array.from({ length: 5 }, () => corridor.newKey()))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await owner.query('update api_keys set revoked_at = now() where id = $1', [id])
  await corridor.newKey()
  await expect(corridor.newKey()).rejects.toThrow('Revoke one that is no longer needed')
})

test('millions of instrument pairs are counted before any is built', async () => {
  const organization = { id: corridor.sandbox.organization_id }
  await fillUp(organization, 'USDC', 3000)
  await fillUp(organization, 'COP', 10_000)
  const before = process.memoryUsage().heapUsed
  const refused = await corridor.post<OfferingJson[]>(`${corridor.organization}/offerings`)
  expect(refused.problem).toMatchObject({ status: 422, code: 'too_many_offerings' })
  expect(refused.problem['would_result']).toBeGreaterThanOrEqual(3000 * 10_000)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200e6)
})
