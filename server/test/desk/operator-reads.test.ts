// Operators list, read and search what customers have, within the enterprises that they see.
import { describe, expect, test } from 'vitest'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, openDesk, type Person, ratesArrive } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import { runDueWork } from '../support/orders.ts'

type Found = {
  kind: string
  id: string
  matched: string
  order_id: string | null
  label: string | null
  amount: string | null
  currency: string | null
  status: string | null
}

const desk = await forFile(openDesk())
const { own, others } = desk
const { corridor } = desk
const viewer = await newPerson(desk, 'viewer', 'viewer')
const mine = await newPerson(desk, 'mine', 'viewer', [own])
const outsider = await newPerson(desk, 'outsider', 'viewer', others)
await ratesArrive(corridor)
await corridor.deps.feeds.push()
const orders = [await corridor.order(), await corridor.order(), await corridor.order()]
await corridor.fund(first().id)
await runDueWork(corridor)
const { data } = await viewer.act<{ enterprise_id: string }[]>('GET', '/orders?limit=1')
const enterprise = data[0]?.enterprise_id ?? ''

function first(): OrderJson {
  const [order] = orders
  if (order === undefined) throw new Error('there is no order')
  return order
}
const idsOf = async (who: Person, query: string) =>
  (await who.act<{ id: string }[]>('GET', `/orders?${query}`)).data.map(({ id }) => id)

describe('orders', () => {
  test('are listed newest first, in pages', async () => {
    const newest = orders.map(({ id }) => id).toReversed()
    expect(await idsOf(viewer, 'limit=200')).toEqual(newest)
    const page = await viewer.act<{ id: string }[]>('GET', '/orders?limit=2')
    const next = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    expect(await idsOf(viewer, `limit=2&cursor=${next}`)).toEqual(newest.slice(2))
    expect((await viewer.act('GET', '/orders?cursor=AAAA')).problem.code).toBe('invalid_cursor')
  })

  test('are filtered by enterprise and organization', async () => {
    const all = await idsOf(viewer, 'limit=200')
    const organization = corridor.sandbox.organization_id
    expect(await idsOf(viewer, `organization_id=${organization}`)).toEqual(all)
    expect(await idsOf(viewer, `enterprise_id=${enterprise}&limit=2`)).toEqual(all.slice(0, 2))
    expect(await idsOf(mine, 'limit=200')).toEqual(all)
    expect(await idsOf(viewer, 'enterprise_id=nonsense')).toEqual([])
    expect(await idsOf(viewer, 'organization_id=nonsense')).toEqual([])
  })

  test('are shown with everything known about them', async () => {
    const { data } = await viewer.act<{ record: Record<string, unknown[]> }>(
      'GET',
      `/orders/${first().id}`,
    )
    expect(data).toMatchObject({ order: { id: first().id, status: 'STEP_4_COMPLETED' } })
    const { deposits, fills, payouts, ledger_entries: transfers, events } = data.record
    expect(deposits).toHaveLength(1)
    expect(fills).toEqual([
      expect.objectContaining({ firm_rate: expect.any(String), result: expect.any(String) }),
    ])
    expect(payouts).toEqual([expect.objectContaining({ rail_key: expect.any(String) })])
    expect(transfers?.length).toBeGreaterThan(2)
    expect(events?.length).toBeGreaterThan(3)
  })

  test('of an enterprise that the operator does not see are not found', async () => {
    expect(await idsOf(outsider, 'limit=200')).toEqual([])
    expect(await idsOf(outsider, `enterprise_id=${enterprise}`)).toEqual([])
    expect(await idsOf(outsider, `organization_id=${corridor.sandbox.organization_id}`)).toEqual([])
    expect((await outsider.act('GET', `/orders/${first().id}`)).problem.code).toBe('not_found')
    expect((await viewer.act('GET', '/orders/ord_nonsense')).problem.code).toBe('not_found')
  })
})

describe('search', () => {
  const search = async (q: string, who = viewer) =>
    (await who.act<Found[]>('GET', `/search?q=${encodeURIComponent(q)}`)).data
  const one = async (query: string): Promise<string> => {
    const { rows } = await corridor.database.owner.query<{ found: string }>(query, [
      requireUuid('ord', first().id),
    ])
    return rows[0]?.found ?? ''
  }

  test('finds an order by a part of its reference, by whoever sees it', async () => {
    const { id, reference_number: reference } = await corridor.order()
    for (const part of [reference.slice(-6), reference.slice(-6).toLowerCase(), reference.slice(3)])
      for (const who of [viewer, mine]) {
        const found = await search(part, who)
        expect(found, part).toEqual([
          expect.objectContaining({ kind: 'order', id, matched: 'reference_number' }),
        ])
      }
    expect(await search(reference.slice(-6), outsider)).toEqual([])
    expect(await search(reference.slice(-3))).toEqual([])
    expect(await search('%%%%')).toEqual([])
  })

  test('finds an order by its identifier, number, external reference and account', async () => {
    const { id, reference_number: number } = first()
    await corridor.sql`update orders set external_reference_id = 'PO 4711'
        where id = ${requireUuid('ord', id)}`
    const address = await one('select funding_address as found from orders where id = $1')
    for (const [q, matched] of [
      [id, 'id'],
      [number, 'reference_number'],
      [` ${number.toLowerCase()} `, 'reference_number'],
      ['PO 4711', 'external_reference'],
      [address, 'address'],
    ] as const)
      expect(await search(q), q).toEqual([expect.objectContaining({ kind: 'order', id, matched })])
  })

  test('says what it found: name or reference, amount, and status of an order', async () => {
    const { id, reference_number: label } = first()
    const ofOrder = { amount: '1000.00', currency: 'USDC', status: 'STEP_4_COMPLETED' }
    expect(await search(id)).toMatchObject([{ label, ...ofOrder }])
    const ofMoney = { label, status: null, order_id: id }
    const deposit = await one('select transaction as found from deposits where order_id = $1')
    expect(await search(deposit)).toMatchObject([{ ...ofMoney, amount: '1000.00' }])
    const { data } = await viewer.act<{ record: { payouts: { id: string }[] } }>(
      'GET',
      `/orders/${id}`,
    )
    const payout = data.record.payouts[0]?.id ?? ''
    expect(await search(payout)).toMatchObject([{ ...ofMoney, currency: 'COP' }])
    const none = { amount: null, currency: null, status: null }
    expect(await search(enterprise)).toMatchObject([{ label: 'Demo Enterprise', ...none }])
    const instrument = first().payout.external_payment_instrument.id
    const [found] = await search(instrument, mine)
    expect(found).toMatchObject({ kind: 'instrument', ...none })
    expect(found?.label).toBe(
      await one(`select alias as found from external_payment_instruments i
        where i.id = (select payout_instrument_id from orders where id = $1)`),
    )
  })

  test('finds a deposit by its transaction, also in other letters', async () => {
    const transaction = await one('select transaction as found from deposits where order_id = $1')
    expect(await search(transaction.toUpperCase())).toEqual([
      expect.objectContaining({ kind: 'deposit', matched: 'transaction', order_id: first().id }),
    ])
  })

  test('finds enterprises and organizations by the beginning of their names', async () => {
    const found = await search('demo')
    expect(found).toContainEqual(expect.objectContaining({ id: enterprise, matched: 'name' }))
    expect(await search(enterprise)).toEqual([
      expect.objectContaining({ kind: 'enterprise', matched: 'id' }),
    ])
    expect(await search(corridor.sandbox.organization_id)).toHaveLength(1)
  })

  test('finds a name by the beginning of any of its words, with accents or without', async () => {
    const { data } = await corridor.post<{ id: string }>('/v1/organizations', {
      name: 'Exportadora José Núñez',
      contact: { email: 'desk@nunez.example', first_name: 'José', last_name: 'Núñez' },
    })
    for (const text of ['jose', 'José', 'NUÑEZ', 'nun', 'exportadora jose']) {
      expect(await search(text), text).toContainEqual(
        expect.objectContaining({ id: data.id, matched: 'name' }),
      )
      const listed = await viewer.act<{ id: string }[]>(
        'GET',
        `/organizations?text=${encodeURIComponent(text)}`,
      )
      expect(
        listed.data.map(({ id }) => id),
        text,
      ).toEqual([data.id])
    }
    expect(await search('ose')).toEqual([])
    expect((await viewer.act('GET', '/organizations?text=100%25')).data).toEqual([])
  })

  test('finds payouts and instruments by their identifiers', async () => {
    const { data } = await viewer.act<{ record: { payouts: { id: string }[] } }>(
      'GET',
      `/orders/${first().id}`,
    )
    expect(await search(data.record.payouts[0]?.id ?? '')).toEqual([
      expect.objectContaining({ kind: 'payout', order_id: first().id }),
    ])
    const instruments = await corridor.get<{ id: string }[]>(
      `${corridor.organization}/external_payment_instruments`,
    )
    expect(await search(instruments.data[0]?.id ?? '')).toEqual([
      expect.objectContaining({ kind: 'instrument' }),
    ])
  })

  test('finds orders and deposits by an amount, with and without its currency', async () => {
    const { total } = first().payin
    const found = await search(total)
    expect(found).toContainEqual(
      expect.objectContaining({ kind: 'order', id: first().id, matched: 'amount' }),
    )
    expect(found).toContainEqual(
      expect.objectContaining({ kind: 'deposit', order_id: first().id, matched: 'amount' }),
    )
    expect(await search(`${total} usdc`)).toEqual(found)
    expect(await search(`${total}  USDC`, mine)).toEqual(found)
    expect(await search(total, outsider)).toEqual([])
    for (const nothing of [`${total} COP`, `${total} XYZ`, `${total} USDC x`, '0.00', '1e3', '-1'])
      expect(await search(nothing), nothing).toEqual([])
  })

  test('finds what the operator sees among many of the same name that are hidden', async () => {
    const { owner } = corridor.database
    const copies = `
      insert into organizations (id, enterprise_id, name, contact_email, contact_first_name, contact_last_name, status,
        status_history, first_version, created_at, updated_at)
      select gen_random_uuid(), $1, 'Twin ' || n, contact_email, contact_first_name, contact_last_name, status,
             status_history, first_version, created_at, updated_at
        from organizations o, generate_series(1, $2) n where o.id = $3`
    const template = requireUuid('org', corridor.sandbox.organization_id)
    await owner.query(copies, [requireUuid('ent', enterprise), 60, template])
    const { rows } = await owner.query<{ id: string }>(
      'select id from enterprises where id <> $1 order by id limit 1',
      [requireUuid('ent', enterprise)],
    )
    expect(await search('twin')).toHaveLength(50)
    await owner.query(copies, [rows[0]?.id, 1, template])
    expect(await search('twin', outsider)).toHaveLength(1)
  })

  test('finds nothing of other enterprises', async () => {
    const { id, reference_number: number } = first()
    for (const q of [id, number, 'PO 4711', enterprise, corridor.sandbox.organization_id])
      expect(await search(q, outsider), q).toEqual([])
  })

  test.each(['', '%00', 'x'.repeat(201)])('refuses %j', async (q) => {
    expect((await viewer.act('GET', `/search?q=${q}`)).status).toBe(400)
  })

  test.each(["'; drop table orders; --", '%', '_', '\\', 'ord_'])(
    'finds nothing for %j',
    async (q) => {
      expect(await search(q)).toEqual([])
    },
  )
})
