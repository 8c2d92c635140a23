// The queue of what needs a person: what it holds, who sees it, and who works on it.
import { describe, expect, test } from 'vitest'
import { selectWaiting } from '../../src/desk/operator-file/queries.ts'
import { labels, queueKinds, type QueueKind } from '../../src/desk/queue/kinds.ts'
import { noteConditions } from '../../src/desk/queue/note-conditions.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, openDesk, type Person, ratesArrive } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import { parkedOrder } from '../support/parked.ts'
import type { Problem } from '../support/service.ts'
import { openEverything } from '../support/waiting-items.ts'

type Item = {
  kind: QueueKind
  subject: string
  since: string
  enterprise_id: string | null
  assignee: string | null
  snoozed_until: string | null
  comments: number
  roles: string[]
  facts: Record<string, unknown>
}
type EntryJson = { act: string; actor: string; reason: string; detail: unknown }

const desk = await forFile(openDesk())
const { own, others } = desk
const { corridor } = desk
const clock = desk.clock
const operator = await newPerson(desk, 'operator', 'operator')
const compliance = await newPerson(desk, 'compliance', 'compliance')
const viewer = await newPerson(desk, 'viewer', 'viewer')
const mine = await newPerson(desk, 'mine', 'operator', [own])
const outsider = await newPerson(desk, 'outsider', 'operator', others)
await ratesArrive(corridor)
await openEverything(corridor)

const queue = async (who = operator, query = '') =>
  (await who.act<Item[]>('GET', `/queue${query}`)).data
const act = (
  who: Person,
  item: { kind: string; subject: string },
  what: string,
  body: object = {},
) =>
  who.act<Item>('POST', `/queue/${item.kind}/${item.subject}/${what}`, { reason: 'mine', ...body })
const entriesOf = async ({ subject }: { subject: string }, name: string) =>
  (await compliance.act<EntryJson[]>('GET', `/audit?subject=${subject}&act=${name}`)).data
const counts = async (who = operator) =>
  (
    await who.act<
      {
        kind: QueueKind
        count: number
        is_more: boolean
        for_you: number
        oldest_since: string
      }[]
    >('GET', '/queue/counts')
  ).data
const byKind = (a: { kind: string }, b: { kind: string }) => (a.kind < b.kind ? -1 : 1)
const newItem = async () => {
  await corridor.deps.feeds.push()
  return { kind: 'parked_order', subject: (await parkedOrder(corridor)).id }
}
const bare = (problem: Problem) => ({ ...problem, request_id: '', instance: '' })

describe('the queue', () => {
  test('has an item of each kind, oldest first', async () => {
    const items = await queue()
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(queueKinds))
    const times = items.map(({ since }) => since)
    expect(times).toEqual(times.toSorted())
  })

  test('and the metric count the same items', async () => {
    const items = await queue(operator, '?snoozed=any&limit=200')
    const counted = Object.fromEntries(
      (await selectWaiting(corridor.deps.db)).map(({ what, count }) => [what, count]),
    )
    for (const kind of queueKinds)
      expect(
        counted[labels[kind]],
        `${kind} by the metric, and by the queue: ${JSON.stringify(counted)}`,
      ).toBe(items.filter((item) => item.kind === kind).length)
  })

  test('holds what is needed to decide', async () => {
    const items = await queue()
    const factsOf = (kind: QueueKind) => items.find((item) => item.kind === kind)?.facts
    expect(factsOf('parked_order')).toMatchObject({
      order: { parked_reason: 'slippage', promised_rate: expect.any(String), firm_rate: null },
      hits: [],
    })
    expect(factsOf('unmatched_deposit')).toMatchObject({
      amount: { currency: 'USDC', amount: '7.00' },
      suggestions: [{ reason: 'number', score: 90, status: 'STEP_2_FILLING_FX' }],
    })
    expect(factsOf('refund')).toMatchObject({ waits_for: 'rejected', rejection_code: 'AC04' })
    expect(factsOf('reversal')).toMatchObject({ deposits: [expect.stringMatching(/^dep_/)] })
    expect(factsOf('organization_hold')).toMatchObject({ is_new: false })
    expect(factsOf('instrument_hold')).toMatchObject({ is_new: false, alias: expect.any(String) })
    expect(factsOf('screening_hit')).toMatchObject({
      screener: 'sanctions',
      reason: 'listed in line 1',
      screened: 'deposit',
      amount: { currency: 'USDC' },
    })
    expect(factsOf('unanswered_screening')).toMatchObject({ state: 'asking', screener: null })
    expect(factsOf('returned_payout')).toMatchObject({ code: 'AC04', amount: { currency: 'COP' } })
    expect(factsOf('contradicted_send')).toMatchObject({
      what: 'refund',
      recorded: 'settled',
      answer: 'rejected',
      evidence: 'letter 4711',
      amount: { currency: 'USDC' },
    })
    expect(factsOf('balance_difference')).toMatchObject({ account: 'rail:sandbox' })
    expect(factsOf('low_liquidity')).toMatchObject({ currency: 'COP' })
    expect(factsOf('stale_rate')).toMatchObject({ last_rate_at: null })
    expect(factsOf('approval')).toMatchObject({ act: 'order.refund', roles: ['treasurer'] })
    expect(factsOf('reconciliation_difference')).toMatchObject({
      account: 'rail:sandbox',
      amount: '7.00',
      there: [{ line: 2 }],
    })
    expect(factsOf('halt')).toMatchObject({ what: 'sends', rail: 'other', actor: 'command' })
    expect(factsOf('webhook_disabled')).toMatchObject({ disabled_reason: 'failing' })
  })

  test('is read in pages without a gap or a repetition', async () => {
    const all = (await queue(operator, '?limit=200')).map(
      ({ kind, subject }) => `${kind} ${subject}`,
    )
    const read: string[] = []
    let path = '/queue?limit=2'
    while (path !== '') {
      const { data, headers } = await operator.act<Item[]>('GET', path)
      read.push(...data.map(({ kind, subject }) => `${kind} ${subject}`))
      const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      path = next === undefined ? '' : next.slice(next.indexOf('/queue'))
    }
    expect(read).toEqual(all)
  })

  test('is counted by kind, as its pages have it for each operator', async () => {
    for (const [who, role] of [
      [operator, 'operator'],
      [mine, 'operator'],
      [outsider, 'operator'],
      [compliance, 'compliance'],
      [viewer, 'viewer'],
    ] as const) {
      const items = await queue(who, '?limit=200')
      const expected = [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, of]) => ({
        kind,
        count: of.length,
        is_more: false,
        for_you: of.filter((item) => item.roles.includes(role)).length,
        oldest_since: of[0]?.since,
      }))
      const found = await counts(who)
      expect(found.toSorted(byKind)).toEqual(expected.toSorted(byKind))
    }
  })

  test('names who may decide: a user is admitted by admins, and not by himself or herself', async () => {
    const admin = await newPerson(desk, 'ada', 'admin')
    await newPerson(desk, 'eve', 'admin')
    const items = await queue(viewer, '?limit=200')
    const rolesOf = (kind: QueueKind) => items.find((item) => item.kind === kind)?.roles
    expect(rolesOf('new_user')).toEqual(['admin'])
    expect(rolesOf('parked_order')).toEqual(['operator'])
    expect(rolesOf('organization_hold')).toEqual(['compliance'])
    expect(rolesOf('approval'), 'as its rule says').toEqual(['treasurer'])
    const users = items.filter(({ kind }) => kind === 'new_user')
    expect(users.map(({ facts }) => facts['login'])).toContain('ada')
    const forThem = async (who: Person) =>
      (await counts(who)).filter(({ for_you: some }) => some > 0)
    expect(await forThem(viewer)).toEqual([])
    const ofUsers = { kind: 'new_user', count: users.length, for_you: users.length - 1 }
    expect(await forThem(admin)).toMatchObject([ofUsers])
  })

  test('is filtered by kind and enterprise', async () => {
    const refunds = await queue(operator, '?kind=refund')
    expect(refunds.map(({ kind }) => kind)).toEqual(['refund'])
    const enterprise = refunds[0]?.enterprise_id ?? ''
    const ofIt = await queue(operator, `?enterprise_id=${enterprise}&limit=200`)
    expect(ofIt.every((item) => item.enterprise_id === enterprise)).toBe(true)
    expect(ofIt.length).toBeGreaterThan(5)
    expect(await queue(operator, '?enterprise_id=ent_nonsense')).toEqual([])
  })

  test('shows an operator of some enterprises nothing of others, nor of the deployment', async () => {
    expect(await queue(outsider, '?limit=200')).toEqual([])
    const seen = await queue(mine, '?limit=200')
    expect(seen.length).toBeGreaterThan(5)
    expect(seen.filter((item) => item.enterprise_id === null)).toEqual([])
    const item = await newItem()
    const foreign = await act(outsider, item, 'claim')
    const unknown = await act(
      outsider,
      { kind: 'parked_order', subject: 'ord_01jqe8m2x4fv5s0t6w7y8z9abc' },
      'claim',
    )
    expect(foreign.status).toBe(404)
    expect(bare(foreign.problem)).toEqual(bare(unknown.problem))
    const [rate] = await queue(operator, '?kind=stale_rate&limit=1')
    if (rate === undefined) throw new Error('no rate is stale')
    expect((await act(mine, rate, 'claim')).status).toBe(404)
    const enterprise = (await queue(mine))[0]?.enterprise_id ?? ''
    expect(await queue(outsider, `?enterprise_id=${enterprise}`)).toEqual([])
  })

  test.each([
    ['a forged cursor', '?cursor=AAAA', 400],
    ['a page of no rows', '?limit=0', 400],
    ['a page of 201 rows', '?limit=201', 400],
    ['an unknown kind', '?kind=nonsense', 400],
    ['an unknown filter', '?colour=red', 400],
    ['a cursor of another list', '', 400],
  ])('refuses %s', async (_what, query, status) => {
    const { headers } = await compliance.act('GET', '/audit?limit=1')
    const link = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? ''
    const asked = query === '' ? `?cursor=${link}` : query
    expect((await operator.act('GET', `/queue${asked}`)).status).toBe(status)
  })

  test.each([
    '/queue/nonsense/ord_01jqe8m2x4fv5s0t6w7y8z9abc',
    '/queue/parked_order/nonsense',
    '/queue/parked_order/ord_01jqe8m2x4fv5s0t6w7y8z9abc',
    '/queue/stale_rate/%00',
    '/queue/screening_hit/a%20b',
    `/queue/stale_rate/${'x'.repeat(300)}`,
    '/queue/reversal/ord_01jqe8m2x4fv5s0t6w7y8z9abc:USDC:more',
  ])('has no item %s', async (path) => {
    expect((await operator.act('GET', path)).problem.code).toBe('not_found')
  })
})

describe('work on an item', () => {
  test('is claimed by one of many at once, with one entry in the audit trail', async () => {
    const item = await newItem()
    const answers = await Promise.all(
      [operator, compliance, mine].flatMap((who) => [
        act(who, item, 'claim'),
        act(who, item, 'claim'),
      ]),
    )
    const taken = answers.filter(({ status }) => status === 200)
    const assignees = new Set(taken.map(({ data }) => data.assignee))
    expect(assignees.size).toBe(1)
    expect(answers.filter(({ status }) => status === 409).length).toBe(6 - taken.length)
    expect(await entriesOf(item, 'queue.claim')).toHaveLength(1)
    const [assignee] = assignees
    expect(
      (await queue(operator, `?assignee=${assignee}&limit=200`)).map(({ subject }) => subject),
    ).toEqual([item.subject])
  })

  test('is taken over and given back by an assignment', async () => {
    const item = await newItem()
    await act(operator, item, 'claim')
    expect((await act(compliance, item, 'claim')).problem.detail).toContain('somebody else')
    const assigned = await act(compliance, item, 'assign', { assignee: 'mine' })
    expect(assigned.data.assignee).toBe('user:mine')
    expect((await queue(mine, '?assignee=me')).map(({ subject }) => subject)).toContain(
      item.subject,
    )
    expect((await act(operator, item, 'assign', { assignee: null })).data.assignee).toBeNull()
    const unowned = await queue(operator, '?assignee=nobody&limit=200')
    expect(unowned.map(({ subject }) => subject)).toContain(item.subject)
    expect(await entriesOf(item, 'queue.assign')).toEqual([
      expect.objectContaining({
        detail: { before: { assignee: 'user:mine' }, after: { assignee: null } },
      }),
      expect.objectContaining({ actor: 'user:compliance', reason: 'mine' }),
    ])
  })

  test.each([
    ['viewer', 'does not work on the queue'],
    ['outsider', 'does not see the enterprise'],
    ['nobody', 'there is no user'],
  ])('is not assigned to %s', async (assignee, why) => {
    const item = await newItem()
    expect((await act(operator, item, 'assign', { assignee })).problem.detail).toContain(why)
    expect(await entriesOf(item, 'queue.assign')).toEqual([])
  })

  test('of a viewer is refused, and changes nothing', async () => {
    const item = await newItem()
    for (const what of ['claim', 'comment'])
      expect((await act(viewer, item, what)).problem.code).toBe('right_missing')
    const { data } = await viewer.act<Item>('GET', `/queue/${item.kind}/${item.subject}`)
    expect(data).toMatchObject({ assignee: null, comments: 0 })
  })

  test('snoozed until an instant is hidden until then, and still counted', async () => {
    const item = await newItem()
    const until = new Date(clock.realNow() + 60_000).toISOString()
    const counted = async () =>
      (await selectWaiting(corridor.deps.db)).find(({ what }) => what === 'parked_orders')?.count
    const before = await counted()
    expect((await act(operator, item, 'snooze', { until })).data.snoozed_until).toBe(until)
    const listed = async (snoozed: string) =>
      (await queue(operator, `?kind=parked_order&snoozed=${snoozed}&limit=200`)).some(
        ({ subject }) => subject === item.subject,
      )
    expect([await listed('false'), await listed('true'), await listed('any')]).toEqual([
      false,
      true,
      true,
    ])
    expect(await counted()).toBe(before)
    clock.advanceReal(60_000)
    expect([await listed('false'), await listed('true')]).toEqual([true, false])
  })

  test.each(['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z', 'tomorrow'])(
    'is not snoozed until %s',
    async (until) => {
      const item = await newItem()
      const { problem } = await act(operator, item, 'snooze', { until })
      expect(problem.errors?.[0]?.pointer).toBe('/until')
    },
  )

  test('is commented on, newest first', async () => {
    const item = await newItem()
    await act(operator, item, 'comment', { reason: 'asked the provider' })
    expect((await act(compliance, item, 'comment', { reason: 'looks fine' })).data.comments).toBe(2)
    const { data } = await viewer.act('GET', `/queue/${item.kind}/${item.subject}/comments`)
    expect(data).toMatchObject([
      { author: 'user:compliance', comment: 'looks fine' },
      { author: 'user:operator', comment: 'asked the provider' },
    ])
  })

  test('ends with the item, and a claim does not outlive it', async () => {
    const item = await newItem()
    await act(operator, item, 'claim')
    await operator.act('POST', `/orders/${item.subject}/fail`, { reason: 'no' })
    expect((await act(operator, item, 'comment')).status).toBe(404)
    // The order is parked once more later.
    await corridor.sql`update orders set parked_reason = 'slippage', parked_at = now()
        where id = ${requireUuid('ord', item.subject)}`
    const { data } = await operator.act<Item>('GET', `/queue/${item.kind}/${item.subject}`)
    expect(data.assignee).toBeNull()
    expect((await act(compliance, item, 'claim')).data.assignee).toBe('user:compliance')
  })

  test('needs a reason', async () => {
    const item = await newItem()
    const refused = await operator.act('POST', `/queue/${item.kind}/${item.subject}/claim`, {})
    expect(refused.problem.errors).toEqual([expect.objectContaining({ pointer: '/reason' })])
  })
})

describe('a balance that differs', () => {
  const account = 'rail:other'
  const reported = (minor: number) =>
    corridor.database.owner.query(
      `insert into observed_balances (account, outside_account, currency, amount_minor, observed_at)
       values ($1, 'operating', 'COP', $2, now())
       on conflict (account, outside_account, currency) do update set amount_minor = excluded.amount_minor`,
      [account, minor],
    )
  const noted = async (minutes: number) => {
    clock.advanceReal(minutes * 60_000)
    await noteConditions(corridor.deps)
    const items = await queue(operator, '?kind=balance_difference')
    return items.filter(({ subject }) => subject === `${account}:COP`)
  }

  test('is an item after ten minutes, until it agrees', async () => {
    await reported(100)
    expect(await noted(0)).toEqual([])
    expect(await noted(9)).toEqual([])
    expect(await noted(1)).toMatchObject([{ facts: { difference: '1.00', ledger: '0.00' } }])
    await reported(200)
    expect(await noted(1)).toMatchObject([{ facts: { difference: '2.00' } }])
    await reported(0)
    expect(await noted(1)).toEqual([])
    await reported(100)
    expect(await noted(1)).toEqual([])
  })
})
