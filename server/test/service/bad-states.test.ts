// Requests refused for the present state: held, archived, closed, expired, used, or without a rate.
import { instantAt } from '../../src/platform/clock.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { updateOrganizationStatus } from '../../src/parties/organizations/queries.ts'
import { forFile } from '../support/for-file.ts'
import { setInstrumentStatus } from '../support/instrument-status.ts'
import {
  expectProblem,
  operationsOf,
  type Expected,
  type Operation,
} from '../support/operations.ts'
import { manualClock, NOON, testService, type Reply } from '../support/service.ts'
import { requireUuid } from '../support/ids.ts'

const corridor = await forFile(testService({ worker: false }))
const offering = await corridor.offering()

const { instruments, offerings, quotes, orders, simulation, everything, refusedAndForgotten } =
  operationsOf(() => ({ corridor, offering }))

describe('new business is refused', () => {
  const organizationId = () => requireUuid('org', corridor.sandbox.organization_id)
  const notActive = (code: string): Expected => ({ status: 409, code })

  /** Prepares the requests while they are allowed, expects refusals under the condition, and success with the same keys afterwards. */
  async function refusedWhile(
    operationsRefused: Operation[],
    begin: () => Promise<unknown>,
    end: () => Promise<unknown>,
    expected: Expected,
  ): Promise<Reply<unknown>[]> {
    const prepared = []
    for (const operation of operationsRefused)
      prepared.push({
        operation,
        path: await operation.path(),
        body: await operation.body(),
        idempotencyKey: randomUUID(),
      })
    const before = await everything()
    const refusals: Reply<unknown>[] = []
    await begin()
    try {
      for (const { path, ...request } of prepared) {
        const refused = await corridor.call('POST', path, request)
        expectProblem(refused, expected)
        refusals.push(refused)
      }
      expect(await everything()).toEqual(before)
    } finally {
      await end()
    }
    for (const { path, operation, ...request } of prepared) {
      expect((await corridor.call('POST', path, request)).status, operation.name).toBe(
        operation.success,
      )
    }
    return refusals
  }

  test('while the organization is on hold, which can still be read', async () => {
    const set = (status: 'ACTIVE' | 'COMPLIANCE_HOLD') =>
      updateOrganizationStatus(corridor.deps.db, organizationId(), status, corridor.clock.now())
    const hold = async () => {
      await set('COMPLIANCE_HOLD')
      expect(
        (await corridor.get<{ status: { current_status: string } }>(corridor.organization)).data
          .status.current_status,
      ).toBe('COMPLIANCE_HOLD')
    }
    const refusals = await refusedWhile(
      [instruments, offerings, quotes, orders],
      hold,
      () => set('ACTIVE'),
      notActive('organization_not_active'),
    )
    for (const refused of refusals)
      expect(refused.problem['current_status']).toBe('COMPLIANCE_HOLD')
  })

  test.each(['payin', 'payout'] as const)(
    'while the %s instrument is on hold or archived',
    async (side) => {
      const { id } = offering[side].external_payment_instrument
      const set = (status: 'ACTIVE' | 'COMPLIANCE_HOLD' | 'ARCHIVED') =>
        setInstrumentStatus(
          corridor.deps.db,
          { organizationId: organizationId(), id: requireUuid('epi', id) },
          status,
          corridor.clock.now(),
        )
      for (const status of ['COMPLIANCE_HOLD', 'ARCHIVED'] as const) {
        const refusals = await refusedWhile(
          [quotes, orders],
          () => set(status),
          () => set('ACTIVE'),
          notActive('instrument_not_active'),
        )
        for (const refused of refusals) {
          expect(refused.problem).toMatchObject({
            external_payment_instrument_id: id,
            current_status: status,
          })
        }
      }
    },
  )

  test('while the route is disabled', async () => {
    const set = (isDisabled: boolean) =>
      corridor.database.owner.query(
        `update configured_routes set is_disabled = $2 where organization_id = $1 and payin_currency = 'USDC' and payout_currency = 'COP'`,
        [organizationId(), isDisabled],
      )
    await refusedWhile(
      [quotes, orders],
      () => set(true),
      () => set(false),
      notActive('route_disabled'),
    )
  })

  test('while the market is closed, except for an order from an earlier quote', async () => {
    const { id } = await corridor.offering('EUR', 'COP')
    const euros: Operation = {
      ...quotes,
      body: async () => ({ offering_id: id, payin_amount: '1000.00' }),
    }
    const closed = async () => corridor.clock.set(Date.parse('2026-03-07T17:00:00.000Z'))
    const open = async () => corridor.clock.set(NOON)
    await refusedWhile([euros], closed, open, notActive('market_closed'))
    // 08:00 to 17:00 in Bogota: the end is exclusive.
    corridor.clock.set(Date.parse('2026-03-04T18:59:59.999Z'))
    const late = await corridor.quote(id)
    corridor.clock.advance(1)
    expectProblem(
      await corridor.post(`${corridor.organization}/quotes`, await euros.body()),
      notActive('market_closed'),
    )
    expect((await corridor.order(late.id)).quote_id).toBe(late.id)
    corridor.clock.set(NOON)
  })
})

describe('a state that does not allow the request', () => {
  test('an expired quote makes no order, and the error states when it expired', async () => {
    const quote = await corridor.quote(offering.id)
    const idempotencyKey = randomUUID()
    const before = await everything()
    corridor.clock.set(Date.parse(quote.submission_expires_at) + 1)
    const refused = await corridor.post(
      `${corridor.organization}/orders`,
      { quote_id: quote.id },
      { idempotencyKey },
    )
    expectProblem(refused, { status: 409, code: 'quote_expired' })
    expect(refused.problem['submission_expires_at']).toBe(quote.submission_expires_at)
    expect(await everything()).toEqual(before)
    corridor.clock.set(NOON)
    expect(
      (
        await corridor.post(`${corridor.organization}/orders`, await orders.body(), {
          idempotencyKey,
        })
      ).status,
    ).toBe(201)
  })

  test('an order request is replayed under its key even after the quote has expired', async () => {
    const [body, idempotencyKey] = [await orders.body(), randomUUID()]
    const first = await corridor.post(`${corridor.organization}/orders`, body, { idempotencyKey })
    corridor.clock.advance(3_600_000)
    const again = await corridor.post(`${corridor.organization}/orders`, body, { idempotencyKey })
    corridor.clock.set(NOON)
    expect({ status: again.status, text: again.text }).toEqual({ status: 201, text: first.text })
  })

  test('a used quote makes no second order, and the idempotency key stays free', async () => {
    const quote = await corridor.quote(offering.id)
    await corridor.order(quote.id)
    await refusedAndForgotten(orders, () => ({ body: { quote_id: quote.id } }), {
      status: 409,
      code: 'quote_already_used',
    })
  })

  test('funding is simulated once; each repetition gets the same refusal', async () => {
    const path = await simulation.path()
    const send = (body: object) =>
      corridor.post(path, body, { idempotencyKey: null, headers: { 'x-request-id': 'same' } })
    expect((await send({})).status).toBe(200)
    const refusals = [await send({}), await send({}), await send({ request_id: 'again' })]
    for (const refused of refusals)
      expectProblem(refused, { status: 409, code: 'order_not_awaiting_funding' })
    expect(new Set(refusals.map((refused) => refused.text)).size).toBe(1)
  })
})

test('without a fresh rate no quote is made, and the answer says when to retry', async () => {
  let lateMs = 0
  const still = await testService({
    worker: false,
    clock: { ...manualClock(), realNow: () => instantAt(Date.now() + lateMs) },
  })
  try {
    const { id } = await still.offering()
    await still.deps.feeds.stop()
    lateMs = 61_000
    const idempotencyKey = randomUUID()
    const quote = () =>
      still.post(
        `${still.organization}/quotes`,
        { offering_id: id, payin_amount: '1000.00' },
        { idempotencyKey },
      )
    const refusals = [
      await quote(),
      await still.post(`${still.organization}/offerings`),
      await still.get('/v1/liquidity-providers/ALPHA/exchange-rate'),
    ]
    for (const refused of refusals) {
      expectProblem(refused, { status: 503, code: 'rate_unavailable' })
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
    const rows = await still.database.sql`select count(*)::int as quotes from quotes`
    expect(rows[0]).toEqual({ quotes: 0 })
    await still.deps.feeds.push()
    expect((await quote()).status).toBe(201)
  } finally {
    await still.close()
  }
})
