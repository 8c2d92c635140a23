// Halts of quotes, fills and sends: nothing new begins, what is in flight is asked for, and after the end of a halt
// everything goes on without loss.
import { executionBy } from '../../src/parties/acts/execution.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { halt, haltsOf, resume } from '../../src/engine/halts/act.ts'
import {
  fillsAreHalted,
  haltProblem,
  sendsAreHalted,
  type Halt,
} from '../../src/engine/halts/halted.ts'
import { instantAt, later, toTimestamp } from '../../src/platform/clock.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { publicId, writtenUuid } from '../../src/platform/ids.ts'
import { openHalts } from '../../src/engine/halts/present.ts'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { selectWaiting } from '../../src/desk/operator-file/queries.ts'
import { haltedSince } from '../../src/engine/orders/halts-of-order.ts'
import { endOrder } from '../../src/engine/orders/end-order.ts'
import { freezeOrder } from '../../src/engine/orders/freeze-order.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import type { Rail } from '../../src/outside/rails/port.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, newProgram, standingClock, type Person } from '../support/desk.ts'
import { createSharedCounts } from '../../src/service/processes/shared-counts.ts'
import { advanceAll, rowOf, runDueWork, stateOf } from '../support/orders.ts'
import { parkedOrder } from '../support/parked.ts'
import { testService } from '../support/service.ts'

const clock = standingClock()
const by = (act: 'halt' | 'resume') => executionBy(corridor.deps, COMMAND, act, 'a test')
const calls: string[] = []
/** Runs in place of the payout's last step before it is sent. */
let beforeSend: (() => Promise<void>) | undefined

const watched = (rail: Rail): Rail => ({
  ...rail,
  send: async (request, prepared) => {
    calls.push(`send ${request.key}`)
    return rail.send(request, prepared)
  },
  lookUp: async (key, prepared) => {
    calls.push(`look up ${key}`)
    return rail.lookUp(key, prepared)
  },
})

const counts = createSharedCounts()
const corridor = await forFile(
  testService({
    clock,
    worker: false,
    replace: ({ rails, insertPayoutIntent }) => ({
      sharedCounts: counts,
      rails: { ...rails, all: async () => (await rails.all()).map(watched) },
      insertPayoutIntent: async (intent) => {
        const inserted = await insertPayoutIntent(intent)
        await beforeSend?.()
        return inserted
      },
    }),
  }),
)

const all = (what: Halt['what']): Halt => ({ what, rail: null, provider: null })

async function halted(asked: Halt) {
  const row = await halt(corridor.deps, by('halt'), asked)
  if ('refused' in row) throw new Error(row.refused)
  // As if a moment had passed: this process knows the halt.
  await corridor.deps.halts.present('fresh')
  return row
}
async function resumeAll(): Promise<void> {
  for (const { id } of await selectHalts(corridor.deps.db))
    await resume(corridor.deps, by('resume'), id)
  await corridor.deps.halts.present('fresh')
}
afterEach(async () => {
  beforeSend = undefined
  await resumeAll()
  await advance()
  calls.length = 0
})

async function funded(): Promise<OrderJson> {
  const order = await corridor.order()
  expect((await corridor.fund(order.id)).status).toBe(200)
  return order
}

/** Advances everything that is due now or within the longest back-off. */
async function advance(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await runDueWork(corridor)
    clock.advance(2_000)
  }
}

const parkedOf = (id: string) => stateOf(corridor, { id })

describe('halted quotes', () => {
  const ask = (offeringId: string, key?: string) =>
    corridor.post(
      `${corridor.organization}/quotes`,
      { offering_id: offeringId, payin_amount: '1000.00' },
      key === undefined ? {} : { idempotencyKey: key },
    )

  test('are refused with an error that says so, and replays and existing quotes go on', async () => {
    const offering = await corridor.offering()
    const before = await ask(offering.id, 'asked-before')
    const quote = await corridor.quote(offering.id)
    await halted(all('quotes'))
    const refused = await ask(offering.id)
    expect(refused.problem).toMatchObject({ status: 503, code: 'quotes_halted' })
    expect(refused.headers.get('retry-after')).toBe('30')
    expect((await ask(offering.id, 'asked-before')).text).toBe(before.text)
    expect((await corridor.order(quote.id)).status.current_status).toBe('STEP_1_AWAITING_FUNDING')
    await resumeAll()
    expect((await ask(offering.id)).status).toBe(201)
  })

  test('are refused by the statement, also in a process that has not heard of the halt', async () => {
    const offering = await corridor.offering()
    const { halts } = corridor.deps
    const known = await halts.present('cached')
    expect(known).toEqual([])
    // Not read anew: the cache of this process says that nothing is halted.
    await halt(corridor.deps, by('halt'), all('quotes'))
    expect((await ask(offering.id)).problem.code).toBe('quotes_halted')
  })

  test('of one provider or rail leave the others', async () => {
    const offering = await corridor.offering()
    await halted({ what: 'quotes', rail: null, provider: 'BETA' })
    expect((await ask(offering.id)).status).toBe(201)
    await halted({ what: 'quotes', rail: null, provider: 'ALPHA' })
    expect((await ask(offering.id)).problem.code).toBe('quotes_halted')
    await resumeAll()
    await halted({ what: 'quotes', rail: 'sandbox', provider: null })
    expect((await ask(offering.id)).problem.code).toBe('quotes_halted')
  })
})

describe('the order that a halt holds', () => {
  let viewer: Pick<Person, 'act'>
  beforeAll(async () => {
    viewer = await newProgram(corridor, 'viewer')
  })
  const namedBy = async ({ id }: OrderJson) => {
    const { data } = await viewer.act<{ halts: { id: string }[] }>('GET', `/orders/${id}`)
    return data.halts.map((one) => one.id)
  }

  test('waits since the halt, or since it came to the step that the halt stops', () => {
    const [now, realNow] = [instantAt(10_000_000), instantAt(1_000_000)]
    const at = { now: () => now, realNow: () => realNow }
    const order = (age: number) => {
      const came = later(now, -age)
      return { created_at: came, status_history: [{ status: 'x', created_at: toTimestamp(came) }] }
    }
    const halt = (age: number) => ({ halted_at: later(realNow, -age) })
    expect(haltedSince(at, order(5000), [])).toBeNull()
    expect(haltedSince(at, order(5000), [halt(48_000)])).toBe(later(now, -5000))
    expect(haltedSince(at, order(60_000), [halt(48_000), halt(2000)])).toBe(later(now, -48_000))
  })

  test('names the halt of its next step, and no other one', async () => {
    const [unfunded, order] = [await corridor.order(), await funded()]
    await halted(all('quotes'))
    await halted({ what: 'fills', rail: null, provider: 'BETA' })
    expect(await namedBy(order)).toEqual([])
    const fills = await halted({ what: 'fills', rail: null, provider: 'ALPHA' })
    const sends = await halted({ what: 'sends', rail: 'sandbox', provider: null })
    expect(await namedBy(order)).toEqual([publicId('hlt', fills.id)])
    expect(await namedBy(unfunded)).toEqual([])
    await resume(corridor.deps, by('resume'), fills.id)
    await corridor.deps.halts.present('fresh')
    await advance()
    expect(await parkedOf(order.id)).toBe('STEP_3_SETTLING_PAYOUT')
    expect(await namedBy(order)).toEqual([publicId('hlt', sends.id)])
    const waiting = await viewer.act<{ orders: { id: string }[]; is_more: boolean }>(
      'GET',
      `/halts/${publicId('hlt', sends.id)}/waiting-orders`,
    )
    expect(waiting.data.orders.map((one) => one.id)).toEqual([order.id])
    expect(waiting.data.is_more).toBe(false)
    const unknown = await viewer.act('GET', `/halts/${order.id}/waiting-orders`)
    expect(unknown.problem.code).toBe('not_found')
    await resumeAll()
    await advance()
    expect(await parkedOf(order.id)).toBe('STEP_4_COMPLETED')
    await halted(all('sends'))
    expect(await namedBy(order)).toEqual([])
  })

  test('names the halt that holds its refund', async () => {
    const order = await parkedOrder(corridor)
    const one = await halted(all('sends'))
    expect(await namedBy(order)).toEqual([])
    await endOrder(corridor.deps, await rowOf(corridor, order), 'refund', 'asked by telephone')
    expect(await namedBy(order)).toEqual([publicId('hlt', one.id)])
  })
})

describe('a customer is told', () => {
  type Paused = { order_id: string; step: string; since: string }
  const pausedOf = async (...orders: OrderJson[]) => {
    const ids = orders.map(({ id }) => id).join(',')
    const path = `${corridor.organization}/paused-orders?order_ids=${ids}`
    return (await corridor.get<Paused[]>(path)).data
  }
  const stepsOf = async (...orders: OrderJson[]) =>
    (await pausedOf(...orders)).map(({ order_id, step }) => [order_id, step])

  test('which step of an order is paused and since when, and neither why nor where', async () => {
    const refunded = await parkedOrder(corridor, 'liquidity')
    const [unfunded, order] = [await corridor.order(), await funded()]
    await halted(all('quotes'))
    await halted({ what: 'fills', rail: null, provider: 'BETA' })
    expect(await pausedOf(unfunded, order)).toEqual([])
    const fills = await halted({ what: 'fills', rail: null, provider: 'ALPHA' })
    await halted({ what: 'sends', rail: 'sandbox', provider: null })
    const since = toTimestamp(clock.now())
    expect(await pausedOf(unfunded, order)).toEqual([
      { order_id: order.id, step: 'conversion', since },
    ])
    await resume(corridor.deps, by('resume'), fills.id)
    await corridor.deps.halts.present('fresh')
    await advance()
    expect(await stepsOf(order)).toEqual([[order.id, 'payout']])
    expect(await stepsOf(refunded, order)).toEqual([[order.id, 'payout']])
    await endOrder(corridor.deps, await rowOf(corridor, refunded), 'refund', 'asked by telephone')
    expect(await stepsOf(refunded, order)).toEqual([
      [refunded.id, 'refund'],
      [order.id, 'payout'],
    ])
    await resumeAll()
    expect(await pausedOf(refunded, order)).toEqual([])
  })

  test('which orders a person looks at and since when, and not which wait for liquidity', async () => {
    const parked = await parkedOrder(corridor)
    const short = await parkedOrder(corridor, 'liquidity')
    const since = toTimestamp(clock.now())
    expect(await pausedOf(parked, short)).toEqual([{ order_id: parked.id, step: 'review', since }])
    await freezeOrder(corridor.deps, await rowOf(corridor, short), 'a test')
    expect(await stepsOf(parked, short)).toEqual([
      [parked.id, 'review'],
      [short.id, 'review'],
    ])
  })

  test('nothing of orders of others, of what is no order, or of more than a hundred', async () => {
    const order = await funded()
    await halted(all('fills'))
    const { data: other } = await corridor.post<{ id: string }>('/v1/organizations', {
      name: 'Another company',
      contact: { email: 'ana@example.com', first_name: 'Ana', last_name: 'Rojas' },
    })
    const asked = (organization: string, ids: string) =>
      corridor.get<Paused[]>(`/v1/organizations/${organization}/paused-orders?order_ids=${ids}`)
    expect((await asked(other.id, order.id)).data).toEqual([])
    const own = corridor.sandbox.organization_id
    expect((await asked(own, `x,,${order.id},${order.id}`)).data).toHaveLength(1)
    const most = Array<string>(100).fill(order.id).join(',')
    expect((await asked(own, most)).data).toHaveLength(1)
    expect((await asked(own, `${most},${order.id}`)).problem.code).toBe('invalid_request')
  })
})

describe('halted fills', () => {
  test('leave orders waiting, not parked, and go on after the end', async () => {
    const order = await funded()
    await halted(all('fills'))
    await advance()
    expect(await parkedOf(order.id)).toBe('STEP_2_FILLING_FX')
    const rows = await corridor.sql`select from fills f join orders o on o.id = f.order_id
        where o.status = ${'STEP_2_FILLING_FX'}`
    expect(rows).toEqual([])
    await resumeAll()
    await advance()
    expect(await parkedOf(order.id)).toBe('STEP_4_COMPLETED')
  })

  test('are refused by the statement, whatever the process knows', async () => {
    const order = await funded()
    const blind = { present: async () => [] }
    await halted({ what: 'fills', rail: null, provider: 'ALPHA' })
    await advanceAll({ deps: { ...corridor.deps, halts: blind } })
    expect(await parkedOf(order.id)).toBe('STEP_2_FILLING_FX')
    await resumeAll()
    await advance()
    expect(await parkedOf(order.id)).toBe('STEP_4_COMPLETED')
  })
})

describe('halted sends', () => {
  test('leave filled orders waiting, not parked, and pay them once after the end', async () => {
    await halted({ what: 'sends', rail: 'sandbox', provider: null })
    const orders = [await funded(), await funded(), await funded()]
    await advance()
    for (const { id } of orders) expect(await parkedOf(id)).toBe('STEP_3_SETTLING_PAYOUT')
    expect(calls).toEqual([])
    await resumeAll()
    await advance()
    for (const { id } of orders) expect(await parkedOf(id)).toBe('STEP_4_COMPLETED')
    expect(calls.toSorted()).toEqual(orders.map(({ id }) => `send ${id}:payout:1`).toSorted())
  })

  test('are refused by the statement, whatever the process knows', async () => {
    const order = await funded()
    const blind = { present: async () => [] }
    await halted(all('sends'))
    await advanceAll({ deps: { ...corridor.deps, halts: blind } })
    expect(await parkedOf(order.id)).toBe('STEP_3_SETTLING_PAYOUT')
    expect(calls).toEqual([])
  })

  test('are not sent if the intent was committed just before, but looked up until the end', async () => {
    const order = await funded()
    beforeSend = async () => {
      beforeSend = undefined
      await halted(all('sends'))
    }
    await advance()
    expect(await parkedOf(order.id)).toBe('STEP_3_SETTLING_PAYOUT')
    expect(new Set(calls)).toEqual(new Set([`look up ${order.id}:payout:1`]))
    await resumeAll()
    await advance()
    expect(await parkedOf(order.id)).toBe('STEP_4_COMPLETED')
    expect(calls.filter((call) => call.startsWith('send'))).toEqual([`send ${order.id}:payout:1`])
  })

  test('that were in flight are completed by their look-up', async () => {
    // The simulated rail pays and its answer is lost.
    const offering = await corridor.offering()
    const order = await corridor.order((await corridor.quote(offering.id, '1911.03')).id)
    const rows = await corridor.sql`update simulator.scripts set scenario = 'rail_times_out_paid'
        where order_id = ${order.id} returning order_id`
    if (rows.length === 0)
      await corridor.sql`insert into simulator.scripts values (${order.id}, 'rail_times_out_paid')`
    await corridor.fund(order.id)
    await advanceAll(corridor)
    expect(await parkedOf(order.id)).toBe('STEP_3_SETTLING_PAYOUT')
    await halted(all('sends'))
    await advance()
    expect(await parkedOf(order.id)).toBe('STEP_4_COMPLETED')
  })

  test('keep refunds waiting, and pay them back after the end', async () => {
    const offering = await corridor.offering()
    // The simulated provider declines this amount.
    const order = await corridor.order((await corridor.quote(offering.id, '1911.01')).id)
    await corridor.fund(order.id)
    await advance()
    await halted(all('sends'))
    calls.length = 0
    await corridor.post(`${corridor.organization}/orders/${order.id}/refund`, {})
    await advance()
    expect(await parkedOf(order.id)).toBe('FAILED_REFUND_REQUESTED')
    expect(calls).toEqual([])
    await resumeAll()
    await advance()
    expect(await parkedOf(order.id)).toBe('FAILED_REFUND_PROCESSED')
    expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
  })

  test('are shown by /readyz, the metrics and the count of what waits', async () => {
    await halted({ what: 'sends', rail: 'sandbox', provider: null })
    const readyz = async () => (await fetch(`${corridor.url}/readyz`)).text()
    expect(await readyz()).toContain('"halts":{"ok":true,"detail":"halted: sends over sandbox"}')
    expect(await (await fetch(`${corridor.url}/metrics`)).text()).toContain(
      'corridor_halted{what="sends",rail="sandbox",provider="all",cause="operator"} 1',
    )
    expect(await selectWaiting(corridor.deps.db)).toContainEqual(
      expect.objectContaining({ what: 'halts', count: 1 }),
    )
    await resumeAll()
    expect(await readyz()).not.toContain('halts')
    expect(await (await fetch(`${corridor.url}/metrics`)).text()).not.toContain('corridor_halted{')
  })
})

describe('an operator', () => {
  type HaltJson = { id: string; what: string; actor: string; resumed_at: string | null }
  let operator: Person
  let compliance: Person
  let viewer: Person
  let limited: Person
  beforeAll(async () => {
    const desk = { corridor, clock }
    operator = await newPerson(desk, 'operator', 'operator')
    compliance = await newPerson(desk, 'compliance', 'compliance')
    viewer = await newPerson(desk, 'viewer', 'viewer')
    const [enterprise] = await selectEnterprises(corridor.deps.db)
    limited = await newPerson(desk, 'limited', 'operator', enterprise ? [enterprise.id] : [])
  })

  const ask = (who: Person, body: object) =>
    who.act<HaltJson>('POST', '/halts', { reason: 'the bank is down', ...body })

  test('halts and resumes with a reason, and the trail has both', async () => {
    const { status, data } = await ask(compliance, { what: 'sends', rail: 'sandbox' })
    expect(status).toBe(201)
    expect((await viewer.act<HaltJson[]>('GET', '/halts')).data).toEqual([data])
    const again = await operator.act<HaltJson>('POST', `/halts/${data.id}/resume`, { reason: 'up' })
    expect(again.data).toMatchObject({ resumed_at: expect.any(String) })
    const { data: entries } = await compliance.act<object[]>('GET', `/audit?subject=${data.id}`)
    const detail = { what: 'sends', rail: 'sandbox', provider: null, cause: 'operator' }
    expect(entries).toEqual([
      expect.objectContaining({ act: 'resume', actor: 'user:operator', reason: 'up', detail }),
      expect.objectContaining({ act: 'halt', actor: 'user:compliance', detail }),
    ])
    expect((await verifyAudit(corridor.deps.db, [])).faults).toEqual([])
  })

  test('cannot halt the same twice, resume twice, or halt what does not exist', async () => {
    const { data } = await ask(operator, { what: 'fills' })
    expect((await ask(operator, { what: 'fills' })).problem).toMatchObject({
      code: 'act_refused',
      detail: 'fills are already halted',
    })
    const resumes = await Promise.all(
      Array.from({ length: 5 }, () =>
        operator.act('POST', `/halts/${data.id}/resume`, { reason: 'x' }),
      ),
    )
    expect(resumes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect((await ask(operator, { what: 'sends', rail: 'sandbx' })).problem.detail).toBe(
      'there is no rail "sandbx"; known are sandbox',
    )
    expect((await ask(operator, { what: 'quotes', provider: 'ALPHO' })).problem.detail).toContain(
      'there is no provider "ALPHO"; known are ALPHA',
    )
    expect((await ask(operator, { what: 'fills', rail: 'sandbox' })).problem.detail).toContain(
      'fills do not use a rail',
    )
    const unknown = await operator.act('POST', '/halts/hlt_01jqe8m2x4fv5s0t6w7y8z9abc/resume', {
      reason: 'x',
    })
    expect(unknown.status).toBe(404)
    expect(await selectHalts(corridor.deps.db)).toEqual([])
  })

  test('without the right, or of some enterprises only, changes nothing', async () => {
    expect((await ask(viewer, { what: 'sends' })).problem.code).toBe('right_missing')
    expect((await ask(limited, { what: 'sends' })).problem.code).toBe('right_missing')
    const { data } = await ask(compliance, { what: 'sends' })
    const refused = await compliance.act('POST', `/halts/${data.id}/resume`, { reason: 'x' })
    expect(refused.problem.code).toBe('right_missing')
    expect(await haltsOf(corridor.deps.db, all('sends'))).toHaveLength(1)
  })

  test('who halts many times at once halts once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => halt(corridor.deps, by('halt'), all('quotes'))),
    )
    expect(answers.filter((answer) => !('refused' in answer))).toHaveLength(1)
    expect(await selectHalts(corridor.deps.db)).toHaveLength(1)
  })
})

describe('the present halts', () => {
  test('are read anew after half a second, and sends stop if they cannot be read', async () => {
    const pool = openPool(corridor.database.connection, { size: 1, role: 'corridor_service' })
    const halts = openHalts(pool)
    expect(await halts.present('cached')).toEqual([])
    await halt(corridor.deps, by('halt'), all('sends'))
    await expect.poll(async () => (await halts.present('cached')).length).toBe(1)
    await pool.end()
    const readable = async () =>
      halts.present('cached').then(
        () => 'readable',
        () => 'unreadable',
      )
    await expect.poll(readable).toBe('unreadable')
  })

  test('name a rail or a provider where that has a meaning', () => {
    const halts = [{ what: 'sends', rail: 'evm:base', provider: null } as const]
    expect(sendsAreHalted(halts, 'evm:base')).toBe(true)
    expect(sendsAreHalted(halts, 'evm:polygon')).toBe(false)
    expect(fillsAreHalted(halts, 'evm:base')).toBe(false)
    expect(haltProblem({ what: 'sends', rail: null, provider: 'ALPHA' })).toContain('halt fills')
    expect(haltProblem({ what: 'quotes', rail: 'x', provider: 'y' })).toContain('not both')
  })
})

test('unknown sends, which are of all enterprises, are hidden from an operator of some', async () => {
  const id = '01890000-0000-7000-8000-000000000001'
  const { owner } = corridor.database
  await owner.query(
    `insert into halts (id, what, rail, cause, actor, reason, halted_at, read_at, lists_sends)
     values ($1, 'sends', 'sandbox', 'restore', 'service', 'a test', now(), now(), true)`,
    [id],
  )
  await owner.query(
    `insert into unknown_sends (halt_id, reference, key, currency, amount_minor) values ($1, 'r', 'k', 'COP', 1)`,
    [id],
  )
  const [enterprise] = await selectEnterprises(corridor.deps.db)
  const limited = await newProgram(corridor, 'operator', [enterprise?.id ?? ('' as never)])
  const path = `/halts/${publicId('hlt', writtenUuid('hlt', id))}/unknown-sends`
  const everybody = await (await newProgram(corridor, 'operator')).act('GET', path)
  expect(everybody.data).toHaveLength(1)
  const hidden = await limited.act('GET', path)
  await owner.query('delete from unknown_sends where halt_id = $1', [id])
  await owner.query('delete from halts where id = $1', [id])
  expect(hidden.status).toBe(404)
})
