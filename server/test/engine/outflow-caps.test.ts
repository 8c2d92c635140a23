// Outflow caps of a rail: what exceeds them is not sent, also when workers commit intents at the same moment.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventJson } from '../../src/engine/events/schemas.ts'
import { publicId } from '../../src/platform/ids.ts'
import { applyFile } from '../../src/desk/operator-file/apply-file.ts'
import { readOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import { selectWaiting } from '../../src/desk/operator-file/queries.ts'
import { selectParkedOrders } from '../../src/engine/orders/operator-queries.ts'
import { releaseOrder } from '../../src/engine/orders/release-order.ts'
import { selectOutflowCaps, upsertOutflowCap } from '../../src/outside/rails/outflow-caps.ts'
import { selectWaitingRefunds } from '../../src/engine/refunds/waiting-queries.ts'
import { sendRefunds } from '../../src/engine/refunds/send-refunds.ts'
import { forFile } from '../support/for-file.ts'
import { requireUuid } from '../support/ids.ts'
import {
  advanceAll,
  claimDue,
  fillDue,
  fundedOrders,
  insertIntents,
  rowOf,
  stateOf,
  statesOf,
} from '../support/orders.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
beforeEach(async () => {
  await corridor.sql`delete from outflow_caps`
  await corridor.sql`delete from outflows`
})

const cap = (currency: string, caps: { send?: bigint; hour?: bigint }) =>
  upsertOutflowCap(corridor.deps.db, {
    rail: 'sandbox',
    currency,
    max_send_minor: caps.send ?? null,
    max_hour_minor: caps.hour ?? null,
  })

const pathOf = (order: { id: string }) => `${corridor.organization}/orders/${order.id}`

/** Moves what was sent so far an hour into the past: the hour is counted by the database's clock. */
const passAnHour = () =>
  corridor.database.owner.query(`update outflows set minute = minute - interval '61 minutes'`)

describe('the cap of an hour', () => {
  test('parks the payouts beyond it, and a release after the hour continues them', async () => {
    const { orders, eachMinor } = await fundedOrders(corridor, 3)
    await cap('COP', { hour: 2n * eachMinor + 1n })
    await advanceAll(corridor)
    const outcomes = await statesOf(corridor, orders)
    expect(outcomes.toSorted()).toEqual([
      'STEP_3_SETTLING_PAYOUT outflow_limit',
      'STEP_4_COMPLETED',
      'STEP_4_COMPLETED',
    ])
    const [parked] = await selectParkedOrders(corridor.deps.db)
    if (parked === undefined) throw new Error('no order is parked')
    expect(parked.parked_reason).toBe('outflow_limit')
    await releaseOrder(corridor.deps, parked)
    await advanceAll(corridor)
    expect(await stateOf(corridor, { id: publicId('ord', parked.id) })).toMatch(/outflow_limit$/)
    await passAnHour()
    await releaseOrder(corridor.deps, await rowOf(corridor, { id: publicId('ord', parked.id) }))
    await advanceAll(corridor)
    expect(await stateOf(corridor, { id: publicId('ord', parked.id) })).toBe('STEP_4_COMPLETED')
  })

  test('is never exceeded by intents that many connections commit at once', async () => {
    const { eachMinor } = await fundedOrders(corridor, 12)
    await fillDue(corridor)
    const claimed = await claimDue(corridor, 12)
    expect(new Set(claimed.map(({ status }) => status))).toEqual(
      new Set(['STEP_3_SETTLING_PAYOUT']),
    )
    await cap('COP', { hour: 5n * eachMinor })
    const answers = await insertIntents(corridor, claimed, 'sandbox')
    const beyond = answers.filter((answer) => answer === 'outflow_limit')
    const rows = await corridor.sql<{ sent: string }>`select sum(amount_minor)::text as sent
        from outflows`
    expect({ beyond: beyond.length, ...rows[0] }).toEqual({
      beyond: 7,
      sent: String(5n * eachMinor),
    })
    const paid = await corridor.database.owner.query(
      'select from payouts where order_id = any($1) and prepared_sealed is not null',
      [claimed.map(({ id }) => id)],
    )
    expect(paid.rowCount).toBe(5)
    await corridor.sql`update orders set lease_token = null, leased_until = null
        where lease_token is not null`
    await corridor.sql`delete from outflow_caps`
    await advanceAll(corridor)
  })

  test('is not exceeded by payouts of one statement', async () => {
    const { orders, eachMinor } = await fundedOrders(corridor, 6)
    await cap('COP', { hour: 2n * eachMinor })
    await advanceAll(corridor)
    const completed = (await statesOf(corridor, orders)).filter(
      (status) => status === 'STEP_4_COMPLETED',
    )
    expect(completed).toHaveLength(2)
    await corridor.sql`delete from outflow_caps`
    for (const order of await selectParkedOrders(corridor.deps.db))
      await releaseOrder(corridor.deps, order)
    await advanceAll(corridor)
  })
})

describe('the cap of one payout', () => {
  test('parks a payout above it, tells the customer nothing of it, and counts nothing', async () => {
    const { orders, eachMinor } = await fundedOrders(corridor, 1)
    const [order] = orders
    if (order === undefined) throw new Error('there is no order')
    await cap('COP', { send: eachMinor - 1n })
    await advanceAll(corridor)
    expect(await stateOf(corridor, order)).toBe('STEP_3_SETTLING_PAYOUT outflow_limit')
    const { data } = await corridor.get<{ events: EventJson[] }>(`${pathOf(order)}/timeline`)
    expect(data.events.at(-1)).toMatchObject({
      type: 'order.parked',
      data: { reason: 'processing' },
    })
    expect(JSON.stringify(data)).not.toMatch(/outflow|limit/)
    expect((await corridor.database.owner.query('select from outflows')).rowCount).toBe(0)
    await cap('COP', { send: eachMinor })
    await releaseOrder(corridor.deps, await rowOf(corridor, order))
    await advanceAll(corridor)
    expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
  })
})

test('a rail without caps counts nothing, and caps of another currency or rail do not matter', async () => {
  const { orders, eachMinor } = await fundedOrders(corridor, 1)
  await cap('USDC', { send: 1n, hour: 1n })
  await upsertOutflowCap(corridor.deps.db, {
    rail: 'bank:other',
    currency: 'COP',
    max_send_minor: 1n,
    max_hour_minor: eachMinor,
  })
  await advanceAll(corridor)
  expect(await statesOf(corridor, orders)).toEqual(['STEP_4_COMPLETED'])
  expect((await corridor.database.owner.query('select from outflows')).rowCount).toBe(0)
})

test('a refund beyond a cap waits unsent, is shown to operators, and is sent after the hour', async () => {
  const { deps } = corridor
  const quote = await corridor.quote(undefined, '1911.09')
  const order = await corridor.order(quote.id)
  await corridor.fund(order.id)
  expect(
    (await corridor.post(`${pathOf(order)}/cancel`, {}, { idempotencyKey: null })).status,
  ).toBe(200)
  const refund = async () => {
    const { rows } = await corridor.database.owner.query<{ status: string; attempt: number }>(
      `select status, attempt, rail, lease_token is null as is_free, outflow_limited_at is null as is_within
         from refunds where order_id = $1`,
      [requireUuid('ord', order.id)],
    )
    return rows[0]
  }
  const waiting = async () => ({
    refunds: (await selectWaitingRefunds(deps.db)).map(({ waits_for }) => waits_for),
    counted: (await selectWaiting(deps.db)).find(({ what }) => what === 'refunds')?.count,
  })
  const half = (await selectRefundAmount(order)) ?? 0n
  await cap('USDC', { hour: half })
  // Something else used the cap of this hour.
  await corridor.sql`insert into outflows (rail, currency, minute, amount_minor)
     values ('sandbox', 'USDC', date_trunc('minute', now()), 1)`
  for (let round = 0; round < 3; round++) {
    corridor.clock.advance(60_000)
    await sendRefunds(deps)
    expect(await refund()).toEqual({
      status: 'PENDING',
      attempt: 0,
      rail: null,
      is_free: true,
      is_within: false,
    })
  }
  expect(await waiting()).toEqual({ refunds: ['outflow_limit'], counted: 1 })
  await passAnHour()
  corridor.clock.advance(60_000)
  await sendRefunds(deps)
  expect(await refund()).toMatchObject({ status: 'PROCESSED', rail: 'sandbox', is_within: true })
  expect(await waiting()).toEqual({ refunds: [], counted: 0 })
})

async function selectRefundAmount(order: { id: string }): Promise<bigint | undefined> {
  const rows = await corridor.sql<{ minor: string }>`select amount_minor::text as minor from refunds
      where order_id = ${requireUuid('ord', order.id)}`
  return rows[0] === undefined ? undefined : BigInt(rows[0].minor)
}

describe('caps of the operator file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-caps-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'caps.yaml')
  const { publicKey } = generateKeyPairSync('ed25519')
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString(
    'base64',
  )

  async function apply(caps: string): Promise<string[]> {
    writeFileSync(
      path,
      `rails:
  - name: bank:mexico
    kind: connector
    settings:
      url: http://localhost:1
      signing_key: env:CORRIDOR_TEST_NO_SUCH_KEY
      signing_key_id: desk
      public_keys: { bank: '${key}' }
      serves: [{ method: MXN_CLABE, currencies: [MXN] }]
${caps}`,
    )
    const world = { ...corridor.deps.config, at: corridor.clock.now() }
    const { changes } = await applyFile(corridor.deps.db, world, readOperatorFile(path))
    return changes.map(({ verb, what, details }) => [`${verb} ${what}`, ...details].join('; '))
  }

  test('are set, changed and ended without opening the rail again', async () => {
    expect(await apply('    max_send: { MXN: "1000.00" }\n')).toEqual([
      'create rail bank:mexico; max_send.MXN: none -> 1000.00',
    ])
    expect(
      await apply('    max_send: { MXN: "1000.00" }\n    max_hour: { MXN: "5000.00" }\n'),
    ).toEqual(['change rail bank:mexico; max_hour.MXN: none -> 5000.00'])
    expect(await selectOutflowCaps(corridor.deps.db, 'bank:mexico')).toEqual([
      { rail: 'bank:mexico', currency: 'MXN', max_send_minor: 100_000n, max_hour_minor: 500_000n },
    ])
    expect(await apply('')).toEqual([
      'change rail bank:mexico; max_send.MXN: 1000.00 -> none; max_hour.MXN: 5000.00 -> none',
    ])
    expect(await selectOutflowCaps(corridor.deps.db, 'bank:mexico')).toEqual([])
    expect(await apply('')).toEqual([])
    const rows = await corridor.sql`select name, version from rails`
    expect(rows).toEqual([{ name: 'bank:mexico', version: 1 }])
  })

  test.each([
    ['    max_send: { USDC: "10.00" }\n', /10:\d+: the rail bank:mexico does not serve USDC/],
    ['    max_send: { MXN: "10.001" }\n', /10:\d+: 10.001 is not an amount of MXN above zero/],
    [
      '    max_send: { MXN: "10.00" }\n    max_hour: { MXN: "9.99" }\n',
      /11:\d+: max_hour 9.99 is below max_send 10.00/,
    ],
  ])('are refused with line and column: %s', async (caps, reason) => {
    await expect(apply(caps)).rejects.toThrow(reason)
  })
})

describe('caps of signers in the operator file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-signers-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'signers.yaml')
  beforeAll(() =>
    corridor.database.owner.query(
      `insert into rails (name, kind, settings) values ('evm:test', 'evm', '{"payer": "env:CORRIDOR_TEST_PAYER"}')`,
    ),
  )

  async function apply(signer: string): Promise<string[]> {
    writeFileSync(path, `signers:\n  - ${signer}\n`)
    const world = { ...corridor.deps.config, at: corridor.clock.now() }
    const { changes } = await applyFile(corridor.deps.db, world, readOperatorFile(path))
    return changes.map(({ verb, what, details }) => [`${verb} ${what}`, ...details].join('; '))
  }

  test('are set and ended', async () => {
    const caps = `max_send: { USDC: "10.00" }, max_hour: { USDC: "20.00" }`
    expect(await apply(`{ key: 'env:CORRIDOR_TEST_PAYER', ${caps} }`)).toEqual([
      'change signer env:CORRIDOR_TEST_PAYER; max_send.USDC: none -> 10.00; max_hour.USDC: none -> 20.00',
    ])
    expect(
      await selectOutflowCaps(corridor.deps.db, 'signer:env:CORRIDOR_TEST_PAYER'),
    ).toMatchObject([{ currency: 'USDC', max_send_minor: 10_000000n, max_hour_minor: 20_000000n }])
    expect(await apply(`key: env:CORRIDOR_TEST_PAYER`)).toEqual([
      'change signer env:CORRIDOR_TEST_PAYER; max_send.USDC: 10.00 -> none; max_hour.USDC: 20.00 -> none',
    ])
  })

  test('are refused for a key that no rail pays with, without repeating it', async () => {
    const refused = apply(`{ key: '0xsecret', max_send: { USDC: "10.00" } }`)
    await expect(refused).rejects.toThrow(
      /signers.yaml:2:\d+: no rail has this key as its setting `payer`; keys of rails: env:CORRIDOR_TEST_PAYER/,
    )
    await expect(refused).rejects.not.toThrow(/secret/)
  })

  test('are refused in an unknown currency, with line and column', async () => {
    await expect(
      apply(`{ key: 'env:CORRIDOR_TEST_PAYER', max_hour: { XXX: "10.00" } }`),
    ).rejects.toThrow(/2:\d+: unknown currency XXX/)
  })
})
