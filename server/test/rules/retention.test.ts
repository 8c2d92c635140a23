// Retention: what is encrypted is erased when the policy keeps it no longer, with an entry, and the ledger stays as it is.
import { expect, test } from 'vitest'
import { later } from '../../src/platform/clock.ts'
import { ConfigError, newSecrets, readConfig } from '../../src/platform/config.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { reseal } from '../../src/desk/operator-file/reseal.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { eraseExpired } from '../../src/rules/retention/erase.ts'
import { forFile } from '../support/for-file.ts'
import { newProgram, openDesk } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

let instruments = ''
const desk = await forFile(openDesk())
const { corridor } = desk
const compliance = await newProgram(corridor, 'compliance')
instruments = `${corridor.organization}/external_payment_instruments`

/** What the worker does, so many days from now. */
async function eraseAfter(days: number): Promise<number> {
  const { deps } = corridor
  const clock = {
    now: () => later(deps.clock.now(), days * DAY_MS),
    realNow: () => later(deps.clock.realNow(), days * DAY_MS),
  }
  const config = { ...deps.config, detailsKeptDays: DAYS }
  return eraseExpired({ ...deps, clock, config })
}
const wallet = {
  alias: 'Wallet',
  currency: 'USDC',
  method: 'EVM_ADDRESS',
  details: { address: ADDRESS, chain: 'base' },
}
const create = async (idempotencyKey = crypto.randomUUID()) =>
  corridor.post<InstrumentJson>(instruments, wallet, { idempotencyKey })
const archive = (id: string) => corridor.call<InstrumentJson>('DELETE', `${instruments}/${id}`)
const get = async (id: string) => (await corridor.get<InstrumentJson>(`${instruments}/${id}`)).data
const audited = async (subject: string) =>
  await corridor.sql<{ actor: string; act: string }>`select actor, act from audit_entries
      where subject = ${subject} and actor = 'retention'`

test('the details of an archived instrument are erased after the kept days, and not before', async () => {
  const key = crypto.randomUUID()
  const { data: used } = await create(key)
  const { data: active } = await create()
  await archive(used.id)
  expect(await eraseAfter(DAYS - 1)).toBe(0)
  expect((await get(used.id)).details).toEqual(wallet.details)
  expect(await eraseAfter(DAYS + 1)).toBe(1)
  expect(await eraseAfter(DAYS + 1)).toBe(0)

  const erased = await get(used.id)
  expect(erased.details).toEqual({ address: '', chain: 'base' })
  expect(erased.status.current_status).toBe('ARCHIVED')
  expect((await get(active.id)).details).toEqual(wallet.details)
  expect(await audited(used.id)).toEqual([{ actor: 'retention', act: 'instrument.erased' }])
  const shown = await compliance.act<{ details_erased_at: string | null }>(
    'GET',
    `/instruments/${used.id}`,
  )
  expect(shown.data.details_erased_at).not.toBeNull()
  const replayed = await create(key)
  expect(replayed.problem.code).toBe('idempotency_key_reused')
})

test('an erased instrument keeps its orders and the ledger, and cannot be used again', async () => {
  const { data: offerings } = await corridor.post<{ id: string }[]>(
    `${corridor.organization}/offerings`,
  )
  expect(offerings.length).toBeGreaterThan(0)
  const order = await corridor.order()
  await corridor.post(`${corridor.organization}/orders/${order.id}/cancel`, undefined, {
    idempotencyKey: null,
  })
  const payin = order.payin.external_payment_instrument
  const archived = await archive(payin.id)
  expect(archived.status, archived.text).toBe(200)
  expect(await eraseAfter(DAYS + 1)).toBe(1)
  const { data } = await corridor.get<OrderJson>(`${corridor.organization}/orders/${order.id}`)
  expect(data.payin.external_payment_instrument.id).toBe(payin.id)
  expect((await get(payin.id)).details).toEqual({ address: '' })
  expect(await verifyLedger(corridor.deps.db)).toMatchObject({ difference: undefined })
  const again = await corridor.post<{ id: string }[]>(`${corridor.organization}/offerings`)
  expect(again.text).not.toContain(payin.id)
})

test('travel rule records go with their wallet, and answers with their closed request', async () => {
  const { data: made } = await create()
  const legal = (name: string) => ({
    legalPerson: {
      name: {
        nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }],
      },
      customerIdentification: '1',
    },
  })
  await corridor.post(`${instruments}/${made.id}/travel-rule`, {
    originator: { originatorPersons: [legal('A')] },
    beneficiary: { beneficiaryPersons: [legal('B')] },
  })
  await archive(made.id)
  const asked = await compliance.act<{ id: string }>(
    'POST',
    `/organizations/${corridor.sandbox.organization_id}/information_requests`,
    {
      message: 'Please explain.',
      fields: [{ name: 'why', about: 'Why.', type: 'text', required: true }],
      documents: [{ name: 'bill', about: 'The bill.', required: true, largest_bytes: 100 }],
      deadline: new Date(desk.clock.realNow() + DAY_MS).toISOString(),
      reason: 'a look',
    },
  )
  const path = `${corridor.organization}/information-requests/${asked.data.id}`
  const { data: document } = await corridor.post<{ id: string }>(`${path}/documents`, {
    name: 'bill',
    type: 'application/pdf',
    content: Buffer.from('%PDF-1.7').toString('base64'),
  })
  await corridor.post(`${path}/answer`, { fields: { why: 'so' }, document_ids: [document.id] })
  const close = `/information_requests/${asked.data.id}/close`
  expect(await eraseAfter(DAYS + 1), 'the organization is asked').toBe(0)
  await compliance.act('POST', close, { reason: 'done' })
  expect(await eraseAfter(DAYS + 1)).toBe(2)

  const reason = { reason: 'a look' }
  const reads = [
    await compliance.act('POST', `/instruments/${made.id}/travel_rule/read`, reason),
    await compliance.act('POST', `/information_requests/${asked.data.id}/read`, reason),
    await compliance.act(
      'POST',
      `/information_requests/${asked.data.id}/documents/${document.id}/read`,
      reason,
    ),
  ]
  expect(reads.map(({ problem }) => problem.code)).toEqual(
    Array.from({ length: 3 }, () => 'act_refused'),
  )
  const { rows } = await corridor.database.owner.query<{ left: bigint }>(
    `select (select sum(length(record_sealed)) from travel_rule_records)
            + (select sum(length(answer_sealed)) from information_requests)
            + (select sum(length(content_sealed)) from information_documents) as left`,
  )
  expect(rows).toEqual([{ left: 0n }])
  expect(await audited(asked.data.id)).toHaveLength(1)
})

test('erased values do not stop a change of the encryption key', async () => {
  const { deps, database } = corridor
  const done = await reseal(database.owner, deps.config.secrets)
  expect(done.flatMap(({ unreadable }) => unreadable)).toEqual([])
})

test("the service's role can erase, and not change details", async () => {
  const { data: made } = await create()
  await archive(made.id)
  const values = [requireUuid('org', corridor.sandbox.organization_id), requireUuid('epi', made.id)]
  const { db } = corridor.deps
  await expect(
    db.query(`select erase_instrument($1, $2, now(), now(), 'k', repeat('x', 161)::bytea)`, values),
  ).rejects.toThrow('details that are erased must be short')
  await expect(
    db.query(
      `update external_payment_instruments set details_sealed = details_sealed where organization_id = $1 and id = $2`,
      values,
    ),
  ).rejects.toThrow('permission denied')
})

test('without a policy nothing is erased', async () => {
  expect(await eraseExpired(corridor.deps)).toBe(0)
})

test.each(['0', '1825', 'x', '100000'])(
  'a live deployment refuses to keep details for %s days',
  (days) => {
    const env = {
      CORRIDOR_ENVIRONMENT: 'live',
      DATABASE_URL: 'postgres://localhost/none',
      CORRIDOR_SECRETS: newSecrets(),
      CORRIDOR_DETAILS_KEPT_DAYS: days,
    }
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(/CORRIDOR_DETAILS_KEPT_DAYS/)
  },
)
