// Orders of a whole service that converts at Bitso and pays out over it: the operator file, the worker, the database, and
// the fake server.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selectCancellations } from '../../src/engine/cancellations/queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { root } from '../support/command.ts'
import { newPerson } from '../support/desk.ts'
import { fakeBitso, type FakeBitso } from '../support/fake-bitso.ts'
import { rowOf, statusOf } from '../support/orders.ts'
import { untilOpen } from '../support/rails.ts'
import { manualClock, testService, type TestService } from '../support/service.ts'

const CONVERT = 'POST /rfq/v1/conversions'
const folder = mkdtempSync(join(tmpdir(), 'corridor-bitso-'))
let bitso: FakeBitso
let corridor: TestService

beforeAll(async () => {
  bitso = await fakeBitso({ isTicking: true })
  // The service and the company agree on the real time, which a test can move.
  const clock = { ...manualClock(), realNow: bitso.clock.realNow }
  corridor = await testService({ clock, env: { CORRIDOR_SANDBOX_FILE: operatorFile() } })
  await untilOpen(corridor.deps.rails)
})
afterAll(async () => {
  await corridor.close()
  await bitso.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The demo world, but the route to Mexico converts at Bitso, and Bitso pays out pesos. */
function operatorFile(): string {
  const secretFile = (name: string) => {
    writeFileSync(join(folder, name), bitso.secret(`env:${name}`))
    return `file:${join(folder, name)}`
  }
  const access = `base_url: ${bitso.url}
      api_key: ${secretFile('BITSO_KEY')}
      api_secret: ${secretFile('BITSO_SECRET')}`
  const rail = `rails:
  - name: bitso
    kind: bitso
    settings:
      ${access}
      currencies: [MXN]
      poll_seconds: 1
`
  const provider = `  - name: BITSO
    kind: bitso
    settings:
      ${access}
    trading_pairs:
      - payin_currency: USDC
        payout_currency: MXN
        hours: *always
        settings: { sample_amount: '1000.00', margin_bps: 10, refresh_seconds: 2 }

`
  const text = readFileSync(join(root, 'server/sandbox.yaml'), 'utf8')
    .replace('  - name: BETA\n', `${provider}  - name: BETA\n`)
    .replace(/(payout_currency: MXN\n\s+liquidity_provider: )ALPHA/, '$1BITSO')
  const path = join(folder, 'world.yaml')
  writeFileSync(path, text + rail)
  return path
}

/** Waits for a fresh rate: the clock that a test has advanced makes the last one old. */
async function quoted(): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      const { id: offeringId } = await corridor.offering('USDC', 'MXN')
      return (await corridor.quote(offeringId)).id
    } catch (error) {
      if (tries === 600) throw error
      await sleep(100)
    }
  }
}

async function funded(): Promise<string> {
  const { id } = await corridor.order(await quoted())
  await corridor.fund(id)
  return id
}

/**
 * Lets the time of retries pass until the order ends. Bitso completes each payout a while after it was made, and drops
 * no answer without a fault.
 */
async function completed(id: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { data } = await corridor.get<OrderJson>(`${corridor.organization}/orders/${id}`)
    if (data.status.current_status === 'STEP_4_COMPLETED') return
    corridor.clock.advance(10_000)
    await sleep(50)
    for (const row of bitso.books.withdrawals) row['status'] = 'complete'
  }
  throw new Error(`order ${id} was not completed`)
}

/** The payouts that Bitso has of an order. */
const payoutsOf = (id: string) =>
  bitso.books.withdrawals.filter((row) => String(row['origin_id']).startsWith(id))

test('an order is priced by Bitso, converted there and paid out', async () => {
  const { indicative_exchange_rate } = await corridor.offering('USDC', 'MXN')
  expect(indicative_exchange_rate).toBe('18.4815')
  const id = await funded()
  await completed(id)
  expect(bitso.books.conversions).toHaveLength(1)
  const { data } = await corridor.get<OrderJson>(`${corridor.organization}/orders/${id}`)
  const [payout, ...others] = payoutsOf(id)
  expect(others).toEqual([])
  expect(payout?.['amount']).toBe(data.payout.total)
})

test.each(['lost_answer', 'error_after', 'bad_nonce'] as const)(
  'an order is converted once when the conversion meets %s',
  async (fault) => {
    const before = bitso.books.conversions.length
    bitso.fail(CONVERT, fault)
    await completed(await funded())
    expect(bitso.books.conversions).toHaveLength(before + 1)
  },
)

test.each(['lost_answer', 'error_after', 'error_before', 'bad_nonce'] as const)(
  'an order is paid out once when the payout meets %s',
  async (fault) => {
    bitso.fail('POST /v3/withdrawals', fault)
    const id = await funded()
    await completed(id)
    expect(payoutsOf(id)).toHaveLength(1)
  },
)

test('a payout is not cancelled at Bitso, also if a second person approves it, and goes once', async () => {
  const { db } = corridor.deps
  const desk = { corridor, clock: { ...corridor.clock, advanceReal: () => undefined } }
  const first = await newPerson(desk, 'first', 'treasurer')
  const second = await newPerson(desk, 'second', 'treasurer')
  const id = await funded()
  await expect.poll(() => payoutsOf(id).length, { timeout: 60_000 }).toBe(1)
  const reason = 'the customer asked'
  const cancel = () => first.act<{ id: string }>('POST', `/orders/${id}/cancel-payout`, { reason })
  expect((await cancel()).problem.detail).toContain('cannot cancel')
  const rule = { act: 'order.cancel-payout', enterprise_id: null, from: null } as const
  await updateApprovalRules(db, [{ ...rule, roles: ['treasurer'] }])
  const proposed = await cancel()
  expect(proposed.status).toBe(202)
  const approved = await second.act('POST', `/approvals/${proposed.data.id}/approve`, { reason })
  expect([approved.status, approved.problem.detail]).toEqual([
    409,
    expect.stringContaining('cannot cancel'),
  ])
  await updateApprovalRules(db, [])
  expect(await selectCancellations(db, [await rowOf(corridor, { id })])).toEqual([])
  await completed(id)
  expect(payoutsOf(id)).toHaveLength(1)
})

test('a payout that Bitso refuses for good is refunded', async () => {
  bitso.books.options.refuses = '0714'
  const id = await funded()
  await corridor.until(id, 'FAILED_REFUND_PROCESSED')
  expect(payoutsOf(id)).toEqual([])
  bitso.books.options.refuses = ''
})

test('an order whose conversion was never made gets another quote after the first has expired', async () => {
  const [before, asked] = [bitso.books.conversions.length, bitso.count(CONVERT)]
  bitso.fail(CONVERT, 'error_before')
  const id = await funded()
  await expect.poll(() => bitso.count(CONVERT)).toBe(asked + 1)
  bitso.advance(30_000 + 120_000 + 5000)
  await completed(id)
  const quotes = bitso.seen.filter(({ route }) => route === CONVERT).slice(asked)
  expect(new Set(quotes.map(({ body }) => body['quote_id'])).size).toBe(2)
  expect(bitso.books.conversions).toHaveLength(before + 1)
})

test('twenty orders at once make twenty conversions', async () => {
  const before = bitso.books.conversions.length
  const orders = await Promise.all(Array.from({ length: 20 }, funded))
  await Promise.all(orders.map(completed))
  expect(bitso.books.conversions).toHaveLength(before + 20)
  for (const id of orders) expect(payoutsOf(id)).toHaveLength(1)
})

describe('a webhook', () => {
  async function sendWebhook(name: string, event: ReturnType<FakeBitso['webhook']>) {
    const { status } = await fetch(`${corridor.url}/v1/connectors/${name}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...event.headers },
      body: event.body,
    })
    return status
  }

  /** An order whose payout Bitso has, and has not completed. */
  async function pendingOrder() {
    const id = await funded()
    for (let tries = 0; tries < 2000; tries++) {
      const [payout] = payoutsOf(id)
      if (payout !== undefined) return { id, payout }
      corridor.clock.advance(1000)
      await sleep(50)
    }
    throw new Error('the payout did not arrive at Bitso')
  }

  test('makes the service look the payout up at once, and a repeated one changes nothing', async () => {
    const { id, payout } = await pendingOrder()
    payout['status'] = 'complete'
    const { wid, origin_id } = payout
    for (let tries = 0; (await statusOf(corridor, id)) !== 'STEP_4_COMPLETED'; tries++) {
      if (tries === 600) throw new Error('the webhooks had no effect')
      // Another one each time: the first may meet the order while a worker still holds it.
      const event = bitso.webhook('withdrawal', { wid, tries, details: { origin_id } })
      expect(await sendWebhook('bitso', event)).toBe(204)
      expect(await sendWebhook('bitso', event)).toBe(204)
      await sleep(100)
    }
    expect(payoutsOf(id)).toHaveLength(1)
  })

  test('says nothing by itself: a payout that Bitso has not completed stays pending', async () => {
    const { id, payout } = await pendingOrder()
    const { wid, origin_id } = payout
    const event = bitso.webhook('withdrawal', { wid, status: 'complete', details: { origin_id } })
    expect(await sendWebhook('bitso', event)).toBe(204)
    await sleep(300)
    expect(await statusOf(corridor, id)).toBe('STEP_3_SETTLING_PAYOUT')
    await completed(id)
  })

  test('with a wrong signature, or to the provider of the same company, is refused', async () => {
    const event = bitso.webhook('withdrawal', { wid: 'w', details: {} })
    const body = Buffer.from(event.body.toString().replace('"w"', '"v"'))
    expect(await sendWebhook('bitso', { ...event, body })).toBe(401)
    expect(await sendWebhook('BITSO', event)).toBe(401)
  })
})
