// Accounts that occur in several organizations: only compliance sees them, within the enterprises that the operator sees.
import { expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { newProgram, openDesk, type Person } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'

type Found = { id: string; organization_id: string; enterprise_id: string }
type Shared = { instruments: Found[] }

const made: { id: string; organizationId: string }[] = []

const SHARED = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'

const desk = await forFile(openDesk())
const { corridor } = desk
const own = desk.own
const compliance = await newProgram(corridor, 'compliance')
const { key: stranger } = await corridor.newKey({ enterprise: 'Other Enterprise' })
const create = async (address: string, key?: string) => {
  const asked = key === undefined ? {} : { key }
  const { data: organizations } = await corridor.get<{ id: string }[]>('/v1/organizations', asked)
  for (const { id: organizationId } of key === undefined
    ? organizations.slice(0, 2)
    : organizations.slice(0, 1)) {
    const { data } = await corridor.post<{ id: string }>(
      `/v1/organizations/${organizationId}/external_payment_instruments`,
      {
        alias: 'Wallet',
        currency: 'USDC',
        method: 'EVM_ADDRESS',
        details: { address, chain: 'base' },
      },
      asked,
    )
    made.push({ id: data.id, organizationId })
  }
}
await create(SHARED)
// Another spelling of the account, in another enterprise.
await create(SHARED.toLowerCase().replace('0X', '0x'), stranger)
await create(OTHER, stranger)

const idsOf = (found: readonly Found[]) => found.map(({ id }) => id).toSorted()
const shared = () =>
  made
    .slice(0, 3)
    .map(({ id }) => id)
    .toSorted()

test('compliance sees all instruments of an account, also of other enterprises', async () => {
  const list = await compliance.act<Shared[]>('GET', '/account_matches')
  expect(list.status, list.text).toBe(200)
  expect(list.data.map(({ instruments }) => idsOf(instruments))).toContainEqual(shared())
  expect(list.text).not.toContain(SHARED)
  const [first] = made
  const at = await compliance.act<Found[]>('GET', `/instruments/${first?.id}/matches`)
  expect(idsOf(at.data)).toEqual(shared().filter((id) => id !== first?.id))
  const alone = await compliance.act<Found[]>('GET', `/instruments/${made[3]?.id}/matches`)
  expect(alone.data).toEqual([])
})

test('a search for an instrument finds those of the same account, for compliance only', async () => {
  const [first] = made
  const search = async (by: Pick<Person, 'act'>) =>
    (await by.act<(Found & { matched: string })[]>('GET', `/search?q=${first?.id}`)).data
  const found = await search(compliance)
  expect(idsOf(found)).toEqual(shared())
  expect(found.filter(({ matched }) => matched === 'account')).toHaveLength(2)
  expect(await search(await newProgram(corridor, 'operator'))).toMatchObject([{ id: first?.id }])
})

test('whoever sees some enterprises gets matches among these', async () => {
  const limited = await newProgram(corridor, 'compliance', [own])
  const list = await limited.act<Shared[]>('GET', '/account_matches')
  const ours = made
    .slice(0, 2)
    .map(({ id }) => id)
    .toSorted()
  expect(list.data.map(({ instruments }) => idsOf(instruments))).toEqual([ours])
  const theirs = made[2]?.id
  expect((await limited.act('GET', `/instruments/${theirs}/matches`)).status).toBe(404)
  expect((await limited.act<Found[]>('GET', `/search?q=${theirs}`)).data).toEqual([])
})

test('no other role sees matches', async () => {
  for (const role of ['viewer', 'operator', 'treasurer', 'admin'] as const) {
    const program = await newProgram(corridor, role)
    const refused = [
      await program.act('GET', '/account_matches'),
      await program.act('GET', `/instruments/${made[0]?.id}/matches`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403])
  }
})

test('many accounts are read in pages, by an index alone', async () => {
  const { owner } = corridor.database
  await owner.query(
    `insert into external_payment_instruments (organization_id, id, alias, currency, method, details_key_id,
       details_sealed, status, status_history, first_version, created_at, updated_at, fingerprint)
     select o.id, gen_random_uuid(), 'a', 'USDC', 'EVM_ADDRESS', 'none', decode(repeat('00', 29), 'hex'), 'ARCHIVED',
            '[{"status": "ARCHIVED", "created_at": "2026-03-04T17:00:00.000Z"}]', 1, now(), now(),
            decode(lpad(to_hex(n), 64, '0'), 'hex')
       from organizations o, generate_series(1, 300) n where o.id = any ($1)`,
    [made.slice(0, 2).map(({ organizationId }) => requireUuid('org', organizationId))],
  )
  let [pages, found] = [0, 0]
  for (let next: string | undefined = '/account_matches?limit=200'; next !== undefined; ) {
    const page: Awaited<ReturnType<typeof compliance.act<Shared[]>>> = await compliance.act<
      Shared[]
    >('GET', next)
    pages += 1
    found += page.data.length
    next = /operator\/v1([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect([pages, found]).toEqual([2, 301])
  await owner.query('vacuum analyze external_payment_instruments')
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    `explain select fingerprint from external_payment_instruments where fingerprint is not null
      group by fingerprint having count(distinct organization_id) > 1 order by fingerprint limit 50`,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
    /Index Only Scan using instruments_of_account_owners/,
  )
})
