// Orders that need a second person of the customer: prepared by one, approved by another.
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import type { Deps } from '../../src/service/deps.ts'
import { newSecrets } from '../../src/platform/config.ts'
import { forFile } from '../support/for-file.ts'
import { forgettingCounts, newProgram, ratesArrive, standingClock } from '../support/desk.ts'
import { firstAdmin, newColleague, personWith, type CustomerPerson } from '../support/people.ts'
import { testService } from '../support/service.ts'

type RequestJson = { id: string; status: string; prepared_by: { login: string } }

let [admin, preparer, approver, second]: CustomerPerson[] = []
const clock = standingClock()
const env = { CORRIDOR_SECRETS: newSecrets() }
const sharedCounts = forgettingCounts()
/** Orders that count as committed. */
const committed: string[] = []
const replace = ({ acknowledged }: Deps): Partial<Deps> => ({
  sharedCounts,
  acknowledged: {
    ...acknowledged,
    remember(changed) {
      committed.push(...changed.flatMap((row) => (row === null ? [] : [row.id])))
      return acknowledged.remember(changed)
    },
  },
})
const desk = () => ({ corridor, clock })
const people = () => {
  if (admin === undefined || preparer === undefined) throw new Error('nobody was invited')
  if (approver === undefined || second === undefined) throw new Error('nobody was invited')
  return { admin, preparer, approver, second }
}

const corridor = await forFile(testService({ clock, env, worker: false, replace }))
admin = await firstAdmin(desk())
preparer = await newColleague(desk(), admin, 'preparer', 'preparer')
approver = await newColleague(desk(), admin, 'approver', 'approver')
second = await newColleague(desk(), admin, 'second', 'approver')
await admin.act('PATCH', '/v1/people-settings', {
  second_person_from: [{ currency: 'USDC', amount: '1000.00' }],
})
beforeEach(() => sharedCounts.forget())

const requests = () => `${corridor.organization}/order-requests`
/** Each move of the clock makes the rates old. */
async function quoteFor(amount: string): Promise<QuoteJson> {
  await ratesArrive(corridor)
  return corridor.quote(undefined, amount)
}
const prepare = async (amount = '1500.00', by = people().preparer, more = {}) => {
  const quote = await quoteFor(amount)
  const reply = await by.act<RequestJson>('POST', requests(), { quote_id: quote.id, ...more })
  return { quote, reply }
}
const prepared = async (amount = '1500.00') => {
  const { quote, reply } = await prepare(amount)
  expect(reply.status).toBe(201)
  return { quote, id: reply.data.id }
}
const approve = (by: CustomerPerson, id: string, quote: Pick<QuoteJson, 'id'>) =>
  by.act<OrderJson>('POST', `${requests()}/${id}/approve`, { quote_id: quote.id })
const statusOf = async (id: string) =>
  (await people().admin.act<RequestJson>('GET', `${requests()}/${id}`)).data.status
const ordersOf = async (id: string) => {
  const rows = await corridor.sql`select id from orders
      where idempotency_key = ${`order request ${id}`}`
  return rows.length
}

/** What the database does before it inserts a row. */
const trigger = (table: string, does: string, first = '') =>
  corridor.database.owner.query(`${first};
    create or replace function does() returns trigger language plpgsql as $$ begin ${does}; return new; end $$;
    create trigger does before insert on ${table} for each row execute function does()`)
const noTrigger = (table: string) => corridor.database.owner.query(`drop trigger does on ${table}`)

test('an approved order has the metadata of its request', async () => {
  const { approver, preparer } = people()
  const metadata = { cost_center: 'BOG-7', invoice: '2026-0042' }
  const { reply } = await prepare('1500.00', preparer, { metadata })
  expect(reply.data).toMatchObject({ metadata })
  const { data: order } = await approve(approver, reply.data.id, await quoteFor('1500.00'))
  expect(order).toMatchObject({ metadata })
  const without = await prepare()
  expect(without.reply.data).not.toHaveProperty('metadata')
  const bad = await prepare('1500.00', preparer, { metadata: { 'a key': 'x' } })
  expect(bad.reply.problem.code).toBe('invalid_request')
})

describe('an order of a person', () => {
  const order = (by: CustomerPerson, quote: QuoteJson) =>
    by.act('POST', `${corridor.organization}/orders`, { quote_id: quote.id })

  test('below the bound needs nobody, and from the bound on a second person', async () => {
    const { preparer: person } = people()
    expect((await order(person, await quoteFor('999.99'))).status).toBe(201)
    const refused = await order(person, await quoteFor('1000.00'))
    expect(refused.problem).toMatchObject({
      code: 'approval_required',
      currency: 'USDC',
      second_person_from: '1000.00',
    })
  })

  test('of an API key is free, unless the admin says otherwise', async () => {
    const { admin: boss } = people()
    const make = async () => {
      const quote = await quoteFor('2000.00')
      return corridor.post(`${corridor.organization}/orders`, { quote_id: quote.id })
    }
    expect((await make()).status).toBe(201)
    await boss.act('PATCH', '/v1/people-settings', { second_person_for_keys: true })
    clock.advanceReal(1000)
    expect((await make()).problem.code).toBe('approval_required')
    await boss.act('PATCH', '/v1/people-settings', { second_person_for_keys: false })
    clock.advanceReal(1000)
    expect((await make()).status).toBe(201)
  })
})

describe('an order priced by its payout', () => {
  /** The payout of an amount, as text, and what a quote for it costs. */
  const payoutOf = async (amount: string) => (await quoteFor(amount)).payout.total
  const quoteByPayout = async (payout_amount: string) => {
    await ratesArrive(corridor)
    const { id: offering_id } = await corridor.offering()
    const reply = await corridor.post<QuoteJson>(`${corridor.organization}/quotes`, {
      offering_id,
      payout_amount,
    })
    expect(reply.status).toBe(201)
    return reply.data
  }

  /** Moves the clock until the payout costs another payin. The simulated rate walks. */
  const quoteAtAnotherRate = async (payout: string, payin: string) => {
    for (let hours = 0; hours < 100; hours++) {
      clock.advance(3_600_000)
      clock.advanceReal(3_000)
      const quote = await quoteByPayout(payout)
      if (quote.payin.total !== payin) return quote
    }
    throw new Error('the rate does not move')
  }

  test('needs a second person from the same payin total on', async () => {
    const quote = await quoteByPayout(await payoutOf('1200.00'))
    const path = `${corridor.organization}/orders`
    const refused = await people().preparer.act('POST', path, { quote_id: quote.id })
    expect(refused.problem).toMatchObject({ code: 'approval_required', currency: 'USDC' })
  })

  test('is approved with that payout, and the trail has what is really paid', async () => {
    const payout = await payoutOf('1200.00')
    const first = await quoteByPayout(payout)
    const body = { quote_id: first.id, priced_by: 'payout' }
    const { data } = await people().preparer.act<RequestJson>('POST', requests(), body)
    expect(data).toMatchObject({ priced_by: 'payout', payout_total: payout })
    const now = await quoteAtAnotherRate(payout, first.payin.total)
    const byPayin = await corridor.quote(undefined, first.payin.total)
    const refused = await approve(people().approver, data.id, byPayin)
    expect(refused.problem.code, 'the beneficiary would get another amount').toBe('quote_differs')
    expect((await approve(people().approver, data.id, now)).status).toBe(201)
    const { rows } = await corridor.database.owner.query(
      `select detail::jsonb as detail from audit_entries where subject = $1 and act = 'order.approved'`,
      [data.id],
    )
    expect(rows[0].detail).toMatchObject({ payin_total: now.payin.total, payout_total: payout })
  })

  test('is not approved by its payin when the preparer entered the payin, and the other way round', async () => {
    const quote = await quoteFor('1500.00')
    const body = { quote_id: quote.id, priced_by: 'payin' }
    const { data } = await people().preparer.act<RequestJson>('POST', requests(), body)
    const byPayout = await quoteAtAnotherRate(quote.payout.total, '1500.00')
    expect((await approve(people().approver, data.id, byPayout)).problem.code).toBe('quote_differs')
    expect((await approve(people().approver, data.id, await quoteFor('1500.00'))).status).toBe(201)
  })
})

describe('a prepared order', () => {
  test('becomes an order when another person approves it, and the trail has both', async () => {
    const { approver: person, preparer: by } = people()
    const { quote, id } = await prepared()
    const { status, data } = await approve(person, id, quote)
    expect(status).toBe(201)
    expect(data.status.current_status).toBe('STEP_1_AWAITING_FUNDING')
    expect(await statusOf(id)).toBe('APPROVED')
    const again = await approve(person, id, quote)
    expect([again.status, again.data.id]).toEqual([201, data.id])
    const rows = await corridor.sql`select act, actor from audit_entries where subject = ${id}
        order by number`
    expect(rows).toEqual([
      { act: 'order.prepared', actor: `customer:${by.id}` },
      { act: 'order.approved', actor: `customer:${person.id}` },
    ])
  })

  test('is found by its order, and an order that needed nobody has none', async () => {
    const { approver: person, preparer: by } = people()
    const { quote, id } = await prepared()
    const { data: order } = await approve(person, id, quote)
    const of = (order_id: string) =>
      by.act<RequestJson[]>('GET', `${requests()}?limit=5&order_id=${order_id}`)
    expect((await of(order.id)).data).toMatchObject([{ id, prepared_by: { login: by.login } }])
    const alone = await corridor.order()
    expect((await of(alone.id)).data).toEqual([])
    expect((await of('ord_nothing')).data).toEqual([])
  })

  test('is approved with a new quote when the first one has expired', async () => {
    const { quote, id } = await prepared('1600.00')
    clock.advance(3_600_000)
    clock.advanceReal(3_000)
    expect((await approve(people().approver, id, quote)).problem.code).toBe('quote_expired')
    expect(await statusOf(id)).toBe('PENDING')
    const other = await approve(people().approver, id, await quoteFor('1700.00'))
    expect(other.problem.code).toBe('quote_differs')
    const { status } = await approve(people().approver, id, await quoteFor('1600.00'))
    expect(status).toBe(201)
  })

  test('is not approved by its own person, nor by one without the right', async () => {
    const { approver: person, preparer: other } = people()
    const { reply, quote } = await prepare('1500.00', person)
    const id = reply.data.id
    expect((await approve(person, id, quote)).problem.code).toBe('own_request')
    expect((await approve(other, id, quote)).problem.code).toBe('role_not_permitted')
    expect(await statusOf(id)).toBe('PENDING')
  })

  test('becomes one order when two approve it at the same instant, with two quotes', async () => {
    const { approver: one, second: two } = people()
    for (let round = 0; round < 5; round++) {
      const { quote, id } = await prepared()
      const other = await quoteFor('1500.00')
      const answers = await Promise.all([approve(one, id, quote), approve(two, id, other)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
      expect(await ordersOf(id)).toBe(1)
    }
  })

  test('becomes an order or is rejected, when both are asked at the same instant', async () => {
    const { approver: one, second: two } = people()
    for (let round = 0; round < 5; round++) {
      const { quote, id } = await prepared()
      const [made, rejected] = await Promise.all([
        approve(one, id, quote),
        two.act('POST', `${requests()}/${id}/reject`, {}),
      ])
      expect([made.status, rejected.status].toSorted()).toEqual(
        made.status === 201 ? [201, 409] : [200, 409],
      )
      expect(await ordersOf(id)).toBe(made.status === 201 ? 1 : 0)
    }
  })

  test('is rejected by others and withdrawn by its own person', async () => {
    const { approver: person, preparer: own } = people()
    const first = await prepared()
    const end = (by: CustomerPerson, id: string, how: string) =>
      by.act<RequestJson>('POST', `${requests()}/${id}/${how}`, { note: 'Paid already.' })
    expect((await end(person, first.id, 'withdraw')).problem.code).toBe('not_own_request')
    expect((await end(person, first.id, 'reject')).data.status).toBe('REJECTED')
    expect((await approve(person, first.id, first.quote)).problem).toMatchObject({
      code: 'order_request_not_pending',
      current_status: 'REJECTED',
    })
    const other = await prepared()
    expect((await end(own, other.id, 'withdraw')).data.status).toBe('WITHDRAWN')
  })

  test('waits once for each quote, and expires after three days', async () => {
    const { preparer: own } = people()
    const { quote, id } = await prepared()
    const again = await own.act<RequestJson>('POST', requests(), { quote_id: quote.id })
    expect(again.data.id).toBe(id)
    const other = await people().approver.act('POST', requests(), { quote_id: quote.id })
    expect(other.problem.code).toBe('quote_already_used')
    await corridor.sql`update approvals set expires_at = proposed_at + interval '1 millisecond'
        where act = 'order.create' and subject = ${quote.id}`
    clock.advanceReal(10)
    expect(await statusOf(id)).toBe('EXPIRED')
    expect((await approve(people().approver, id, quote)).problem.code).toBe(
      'order_request_not_pending',
    )
  })

  test('of a person who was disabled is approved by nobody', async () => {
    const { admin: boss, approver: person } = people()
    const leaver = await newColleague(desk(), boss, 'leaver', 'approver')
    const { reply, quote } = await prepare('1500.00', leaver)
    const { id } = reply.data
    await boss.act('PATCH', `/v1/people/${leaver.id}`, { is_disabled: true })
    expect((await approve(leaver, id, quote)).status).toBe(401)
    expect((await approve(person, id, quote)).problem).toMatchObject({ current_status: 'LAPSED' })
    expect(await ordersOf(id)).toBe(0)
  })

  test('is no order while the desk holds the enterprise, and waits', async () => {
    const { quote, id } = await prepared()
    const late = await quoteFor('1500.00')
    const officer = await newProgram(corridor, 'compliance')
    const session = await people().admin.act<{ enterprise_id: string }>('GET', '/session')
    const hold = (verb: string) =>
      officer.act('POST', `/enterprises/${session.data.enterprise_id}/${verb}`, { reason: 'asked' })
    await hold('hold')
    expect((await approve(people().approver, id, quote)).problem.code).toBe(
      'organization_not_active',
    )
    const refused = await people().preparer.act('POST', requests(), { quote_id: late.id })
    expect(refused.problem.code).toBe('organization_not_active')
    expect(await statusOf(id)).toBe('PENDING')
    await hold('release')
  })

  test('is seen by nobody of another enterprise, and by no operator as an act of the desk', async () => {
    const { id } = await prepared()
    const rows = await corridor.sql`select name from enterprises where name <> 'Demo Enterprise'
        order by id limit 1`
    const { key } = await corridor.newKey({ enterprise: rows[0]?.name })
    expect((await corridor.get(`${requests()}/${id}`, { key })).status).toBe(404)
    const operator = await newProgram(corridor, 'admin')
    const listed = await operator.act<{ id: string }[]>('GET', '/approvals?limit=50')
    expect(listed.data.map((one) => one.id)).not.toContain(id)
    expect((await operator.act('GET', `/approvals/${id}`)).status).toBe(404)
    const queue = await operator.act<{ kind: string }[]>('GET', '/queue?limit=50')
    expect(queue.data.map(({ kind }) => kind)).not.toContain('approval')
  })

  test('becomes no order without its decision, also if the first tries insert nothing', async () => {
    const { quote, id } = await prepared()
    await trigger(
      'orders',
      `if nextval('tries') <= 3 then return null; end if`,
      'create sequence tries; grant usage on sequence tries to public',
    )
    expect((await approve(people().approver, id, quote)).status).toBe(201)
    await noTrigger('orders')
    expect(await statusOf(id)).toBe('APPROVED')
  })

  test('that could not be written with its entry counts as no lost order', async () => {
    const { quote, id } = await prepared()
    const before = committed.length
    await trigger('audit_entries', `raise exception 'the disk is full'`)
    expect((await approve(people().approver, id, quote)).status).toBe(500)
    await noTrigger('audit_entries')
    expect(committed.slice(before)).toEqual([])
    expect([await statusOf(id), await ordersOf(id)]).toEqual(['PENDING', 0])
    expect((await approve(people().approver, id, quote)).status).toBe(201)
    expect(committed).toHaveLength(before + 1)
  })

  test('is approved once across several processes', async () => {
    const other = await testService({
      clock,
      env,
      worker: false,
      database: corridor.database,
      replace,
    })
    await ratesArrive(other)
    const { approver: one, second: two } = people()
    const there = personWith({ corridor: other, clock }, two, '', two.cookie)
    for (let round = 0; round < 3; round++) {
      const { quote, id } = await prepared()
      const answers = await Promise.all([approve(one, id, quote), approve(there, id, quote)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
      expect(await ordersOf(id)).toBe(1)
    }
    await other.stop()
  })
})
