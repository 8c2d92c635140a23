// Opens one item of each kind of the queue in a service without a worker.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { later } from '../../src/platform/clock.ts'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { endOrder } from '../../src/engine/orders/end-order.ts'
import { updateOrganizationStatus } from '../../src/parties/organizations/queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { upsertStrays } from '../../src/engine/strays/queries.ts'
import { noteConditions } from '../../src/desk/queue/note-conditions.ts'
import { requireUuid } from './ids.ts'
import { setInstrumentStatus } from './instrument-status.ts'
import { rowOf } from './orders.ts'
import { reversalWorld } from './reversals.ts'
import { screenedWorld } from './screening.ts'
import { parkedOrder } from './parked.ts'
import type { TestService } from './service.ts'

const LISTED = '0x52908400098527886E0F7030069857D2E4169EE7'

/** Money that no order expects, which quotes the number of an order. */
async function unmatchedDeposit(corridor: TestService, reference: string): Promise<void> {
  await recordDeposit(
    corridor.deps,
    { name: 'sandbox' },
    {
      kind: 'deposit',
      transaction: randomUUID(),
      index: 0,
      account: 'an account of nobody',
      reference,
      sender: null,
      currency: 'USDC',
      amountMinor: 7_000_000n,
    },
  )
}

/** A coin at the deposit address of an order, on a rail that is not configured. */
async function stray({ deps, clock, database }: TestService, order: OrderJson): Promise<void> {
  const rows = await database.sql<{ account: string }>`select funding_address as account from orders
      where id = ${requireUuid('ord', order.id)}`
  const accounts = rows.map(({ account }) => account)
  const coin = { orderId: order.id, asset: 'native', symbol: 'ETH', decimals: 18, units: 7n }
  const held = accounts.map((account) => ({ account, ...coin }))
  await upsertStrays(deps.db, 'evm:other', accounts, held, clock.now())
}

/** An item of each kind. */
export async function openEverything(corridor: TestService): Promise<void> {
  const { deps, clock } = corridor
  const { owner } = corridor.database

  const reversals = reversalWorld(corridor)
  const { order: paid, deposit } = await reversals.funded()
  await reversals.work()
  await reversals.report(reversals.reversalOf(deposit))
  const { order: returned } = await reversals.funded()
  await reversals.work()
  const payout = await owner.query<{ rail_key: string; amount_minor: bigint }>(
    'select rail_key, amount_minor from payouts where order_id = $1',
    [requireUuid('ord', returned.id)],
  )
  const [sent] = payout.rows
  if (sent === undefined) throw new Error(`${paid.id} and ${returned.id} are not paid out`)
  await reversals.report({
    kind: 'return',
    transaction: `return of ${sent.rail_key}`,
    index: 0,
    key: sent.rail_key,
    sendReference: null,
    currency: 'COP',
    amountMinor: BigInt(sent.amount_minor),
    code: 'AC04',
  })

  const order = await parkedOrder(corridor)
  await unmatchedDeposit(corridor, order.reference_number)
  const refunded = await parkedOrder(corridor)
  await endOrder(deps, await rowOf(corridor, refunded), 'refund', 'asked by telephone')
  await owner.query(
    `update refunds set status = 'FAILED', due_at = null, rejection_code = 'AC04' where order_id = $1`,
    [requireUuid('ord', refunded.id)],
  )

  const screened = screenedWorld(corridor)
  await screened.screenWith([`address ${LISTED}`])
  await screened.pay(await corridor.order(), LISTED)
  await screened.runDueWork()
  await screened.pay(await corridor.order(), LISTED)
  await screened.screenNobody()
  // The service remembers for a moment that deposits are screened.
  while (await deps.screeners.areConfigured()) await sleep(20)
  screened.close()

  const instruments = (
    await corridor.get<{ id: string; currency: string }[]>(
      `${corridor.organization}/external_payment_instruments`,
    )
  ).data
  // Orders between USDC and COP go on.
  const instrument = instruments.find(({ currency }) => !['USDC', 'COP'].includes(currency))
  if (instrument === undefined) throw new Error('the organization has no other instrument')
  const owned = {
    organizationId: requireUuid('org', corridor.sandbox.organization_id),
    id: requireUuid('epi', instrument.id),
  }
  await setInstrumentStatus(deps.db, owned, 'COMPLIANCE_HOLD', clock.now())
  const created = await corridor.post<{ id: string }>('/v1/organizations', {
    name: 'On hold',
    contact: { email: 'desk@held.example', first_name: 'Ada', last_name: 'Diaz' },
  })
  await updateOrganizationStatus(
    deps.db,
    requireUuid('org', created.data.id),
    'COMPLIANCE_HOLD',
    clock.now(),
  )
  await disabledWebhook(corridor)
  await stray(corridor, order)
  // It stops nothing: there is no such rail.
  await owner.query(
    `insert into halts (id, what, rail, actor, reason, halted_at)
     values (gen_random_uuid(), 'sends', 'other', 'command', 'the bank asked for it', now())`,
  )
  await owner.query(
    `insert into approvals (id, act, chain, subject, version, asked, amounts, reason, roles, proposed_by, proposed_person,
       proposed_at, expires_at)
     select gen_random_uuid(), 'order.refund', $1, $2, '1', '{}', '[]', 'asked for', '{treasurer}', 'user:' || login, id, now(),
            now() + interval '1 day' from users limit 1`,
    [(await rowOf(corridor, order)).enterprise_id, order.id],
  )
  await owner.query(
    `insert into information_requests (organization_id, id, message, fields, documents, deadline, created_at, updated_at)
     values ($1, gen_random_uuid(), 'asked', '[]', '[]', now(), now(), now())`,
    [requireUuid('org', corridor.sandbox.organization_id)],
  )
  await owner.query(
    `with made as (
       insert into reconciliations (id, account, currency, format, digest, period_from, period_to, tolerance_days,
         lines_there, lines_known, lines_here, matches, matched_there, matched_here, cut_off, actor, reason, created_at)
       values (gen_random_uuid(), 'rail:sandbox', 'COP', 'csv', sha256('march'), '2026-03-01', '2026-03-31', 3,
         1, 0, 0, 0, 0, 0, 0, 'user:ben', 'March', now()) returning id
     )
     insert into reconciliation_differences (id, reconciliation_id, account, currency, kind, key, there, here,
       there_minor, here_minor, transfer_ids, noted_at)
     select gen_random_uuid(), id, 'rail:sandbox', 'COP', 'missing_here', 'a line',
       '[{"line": 2, "date": "2026-03-02", "currency": "COP", "amount": "7.00", "references": []}]', '[]', 700, 0, '{}',
       now() from made`,
  )
  await returnedDeposit(corridor)
  await owner.query(
    `insert into rail_marks (key, kind, organization_id, order_id, subject_id, rail, outcome, evidence, marked_at, answer,
       answered_at, currency, amount_minor)
     select rail_key, 'refund', organization_id, order_id, id, 'sandbox', 'settled', 'letter 4711', now(), 'rejected', now(),
            currency, amount_minor from refunds where order_id = $1`,
    [requireUuid('ord', refunded.id)],
  )
  await owner.query(
    `insert into rail_entries (id, rail, transaction, index, kind, entry, reported_at, attempt, problem)
     values (gen_random_uuid(), 'sandbox', 'of nobody', 0, 'return',
       '{"key": null, "send_reference": "R-1", "currency": "USDC", "amount_minor": "7000000", "code": "AC04"}', now(), 5,
       'the returned payout or refund is not known')`,
  )
  await openConditions(corridor)
}

/** A deposit that goes back and was stopped. It is not in suspense. */
async function returnedDeposit(corridor: TestService): Promise<void> {
  await unmatchedDeposit(corridor, '')
  await corridor.sql`with exited as (
       update deposits set exit = 'returned', exit_account = 'rail:sandbox', exited_at = now()
        where id = (select id from deposits where order_id is null and exit is null order by id desc limit 1)
       returning id, currency, amount_minor
     )
     insert into deposit_returns (id, deposit_id, currency, amount_minor, method, details_key_id, details_sealed,
       fingerprint, status, rail_key, rail, created_at, updated_at, due_at, stopped_at)
     select gen_random_uuid(), id, currency, amount_minor, 'SOLANA_ADDRESS', 'none', '', sha256('nobody'), 'SENT',
            'deposit:d0:return:1', 'sandbox', now(), now(), now() + interval '1 day', now() from exited`
}

async function disabledWebhook(corridor: TestService): Promise<void> {
  const { data } = await corridor.post<{ id: string }>(
    `${corridor.organization}/webhook-endpoints`,
    {
      url: 'https://hooks.example/corridor',
      description: '',
      event_types: [],
    },
  )
  await corridor.sql`update webhook_endpoints set status = 'DISABLED', disabled_reason = 'failing'
      where id = ${requireUuid('whe', data.id)}`
}

/** A settlement limit that is used up, and a balance that nobody expects. Both exist for long enough. */
async function openConditions({ deps, clock, database }: TestService): Promise<void> {
  const rows = await database.sql<{ provider_name: string }>`select provider_name from fills
      limit 1`
  await database.sql`insert into provider_limits (provider, currency, settlement_limit_minor)
      values (${rows[0]?.provider_name}, 'COP', 1)`
  await database.owner.query(
    `insert into observed_balances (account, outside_account, currency, amount_minor, observed_at)
     values ('rail:sandbox', 'operating', 'COP', 1, now())`,
  )
  let real = clock.realNow()
  const moved = { ...clock, realNow: () => real }
  const withoutRates = { ...deps, clock: moved, rates: { ...deps.rates, ageMs: () => undefined } }
  await noteConditions(withoutRates)
  real = later(real, 3_600_000)
  await noteConditions(withoutRates)
  await database.sql`update provider_limits set settlement_limit_minor = null`
}
