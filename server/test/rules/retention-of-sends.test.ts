// Retention of senders of deposits and of what rails prepared: erased after the days of the policy, in pages, with entries
// of the audit trail, and never while something still needs them.
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { later } from '../../src/platform/clock.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { reseal } from '../../src/desk/operator-file/reseal.ts'
import { applyVersion, rollBack } from '../../src/desk/configuration/apply-version.ts'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { exportFile } from '../../src/desk/operator-file/export-file.ts'
import { updateOrganizationStatus } from '../../src/parties/organizations/queries.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { forFile } from '../support/for-file.ts'
import { parsed } from '../support/operator-files.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { eraseExpired } from '../../src/rules/retention/erase.ts'
import type { Positions } from '../../src/rules/retention/erase-pages.ts'
import { selectRetentionPolicy, updateRetentionPolicy } from '../../src/rules/retention/policy.ts'
import { newProgram, openDesk } from '../support/desk.ts'
import { eventually } from '../support/until.ts'
import { requireUuid } from '../support/ids.ts'
import { reversalWorld } from '../support/reversals.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const SENDER = 'Ana García, CO 1234567890'

const desk = await forFile(openDesk())
const { corridor } = desk
const world = reversalWorld(corridor)
const compliance = await newProgram(corridor, 'compliance')
await corridor.deps.feeds.push()
await updateRetentionPolicy(corridor.deps.db, { deposit_senders: DAYS, prepared_sends: DAYS })

/** What the worker does so many days from now, until nothing is left to do. */
async function eraseAfter(days: number, positions: Positions = new Map()): Promise<void> {
  const { deps } = corridor
  const clock = {
    now: () => later(deps.clock.now(), days * DAY_MS),
    realNow: () => later(deps.clock.realNow(), days * DAY_MS),
  }
  while ((await eraseExpired({ ...deps, clock }, positions)) > 0);
}

const owner = () => corridor.database.owner
const idOf = (order: { id: string }) => requireUuid('ord', order.id)

/** A new order that is funded by a named sender and paid out. */
async function completed(): Promise<OrderJson> {
  const order = await world.orderOf()
  await world.report(
    world.depositFor(order, undefined, { sender: SENDER, reference: 'invoice of Ana García' }),
  )
  await world.work()
  expect(await world.statusOf(order)).toBe('STEP_4_COMPLETED')
  return order
}

/** How many encrypted values of an order are kept: of deposits, of entries of rails, of payouts and of refunds. */
async function keptOf(order: { id: string }): Promise<number[]> {
  const { rows } = await owner().query<{ kept: number[] }>(
    `select array[
       (select count(*) from deposits where order_id = $1 and length(sender_sealed) > 28),
       (select count(*) from rail_entries e join deposits d using (rail, transaction)
         where d.order_id = $1 and length(e.payer_sealed) > 28),
       (select count(*) from payouts where order_id = $1 and length(prepared_sealed) > 0),
       (select count(*) from refunds where order_id = $1 and length(prepared_sealed) > 0)]::int[] as kept`,
    [idOf(order)],
  )
  return rows[0]?.kept ?? []
}

const entriesOf = async (act: string) =>
  (
    await owner().query<{ reason: string; detail: string }>(
      `select reason, detail from audit_entries where actor = 'retention' and act = $1 order by chain, number`,
      [act],
    )
  ).rows

describe('senders and preparations', () => {
  test('are erased after the days of the policy, and orders, receipts, exports and the ledger stay', async () => {
    const order = await completed()
    const path = `${corridor.organization}/orders/${order.id}`
    const receiptBefore = await corridor.get(`${path}/receipt`)
    const shownBefore = await corridor.get(path)
    await eraseAfter(DAYS - 1)
    expect(await keptOf(order)).toEqual([1, 1, 1, 0])
    await eraseAfter(DAYS + 1)
    expect(await keptOf(order)).toEqual([0, 0, 0, 0])

    expect(await verifyLedger(corridor.deps.db)).toMatchObject({ difference: undefined })
    expect((await verifyAudit(corridor.deps.db, [])).faults).toEqual([])
    expect((await corridor.get(path)).text).toBe(shownBefore.text)
    expect((await corridor.get(`${path}/receipt`)).text).toBe(receiptBefore.text)
    for (const [list, field] of [
      ['deposits', 'sender_erased_at'],
      ['payouts', 'prepared_erased_at'],
    ] as const) {
      const { data } = await compliance.act<Record<string, string | null>[]>(
        'GET',
        `/${list}?order_id=${order.id}`,
      )
      expect(data.map((one) => typeof one[field])).toEqual(['string'])
    }
    const exported = await compliance.act('POST', '/exports', {
      export: 'deposits',
      format: 'jsonl',
      reason: 'the month',
    })
    expect(exported.status, exported.text).toBe(200)
    expect(exported.text).toContain(order.id)
    const [sender] = await entriesOf('deposits.senders_erased')
    expect(sender?.reason).toBe(`kept for ${DAYS} days`)
    const { rows } = await owner().query<{ id: string }>(
      'select id from deposits where order_id = $1',
      [idOf(order)],
    )
    expect(JSON.parse(sender?.detail ?? '')).toMatchObject({ count: 1 })
    expect(rows).toHaveLength(1)
    expect(await entriesOf('rail_entries.payers_erased')).toHaveLength(1)
    expect(await entriesOf('payouts.preparations_erased')).toHaveLength(1)
    const metrics = await corridor.deps.metrics.registry.metrics()
    expect(metrics).toContain('corridor_erased_total{kind="deposit_senders"} 2')
    expect(metrics).toContain('corridor_erased_total{kind="prepared_sends"} 1')
  })

  test('a refund that was processed loses what the rail prepared', async () => {
    const order = await world.orderOf()
    await world.report(world.depositFor(order, 2_000_000_000n, { sender: SENDER }))
    await world.work()
    expect(await keptOf(order)).toEqual([1, 1, 1, 1])
    await eraseAfter(DAYS + 1)
    expect(await keptOf(order)).toEqual([0, 0, 0, 0])
    const { data } = await compliance.act<{ prepared_erased_at: string | null }[]>(
      'GET',
      `/refunds?order_id=${order.id}`,
    )
    expect(data[0]?.prepared_erased_at).not.toBeNull()
    expect(await verifyLedger(corridor.deps.db)).toMatchObject({ difference: undefined })
  })

  // Each begins with a completed order, and says how to end what needs its values.
  const needs: Record<string, (order: OrderJson) => Promise<() => Promise<unknown>>> = {
    async 'a frozen order'(order) {
      const act = (name: string) =>
        compliance.act('POST', `/orders/${order.id}/${name}`, { reason: 'a look' })
      expect((await act('freeze')).status).toBe(200)
      return () => act('unfreeze')
    },
    'an information request about the order': (order) => asked({ order_id: order.id }),
    'an information request about the organization': () => asked({}),
    async 'an organization on hold'() {
      const { db, clock } = corridor.deps
      const id = requireUuid('org', corridor.sandbox.organization_id)
      await updateOrganizationStatus(db, id, 'COMPLIANCE_HOLD', clock.now())
      return () => updateOrganizationStatus(db, id, 'ACTIVE', clock.now())
    },
    async 'an open refund'(order) {
      const { rows } = await owner().query<{ id: string }>(
        `insert into refunds (organization_id, id, order_id, currency, amount_minor, reason, status, rail_key, created_at, updated_at)
         select organization_id, gen_random_uuid(), id, 'USDC', 1, 'excess', 'FAILED', gen_random_uuid()::text, now(), now()
           from orders where id = $1 returning id`,
        [idOf(order)],
      )
      return () => owner().query('delete from refunds where id = $1', [rows[0]?.id])
    },
    async 'a payout that has not ended'(order) {
      const { rows } = await owner().query<{ id: string }>(
        `insert into payouts (organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at)
         select organization_id, gen_random_uuid(), id, 9, gen_random_uuid()::text, 'EVM_ADDRESS', 'COP', 1, now()
           from orders where id = $1 returning id`,
        [idOf(order)],
      )
      return () => owner().query('delete from payouts where id = $1', [rows[0]?.id])
    },
    async 'an open order that retries it'(order) {
      const next = await world.orderOf()
      const link = (to: string | null) =>
        owner().query('update orders set retry_order_id = $2 where id = $1', [idOf(order), to])
      await link(idOf(next))
      return () => link(null)
    },
    async 'an open difference of a reconciliation'(order) {
      const { rows } = await owner().query<{ id: string }>(
        `with statement as (
           insert into reconciliations (id, account, currency, format, digest, period_from, period_to, tolerance_days,
             lines_there, lines_known, lines_here, matches, matched_there, matched_here, cut_off, actor, reason, created_at)
           values (gen_random_uuid(), 'provider:ALPHA', 'USDC', 'csv', sha256(gen_random_uuid()::text::bytea), '2020-01-01',
             '2020-01-02', 0, 0, 0, 1, 0, 0, 0, 0, 'test', 'test', now()) returning id
         )
         insert into reconciliation_differences (id, reconciliation_id, account, currency, kind, key, there, here,
           there_minor, here_minor, transfer_ids, noted_at)
         select gen_random_uuid(), s.id, 'provider:ALPHA', 'USDC', 'missing_there', gen_random_uuid()::text, '[]', '[]', 0, 1,
                array(select id from ledger_transfers where order_id = $1), now()
           from statement s returning id`,
        [idOf(order)],
      )
      return () => closeDifference(rows[0]?.id)
    },
    async 'an open difference of a statement of that day'(order) {
      const { rows } = await owner().query<{ id: string }>(
        `with statement as (
           insert into reconciliations (id, account, currency, format, digest, period_from, period_to, tolerance_days,
             lines_there, lines_known, lines_here, matches, matched_there, matched_here, cut_off, actor, reason, created_at)
           select gen_random_uuid(), 'rail:' || rail, currency, 'csv', sha256(id::text::bytea), recorded_at::date - 3,
                  recorded_at::date - 1, 1, 1, 0, 0, 0, 0, 0, 0, 'test', 'test', now()
             from deposits where order_id = $1 returning id, account, currency
         )
         insert into reconciliation_differences (id, reconciliation_id, account, currency, kind, key, there, here,
           there_minor, here_minor, transfer_ids, noted_at)
         select gen_random_uuid(), id, account, currency, 'missing_here', 'a line', '[]', '[]', 1, 0, '{}', now()
           from statement returning id`,
        [idOf(order)],
      )
      return () => closeDifference(rows[0]?.id)
    },
    async 'a recorded outcome that the rail is still asked about'(order) {
      await owner().query(
        `insert into rail_marks (key, kind, organization_id, order_id, subject_id, rail, outcome, evidence, marked_at, due_at,
           currency, amount_minor)
         select rail_key, 'payout', organization_id, order_id, id, rail, 'settled', 'a letter', now(), now(),
                currency, amount_minor
           from payouts where order_id = $1`,
        [idOf(order)],
      )
      return () =>
        owner().query('update rail_marks set due_at = null where order_id = $1', [idOf(order)])
    },
    async 'an entry of the rail that is taken up again'(order) {
      const set = (due: string) =>
        owner().query(
          `update rail_entries e set due_at = ${due} from deposits d
            where d.order_id = $1 and (d.rail, d.transaction) = (e.rail, e.transaction)`,
          [idOf(order)],
        )
      await set('now()')
      return () => set('null')
    },
  }

  const closeDifference = (id: string | undefined) =>
    owner().query(
      `update reconciliation_differences set outcome = 'explained', closed_by = 'test', closed_at = now(),
         closing_reason = 'test' where id = $1`,
      [id],
    )

  async function asked(about: { order_id?: string }): Promise<() => Promise<unknown>> {
    const { data, text } = await compliance.act<{ id: string }>(
      'POST',
      `/organizations/${corridor.sandbox.organization_id}/information_requests`,
      {
        ...about,
        message: 'Please explain.',
        fields: [{ name: 'why', about: 'Why.', type: 'text', required: true }],
        documents: [],
        deadline: new Date(desk.clock.realNow() + DAY_MS).toISOString(),
        reason: 'a look',
      },
    )
    expect(data.id, text).toBeDefined()
    return () =>
      compliance.act('POST', `/information_requests/${data.id}/close`, { reason: 'done' })
  }

  test.each(Object.keys(needs))('%s keeps them until it has ended', async (what) => {
    const order = await completed()
    const before = await keptOf(order)
    const end = await needs[what]?.(order)
    if (end === undefined) throw new Error(`nothing is known of ${what}`)
    await eraseAfter(DAYS + 1)
    const kept = await keptOf(order)
    // A statement of the day and an entry of the rail are about the deposit alone.
    const isOfDeposit = / of that day$|^an entry/.test(what)
    expect(isOfDeposit ? kept.slice(0, 2) : kept).toEqual(isOfDeposit ? before.slice(0, 2) : before)
    await end()
    await eraseAfter(2 * DAYS + 2)
    expect(await keptOf(order)).toEqual([0, 0, 0, 0])
  })

  test('the sender of an unmatched deposit is kept, however old, until it was reversed long ago', async () => {
    const order = await world.orderOf()
    const deposit = world.depositFor(order, 5n, { account: 'nobody', sender: SENDER })
    await world.report(deposit)
    const kept = async () =>
      (
        await owner().query<{ length: number }>(
          'select length(sender_sealed) as length from deposits where transaction = $1',
          [deposit.transaction],
        )
      ).rows[0]?.length
    await eraseAfter(DAYS * 100)
    expect(await kept()).toBeGreaterThan(28)
    await world.report(world.reversalOf(deposit))
    await eraseAfter(DAYS + 1)
    expect(await kept()).toBe(0)
  })
})

describe('the task', () => {
  test('a crash in the middle erases nothing, and the next run erases everything once', async () => {
    const order = await completed()
    const before = (await entriesOf('deposits.senders_erased')).length
    const session = await owner().connect()
    try {
      await session.query('begin')
      await session.query('select from audit_heads for update')
      const running = eraseAfter(DAYS + 1).then(
        () => 'erased',
        () => 'ended',
      )
      await eventually('an erasure waits for its entry, and is ended', async () => {
        // In a transaction of its own: one transaction sees the sessions of its first look.
        const { rowCount } = await owner().query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where cardinality(pg_blocking_pids(pid)) > 0 and query like '%append_audit%'`,
        )
        return rowCount === 1
      })
      expect(await running).toBe('ended')
    } finally {
      await session.query('rollback')
      session.release()
    }
    expect(await keptOf(order)).toEqual([1, 1, 1, 0])
    expect(await entriesOf('deposits.senders_erased')).toHaveLength(before)
    await eraseAfter(DAYS + 1)
    expect(await keptOf(order)).toEqual([0, 0, 0, 0])
    expect(await entriesOf('deposits.senders_erased')).toHaveLength(before + 1)
    expect((await verifyAudit(corridor.deps.db, [])).faults).toEqual([])
  })

  test('erases in pages, past more rows than a page that are still needed', async () => {
    const held = await world.orderOf()
    const late = await world.orderOf()
    await world.report(
      ...Array.from({ length: 110 }, () => world.depositFor(held, 1n, { sender: SENDER })),
    )
    await world.report(
      ...Array.from({ length: 210 }, () => world.depositFor(late, 1n, { sender: SENDER })),
    )
    const cancelled = await corridor.post(
      `${corridor.organization}/orders/${late.id}/cancel`,
      undefined,
      { idempotencyKey: null },
    )
    expect(cancelled.status, cancelled.text).toBe(200)
    await world.work()
    const before = (await entriesOf('deposits.senders_erased')).length
    await eraseAfter(DAYS + 1)
    expect((await keptOf(held)).slice(0, 2)).toEqual([110, 110])
    expect(await keptOf(late)).toEqual([0, 0, 0, 0])
    const entries = (await entriesOf('deposits.senders_erased')).slice(before)
    const counts = entries.map(({ detail }) => JSON.parse(detail).count)
    expect(Math.max(...counts)).toBeLessThanOrEqual(100)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(210)
  }, 120_000)

  test('two workers at once erase each value once', async () => {
    const orders = [await completed(), await completed(), await completed()]
    const before = await entriesOf('deposits.senders_erased')
    await Promise.all([eraseAfter(DAYS + 1), eraseAfter(DAYS + 1), eraseAfter(DAYS + 1)])
    await eraseAfter(DAYS + 1)
    for (const order of orders) expect(await keptOf(order)).toEqual([0, 0, 0, 0])
    const after = (await entriesOf('deposits.senders_erased')).slice(before.length)
    const ids = after.flatMap(({ detail }): string[] => JSON.parse(detail).ids)
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(3)
  })

  test("the service's role cannot change senders, and erased values do not stop a change of the key", async () => {
    const { db, config } = corridor.deps
    await expect(db.query(`update deposits set sender_sealed = ''`)).rejects.toThrow(
      'permission denied',
    )
    await expect(db.query(`update rail_entries set payer_sealed = ''`)).rejects.toThrow(
      'permission denied',
    )
    const done = await reseal(owner(), config.secrets)
    expect(done.flatMap(({ unreadable }) => unreadable)).toEqual([])
  })

  test('without days for a kind it is kept, also where details of instruments are not', async () => {
    const order = await completed()
    await updateRetentionPolicy(corridor.deps.db, { instruments: 1 })
    await eraseAfter(DAYS * 100)
    expect(await keptOf(order)).toEqual([1, 1, 1, 0])
    await updateRetentionPolicy(corridor.deps.db, { deposit_senders: 1 })
    await eraseAfter(DAYS)
    expect(await keptOf(order)).toEqual([0, 0, 1, 0])
  })
})

describe('the policy', () => {
  const execution = () =>
    executionBy(corridor.deps, COMMAND, 'configuration.apply', 'the law of the country')
  const apply = (text: string, environment: 'sandbox' | 'live' = 'sandbox') =>
    applyVersion(
      { ...corridor.deps, config: { ...corridor.deps.config, environment } },
      parsed(text),
      { execution: execution() },
    )

  test('is a version of the configuration that names days, and a rollback brings the old one back', async () => {
    const { db, clock, config } = corridor.deps
    await updateRetentionPolicy(db, { instruments: 10 })
    const applied = await apply('retention: { deposit_senders: 1826, instruments: 20 }')
    expect(applied.changes).toEqual([
      {
        verb: 'change',
        what: 'retention',
        details: ['instruments: 10 days -> 20 days', 'deposit_senders: - -> 1826 days'],
      },
    ])
    expect((await apply('retention: { deposit_senders: 1826, instruments: 20 }')).changes).toEqual(
      [],
    )
    const exporting = { db, at: clock.now(), secrets: config.secrets, withDetails: false }
    const exported = await exportFile(exporting)
    expect(parse(exported).retention).toEqual({ deposit_senders: 1826, instruments: 20 })
    expect((await apply(exported)).changes).toEqual([])
    await apply('retention: {}')
    expect(await selectRetentionPolicy(db)).toEqual({})
    await rollBack(corridor.deps, applied.version?.number ?? -1, execution())
    expect(await selectRetentionPolicy(db)).toEqual({ deposit_senders: 1826, instruments: 20 })
    await rollBack(corridor.deps, 0, execution())
    expect(await selectRetentionPolicy(db)).toEqual({ instruments: 10 })
  })

  test('keeps for five years at least in a live deployment', async () => {
    await expect(apply('retention: { prepared_sends: 1825 }', 'live')).rejects.toThrow(
      /1:30: prepared_sends must be kept for 1826 days or more in a live deployment, not 1825/,
    )
  })

  test.each([
    ['retention: { senders: 30 }', /senders is not a known key/],
    ['retention: { deposit_senders: 0 }', /deposit_senders must be/],
    ['retention: { deposit_senders: "30" }', /deposit_senders must be/],
    ['retention: 30', /retention must be a mapping/],
  ])('%s is refused', (text, message) => {
    expect(() => parsed(text)).toThrow(message)
  })

  test('cannot be changed over the API', async () => {
    const treasurer = await newProgram(corridor, 'treasurer')
    const { problem } = await treasurer.act('POST', '/configuration/versions', {
      file: 'retention: { deposit_senders: 1 }',
      reason: 'tidy',
    })
    expect(problem.errors?.[0]?.message).toContain('retention')
  })
})
