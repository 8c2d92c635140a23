// A desk with something to do for nearly every act of operators, each on a subject of its own, so that a process can be
// killed while all of them run. Every request has a text of its own in its reason.
import { insertAccount } from '../../src/engine/accounts/queries.ts'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { executionOf } from '../../src/parties/acts/execution.ts'
import { actNames, actRow, type ActName } from '../../src/parties/acts/names.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { DEPLOYMENT } from '../../src/parties/audit/chain.ts'
import { later, toTimestamp } from '../../src/platform/clock.ts'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { sendDepositReturns } from '../../src/engine/deposits/send-returns.ts'
import { clabeCheckDigit } from '../../src/outside/methods/checksums.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import { publicId, type Prefix, type Uuid, writtenUuid } from '../../src/platform/ids.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { createOperatorKey } from '../../src/parties/operators/manage-keys.ts'
import { createUser } from '../../src/parties/operators/manage-users.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { roles, rolesWith, type Role } from '../../src/parties/operators/roles.ts'
import { selectWaitingRefunds } from '../../src/engine/refunds/waiting-queries.ts'
import { upsertVolumeLimit } from '../../src/engine/volume-limits/queries.ts'
import { deployStablecoin, type Chain } from './anvil.ts'
import { personOf, type Person } from './desk.ts'
import type { ExitsWorld } from './exits.ts'
import { requireUuid } from './ids.ts'
import { applied } from './operator-files.ts'
import { otherInstruments, placesOf } from './places.ts'
import { rowOf } from './orders.ts'
import { reversalWorld } from './reversals.ts'
import { screenedWorld } from './screening.ts'
import { until } from './until.ts'

export type Asked = {
  /** The name of the act, and a word that tells several of one act apart. */
  name: string
  method: 'POST' | 'PATCH'
  path: string
  body: object | string
  token: string
  /** Identifiers and texts that only rows of this act have. */
  marks: string[]
}

type Told = Omit<Asked, 'name' | 'method' | 'token' | 'marks'> &
  Partial<Pick<Asked, 'method' | 'token'>> & { marks?: string[] }
type Keys = Record<Role, Pick<Person, 'act' | 'token'>>

/** Refunds of orders from this amount on need a second person. */
const LARGE = '2500.00'
const DAY_MS = 86_400_000
const COIN_RAIL = 'evm:polygon'

/** `chain`: where a coin waits to be returned; null where no chain can run. */
export async function actsToKill(world: ExitsWorld, chain: Chain | null) {
  const { corridor } = world
  const { deps } = corridor
  const { owner } = corridor.database
  const organizationId = requireUuid('org', corridor.sandbox.organization_id)
  const reversals = reversalWorld(corridor)
  const ana = await keysOf(world, 'ana')
  const ben = await keysOf(world, 'ben')
  const places = placesOf(world, (order, act) =>
    ana.operator.act('POST', `/orders/${order.id}/${act}`, { reason: 'prepared' }),
  )
  const { account, wallet } = await otherInstruments(world)
  await updateApprovalRules(deps.db, [
    {
      act: 'order.refund',
      enterprise_id: null,
      from: { currency: 'USDC', minor: '2000000000' },
      roles: ['operator', 'treasurer'],
    },
  ])

  if (chain !== null) {
    const { address } = await deployStablecoin(chain)
    await applied(
      corridor,
      `rails:
  - name: ${COIN_RAIL}
    kind: evm
    settings:
      chain: polygon
      chain_id: ${chain.chainId}
      rpc: ['${chain.url}']
      tokens: { USDC: { address: '${address}', kind: eip3009 } }`,
    )
    // The list of rails is read once a second.
    world.clock.advanceReal(1000)
    await until(
      () => deps.rails.all(),
      (rails) => rails.some(({ name, isOpening }) => name === COIN_RAIL && isOpening !== true),
    )
  }

  async function idOf<P extends Prefix>(prefix: P, text: string, values: unknown[] = []) {
    const { rows } = await owner.query<{ id: string }>(text, values)
    if (rows[0] === undefined) throw new Error(`no ${prefix} was found: ${text}`)
    return publicId(prefix, writtenUuid(prefix, rows[0].id))
  }
  /** Prepares something over the API. */
  async function made<Data>(role: Role, path: string, body: object): Promise<Data> {
    return (await ana[role].act<Data>('POST', path, { reason: 'prepared', ...body })).data
  }
  async function large(): Promise<OrderJson> {
    const order = await world.funded(LARGE)
    world.script.cutBps = { ALPHA: 1000 }
    await advanceOrders(deps)
    world.reset()
    return order
  }
  async function parked(): Promise<OrderJson> {
    const order = await world.parkedForSlippage()
    world.reset()
    return order
  }
  async function proposal(): Promise<{ id: string }> {
    const order = await large()
    return made('operator', `/orders/${order.id}/refund`, {})
  }
  const onOrder = (order: OrderJson, act: string, more: object = {}): Told => ({
    path: `/orders/${order.id}/${act}`,
    body: more,
    marks: [order.id],
  })
  const onParked = async (act: string, more?: object) => onOrder(await parked(), act, more)
  async function refundOf(order: OrderJson): Promise<string> {
    const refund = await places.refundOf(order)
    if (refund === undefined) throw new Error(`${order.id} has no refund`)
    return publicId('rf', refund.id)
  }
  async function unmatchedDeposit(): Promise<string> {
    const transaction = randomUUID()
    await recordDeposit(
      deps,
      { name: 'sandbox' },
      {
        kind: 'deposit',
        transaction,
        index: 0,
        account: 'an account of nobody',
        reference: null,
        sender: null,
        currency: 'USDC',
        amountMinor: 7_000_000n,
      },
    )
    return idOf('dep', 'select id from deposits where transaction = $1', [transaction])
  }
  /** `steps`: acts on it after each of which the worker sends what is due, and the rail does not decide. */
  async function returnedDeposit(...steps: string[]): Promise<string> {
    const deposit = await unmatchedDeposit()
    for (const step of steps) {
      const more = step === 'return' ? elsewhere : {}
      await made('treasurer', `/deposits/${deposit}/${step}`, more)
      world.script.answer = { state: 'pending' }
      world.script.cancel = { state: 'pending' }
      await owner.query('update deposit_returns set due_at = now() where due_at is not null')
      await sendDepositReturns(deps)
    }
    return deposit
  }
  const elsewhere = {
    method: 'SOLANA_ADDRESS',
    details: { address: 'So11111111111111111111111111111111111111112' },
    evidence: 'letter',
  }
  /** A return that belongs to no payment. No later round takes it up by itself. */
  async function entry(): Promise<{ id: string; transaction: string }> {
    const transaction = randomUUID()
    await reversals.report({
      kind: 'return',
      transaction,
      index: 0,
      key: null,
      sendReference: 'a reference of nobody',
      currency: 'COP',
      amountMinor: 500n,
      code: 'AC04',
    })
    const id = await idOf(
      'entry',
      `update rail_entries set due_at = now() + interval '1 day', attempt = 5 where transaction = $1 returning id`,
      [transaction],
    )
    return { id, transaction }
  }
  async function onEntry(act: string, more: object = {}): Promise<Told> {
    const { id, transaction } = await entry()
    return { ...on('rail_entries', id, act, more), marks: [id, transaction] }
  }
  /** A coin at the address that an order has on the chain. */
  async function stray(returningAt = 'null', stoppedAt = 'null'): Promise<string> {
    const order = await corridor.order()
    const rail = (await deps.rails.all()).find(({ name }) => name === COIN_RAIL)
    const details = rail?.fundingAccount('EVM_ADDRESS', order.id)
    const account = typeof details === 'object' ? (details['address'] ?? '') : order.id
    await chain?.giveGas(account)
    await chain?.mine(3)
    // The chain shows ten coins.
    return idOf(
      'str',
      `insert into strays (id, rail, account, organization_id, order_id, asset, symbol, decimals, units, occurrence, seen_at, status,
         returning_at, stopped_at, due_at, key, prepared_key_id, prepared_sealed)
       select gen_random_uuid(), $1, $2, $3, $4, 'native', 'ETH', 18, 10::numeric ^ 19, 1, now(),
              case when since is null then 'OPEN' else 'RETURNING' end, since, ${stoppedAt}::timestamptz,
              since + interval '1 day', case when since is not null then 'stray:' || $2 end,
              case when since is not null then 'key' end, case when since is not null then 'sealed'::bytea end
         from (select ${returningAt}::timestamptz as since) s returning id`,
      [COIN_RAIL, account, organizationId, requireUuid('ord', order.id)],
    )
  }
  /** The second payment of an order goes back to an address that a list names. */
  async function heldRefund(): Promise<string> {
    const screened = screenedWorld(corridor)
    const order = await corridor.order()
    const { organization_id: organization, payin_instrument_id: id } = await rowOf(corridor, order)
    const payin = await deps.catalogue.instrument({ organizationId: organization, id })
    await screened.screenWith([`address ${payin?.details['address']}`])
    await deps.screeners.areConfiguredNow()
    for (let time = 0; time < 2; time++) await screened.pay(order, 'sandbox:payer')
    await screened.runDueWork()
    await screened.screenNobody()
    await deps.screeners.areConfiguredNow()
    screened.close()
    const waiting = await selectWaitingRefunds(deps.db)
    const refund = waiting.find(({ waits_for: what }) => what === 'screening')
    if (refund === undefined) throw new Error(`no refund of ${order.id} is held`)
    return publicId('rf', refund.id)
  }
  async function customerKey(): Promise<string> {
    const input = { label: randomUUID(), scopes: ['read'] }
    return (
      await made<{ id: string }>('admin', `/enterprises/${await enterprise()}/api_keys`, input)
    ).id
  }
  const newAccount = () => ({
    rail: 'sandbox',
    method: 'MXN_CLABE',
    currency: 'MXN',
    accounts: [{ clabe: newClabe(), account_holder_name: 'Desk', bank_name: 'Banco' }],
  })
  async function fundingAccount(): Promise<string> {
    const reason = `opened ${randomUUID()}`
    await made('treasurer', '/funding_accounts', { ...newAccount(), reason })
    return idOf('fac', 'select id from funding_accounts where added_reason = $1', [reason])
  }
  async function reversed(): Promise<OrderJson> {
    const { order, deposit } = await reversals.funded()
    await reversals.work()
    await reversals.report(reversals.reversalOf(deposit))
    return order
  }
  /** The payer owes what was paid out, and a refund of the order failed. */
  async function owedTwice(): Promise<OrderJson> {
    const { order, deposit } = await reversals.funded()
    await reversals.work()
    await reversals.report(reversals.depositFor(order, 6n))
    await owner.query(`update refunds set status = 'FAILED', due_at = null where order_id = $1`, [
      requireUuid('ord', order.id),
    ])
    await reversals.report(reversals.reversalOf(deposit))
    return order
  }
  const instrument = async (of = 'USDC'): Promise<string> =>
    (
      await corridor.post<InstrumentJson>(`${corridor.organization}/external_payment_instruments`, {
        alias: randomUUID(),
        currency: of,
        method: 'EVM_ADDRESS',
        details: { address: `0x${randomBytes(20).toString('hex')}`, chain: 'base' },
      })
    ).data.id
  const organization = async (): Promise<string> =>
    (
      await corridor.post<{ id: string }>('/v1/organizations', {
        name: randomUUID(),
        contact: { email: 'desk@acts.example', first_name: 'Ada', last_name: 'Diaz' },
      })
    ).data.id
  async function enterprise(): Promise<string> {
    const name = `Enterprise ${randomUUID()}`
    await made('treasurer', '/configuration/versions', { file: `enterprises: [{ name: ${name} }]` })
    return idOf('ent', 'select id from enterprises where name = $1', [name])
  }
  const endpoint = async (): Promise<string> =>
    (
      await corridor.post<{ id: string }>(`${corridor.organization}/webhook-endpoints`, {
        url: `https://hooks.example/${randomUUID()}`,
      })
    ).data.id
  async function movement(...steps: string[]): Promise<string> {
    const { id } = await made<{ id: string }>('treasurer', '/movements', transfer)
    for (const step of steps) await made('treasurer', `/movements/${id}/${step}`, {})
    return id
  }
  const transfer = {
    from_account: 'rail:sandbox',
    to_account: 'treasury',
    currency: 'USDC',
    amount: '5.00',
  }
  const onMovement = async (step: string, ...before: string[]): Promise<Told> => {
    const id = await movement(...before)
    return { path: `/movements/${id}/${step}`, body: {}, marks: [id] }
  }
  async function difference(): Promise<string> {
    const key = randomUUID()
    await owner.query(
      `with made as (
         insert into reconciliations (id, account, currency, format, digest, period_from, period_to, tolerance_days,
           lines_there, lines_known, lines_here, matches, matched_there, matched_here, cut_off, actor, reason, created_at)
         values (gen_random_uuid(), 'rail:sandbox', 'COP', 'csv', sha256($1::text::bytea), '2026-03-01', '2026-03-31', 3,
           1, 0, 0, 0, 0, 0, 0, 'user:ana', 'prepared', now()) returning id
       )
       insert into reconciliation_differences (id, reconciliation_id, account, currency, kind, key, there, here,
         there_minor, here_minor, transfer_ids, noted_at)
       select gen_random_uuid(), id, 'rail:sandbox', 'COP', 'missing_here', $1,
         '[{"line": 2, "date": "2026-03-02", "currency": "COP", "amount": "7.00", "references": []}]', '[]', 700, 0, '{}',
         now() from made`,
      [key],
    )
    return idOf('dif', 'select id from reconciliation_differences where key = $1', [key])
  }
  async function user(): Promise<string> {
    const login = `u${randomBytes(6).toString('hex')}`
    await made('admin', '/users', { login, role: 'viewer' })
    return login
  }
  async function limited(): Promise<string> {
    const id = await instrument()
    await upsertVolumeLimit(
      deps.db,
      {
        organization_id: organizationId,
        subject_id: requireUuid('epi', id),
        currency: 'USDC',
        period: 'day',
      },
      1_000_000_000n,
      world.clock.now(),
    )
    return id
  }
  const request = {
    message: 'Please explain.',
    fields: [{ name: 'source', about: 'Where it is from.', type: 'text', required: true }],
    documents: [],
    deadline: toTimestamp(later(world.clock.realNow(), DAY_MS)),
  }
  const on = (path: string, id: string, act: string, more: object = {}): Told => ({
    path: `/${path}/${id}/${act}`,
    body: more,
    marks: [id],
  })
  async function route(isDisabled: boolean): Promise<Told> {
    const name = isDisabled ? 'enable' : 'disable'
    const id = await idOf(
      'rt',
      `select id from configured_routes where organization_id = $1 and payout_currency = $2 order by id desc limit 1`,
      [organizationId, isDisabled ? 'MXN' : 'BRL'],
    )
    const path = `/organizations/${corridor.sandbox.organization_id}/routes/${id}`
    await ana.operator.act('POST', `${path}/${isDisabled ? 'disable' : 'enable'}`, {
      reason: 'prepared',
    })
    return { path: `${path}/${name}`, body: {} }
  }

  const receiver = { to: '0x52908400098527886E0F7030069857D2E4169EE7' }

  // Orders that are due must be the last: earlier steps would work on them.
  const arrivals: readonly (readonly [
    name: ActName | `${ActName} ${string}`,
    () => Promise<Told>,
  ])[] = [
    ['refund.release', async () => on('refunds', await heldRefund(), 'release')],
    [
      'refund.retry',
      async () => {
        const id = await refundOf(await places.refundUnknown())
        // It is still waiting when the other acts are prepared.
        await owner.query(`update refunds set due_at = due_at + interval '1 year' where id = $1`, [
          requireUuid('rf', id),
        ])
        return on('refunds', id, 'retry')
      },
    ],
    ['order.release', () => onParked('release')],
    ['order.accept-loss', () => onParked('accept-loss', { amount: '1000000.00' })],
    ['order.provider', () => onParked('provider', { liquidity_provider: 'BETA' })],
    ['order.fail', () => onParked('fail')],
    ['order.refund', () => onParked('refund')],
    ['order.freeze', () => onParked('freeze')],
    ['order.unfreeze', async () => onOrder(await places.frozen(await parked()), 'unfreeze')],
    [
      'order.pay-elsewhere',
      async () =>
        onOrder(await places.parkedNow(await places.filled(), 'outflow_limit'), 'pay-elsewhere', {
          external_payment_instrument_id: account.id,
        }),
    ],
    ['order.send-kept', async () => onOrder(await places.keptSmall(), 'send-kept')],
    ['order.pay-again', async () => onOrder(await places.cameBack(), 'pay-again')],
    [
      'order.redirect-refund',
      async () => {
        const order = await places.refundRejected()
        const more = {
          refund_id: await refundOf(order),
          external_payment_instrument_id: wallet.id,
        }
        return onOrder(order, 'redirect-refund', more)
      },
    ],
    [
      'order.mark-refund',
      async () => {
        const order = await places.frozen(await places.refundUnknown())
        const more = { outcome: 'settled', evidence: 'letter', refund_id: await refundOf(order) }
        return onOrder(order, 'mark-refund', more)
      },
    ],
    [
      'order.cancel-refund',
      async () => {
        const order = await places.frozen(await places.refundUnknown())
        return onOrder(order, 'cancel-refund', { refund_id: await refundOf(order) })
      },
    ],
    ['order.cancel-payout', async () => onOrder(await places.payoutUnknown(), 'cancel-payout')],
    [
      'order.mark-payout',
      async () =>
        onOrder(await places.frozen(await places.payoutUnknown()), 'mark-payout', {
          outcome: 'settled',
          evidence: 'letter',
        }),
    ],
    [
      'order.decide-send',
      async () => {
        const order = await places.frozen(await places.payoutUnknown())
        const told = { outcome: 'rejected', evidence: 'letter' }
        await made('treasurer', `/orders/${order.id}/mark-payout`, told)
        await owner.query(
          `update rail_marks set answer = 'settled', answered_at = now(), reference = 'R-7', due_at = null where order_id = $1`,
          [requireUuid('ord', order.id)],
        )
        const more = { key: `${order.id}:payout:1`, outcome: 'settled', evidence: 'letter' }
        return onOrder(order, 'decide-send', more)
      },
    ],
    [
      'order.sent-before',
      async () => {
        const order = await places.frozen(await places.filled())
        const more = { key: `${order.id}:payout:1`, rail: 'sandbox', reference: 'letter' }
        return onOrder(order, 'sent-before', more)
      },
    ],
    [
      'reversal.received',
      async () => onOrder(await reversed(), 'reversal/received', { currency: 'USDC' }),
    ],
    [
      'reversal.set-off',
      async () => onOrder(await owedTwice(), 'reversal/set-off', { currency: 'USDC' }),
    ],
    [
      'reversal.write-off',
      async () => onOrder(await reversed(), 'reversal/write-off', { currency: 'USDC' }),
    ],
    ['order.refund proposed', async () => onOrder(await large(), 'refund')],
    [
      'order.refund approved',
      async () => ({
        ...on('approvals', (await proposal()).id, 'approve'),
        token: ben.treasurer.token,
      }),
    ],
    [
      'order.refund rejected',
      async () => ({
        ...on('approvals', (await proposal()).id, 'reject'),
        token: ben.treasurer.token,
      }),
    ],
    [
      'order.refund withdrawn',
      async () => ({
        ...on('approvals', (await proposal()).id, 'withdraw'),
        token: ana.operator.token,
      }),
    ],
    [
      'desk_account.correct',
      async () => {
        // No route takes EURC, so that no offering names it.
        const id = await instrument('EURC')
        await insertAccount(deps.db, {
          organizationId,
          id: requireUuid('epi', id),
          number: `AC-20260302-${String(randomBytes(4).readUInt32BE() % 10 ** 8).padStart(8, '0')}`,
          currency: 'EURC',
          rail: 'accounts',
          createdAt: world.clock.now(),
        })
        return on('desk_accounts', id, 'correct', {
          direction: 'credit',
          amount: '10.00',
          counter_account: 'treasury',
        })
      },
    ],
    ['movement.propose', async () => ({ path: '/movements', body: transfer })],
    ['movement.approve', () => onMovement('approve')],
    ['movement.send', () => onMovement('send', 'approve')],
    ['movement.settle', () => onMovement('settle', 'approve', 'send')],
    ['movement.fail', () => onMovement('fail', 'approve', 'send')],
    ['movement.cancel', () => onMovement('cancel')],
    ['queue.claim', async () => on('queue/parked_order', (await parked()).id, 'claim')],
    [
      'queue.assign',
      async () => on('queue/parked_order', (await parked()).id, 'assign', { assignee: 'ben' }),
    ],
    [
      'queue.snooze',
      async () =>
        on('queue/parked_order', (await parked()).id, 'snooze', {
          until: toTimestamp(later(world.clock.realNow(), DAY_MS)),
        }),
    ],
    ['queue.comment', async () => on('queue/parked_order', (await parked()).id, 'comment')],
    ['difference.explain', async () => on('differences', await difference(), 'explain')],
    [
      'difference.movement',
      async () =>
        on('differences', await difference(), 'movement', { counter_account: 'rail_fee' }),
    ],
    [
      'configuration.apply',
      async () => ({
        path: '/configuration/versions',
        body: { file: `enterprises: [{ name: Enterprise ${randomUUID()} }]` },
      }),
    ],
    [
      'configuration.withdraw',
      async () => {
        const { version } = await made<{ version: { number: number } }>(
          'treasurer',
          '/configuration/versions',
          {
            file: `enterprises: [{ name: Enterprise ${randomUUID()} }]`,
            effective_from: '2200-01-01T00:00:00Z',
          },
        )
        return { path: `/configuration/versions/${version.number}/withdraw`, body: {} }
      },
    ],
    ['route.disable', () => route(false)],
    ['route.enable', () => route(true)],
    ['enterprise.hold', async () => on('enterprises', await enterprise(), 'hold')],
    [
      'enterprise.release',
      async () => {
        const id = await enterprise()
        await made('compliance', `/enterprises/${id}/hold`, {})
        return on('enterprises', id, 'release')
      },
    ],
    ['organization.hold', async () => on('organizations', await organization(), 'hold')],
    [
      'organization.release',
      async () => {
        const id = await organization()
        await made('compliance', `/organizations/${id}/hold`, {})
        return on('organizations', id, 'release')
      },
    ],
    ['instrument.hold', async () => on('instruments', await instrument(), 'hold')],
    [
      'instrument.release',
      async () => {
        const id = await instrument()
        await made('compliance', `/instruments/${id}/hold`, {})
        return on('instruments', id, 'release')
      },
    ],
    [
      'organization.verify',
      async () => on('organizations', await organization(), 'verification', { state: 'verified' }),
    ],
    [
      'instrument.verify',
      async () => on('instruments', await instrument(), 'verification', { state: 'verified' }),
    ],
    [
      'volume_limit.raise',
      async () => ({
        path: `/organizations/${corridor.sandbox.organization_id}/volume_limits/raise`,
        body: {
          external_payment_instrument_id: await limited(),
          currency: 'USDC',
          period: 'day',
          amount: '5000.00',
          until: toTimestamp(later(world.clock.now(), DAY_MS)),
        },
      }),
    ],
    [
      'information_request.open',
      async () => ({
        path: `/organizations/${corridor.sandbox.organization_id}/information_requests`,
        body: request,
      }),
    ],
    [
      'information_request.close',
      async () => {
        const path = `/organizations/${corridor.sandbox.organization_id}/information_requests`
        const { id } = await made<{ id: string }>('operator', path, request)
        return on('information_requests', id, 'close')
      },
    ],
    ['webhook_endpoint.disable', async () => on('webhook_endpoints', await endpoint(), 'disable')],
    [
      'webhook_endpoint.enable',
      async () => {
        const id = await endpoint()
        await made('operator', `/webhook_endpoints/${id}/disable`, {})
        return on('webhook_endpoints', id, 'enable')
      },
    ],
    [
      'webhook_endpoint.redeliver',
      async () => {
        world.clock.advanceReal(1000)
        const after = world.clock.now()
        await corridor.order()
        world.clock.advanceReal(1000)
        return on('webhook_endpoints', await endpoint(), 'redeliver', {
          created_after: toTimestamp(after),
          created_before: toTimestamp(world.clock.now()),
        })
      },
    ],
    [
      'user.created',
      async () => {
        const login = `u${randomBytes(6).toString('hex')}`
        return { path: '/users', body: { login, role: 'viewer' }, marks: [login] }
      },
    ],
    [
      'user.changed',
      async () => {
        const login = await user()
        return {
          method: 'PATCH',
          path: `/users/${login}`,
          body: { role: 'operator' },
          marks: [login],
        }
      },
    ],
    ['user.reset', async () => on('users', await user(), 'reset')],
    [
      'user.admitted',
      async () => {
        const login = await user()
        await owner.query('update users set enrolled_at = created_at where login = $1', [login])
        return on('users', login, 'admit')
      },
    ],
    [
      'operator_key.created',
      async () => {
        const label = `key ${randomUUID()}`
        return { path: '/keys', body: { label, role: 'viewer' }, marks: [label] }
      },
    ],
    [
      'operator_key.revoked',
      async () => {
        const label = `key ${randomUUID()}`
        await made('admin', '/keys', { label, role: 'viewer' })
        const text = 'select id from operator_keys where label = $1'
        return on('keys', await idOf('opk', text, [label]), 'revoke')
      },
    ],
    [
      'key.create',
      async () => {
        const label = randomUUID()
        const path = `/enterprises/${await enterprise()}/api_keys`
        return { path, body: { label, scopes: ['read'] }, marks: [label] }
      },
    ],
    [
      'enterprise.invite-admin',
      async () => {
        const login = `u${randomBytes(6).toString('hex')}`
        return {
          path: `/enterprises/${await enterprise()}/invite_admin`,
          body: { login },
          marks: [login],
        }
      },
    ],
    ['key.revoke', async () => on('api_keys', await customerKey(), 'revoke')],
    ['account.add', async () => ({ path: '/funding_accounts', body: newAccount() })],
    ['account.retire', async () => on('funding_accounts', await fundingAccount(), 'retire')],
    [
      'halt',
      async () => {
        await owner.query('update halts set resumed_at = now() where resumed_at is null')
        return { path: '/halts', body: { what: 'quotes', provider: 'BETA' } }
      },
    ],
    [
      'resume',
      async () => {
        const id = await idOf(
          'hlt',
          `insert into halts (id, what, rail, actor, reason, halted_at)
           values (gen_random_uuid(), 'sends', 'other', 'command', 'prepared', now()) returning id`,
        )
        return on('halts', id, 'resume')
      },
    ],
    [
      'difference.explain reconciled',
      async () => ({
        path: '/reconciliations',
        body: `Fecha,Valor,Referencia\n2026-03-02,1.00,${randomUUID()}\n`,
      }),
    ],
    [
      'deposit.assign',
      async () => {
        const order = await corridor.order()
        const deposit = await unmatchedDeposit()
        return {
          ...on('deposits', deposit, 'assign', { order_id: order.id }),
          marks: [deposit, order.id],
        }
      },
    ],
    [
      'deposit.book',
      async () => {
        const deposit = await unmatchedDeposit()
        return on('deposits', deposit, 'book', { from_account: 'treasury' })
      },
    ],
    ['deposit.write-off', async () => on('deposits', await unmatchedDeposit(), 'write-off')],
    ['deposit.return', async () => on('deposits', await unmatchedDeposit(), 'return', elsewhere)],
    [
      'deposit.stop-return',
      async () => on('deposits', await returnedDeposit('return'), 'stop-return'),
    ],
    [
      'deposit.mark-return',
      async () =>
        on('deposits', await returnedDeposit('return', 'stop-return'), 'mark-return', {
          outcome: 'settled',
          evidence: 'letter',
        }),
    ],
    ['entry.retry', () => onEntry('retry')],
    [
      'entry.tie',
      async () => {
        const order = await places.cameBack()
        return onEntry('tie', { key: `${order.id}:payout:1`, evidence: 'letter' })
      },
    ],
    ['entry.deposit', () => onEntry('deposit', { evidence: 'letter' })],
    ['entry.dismiss', () => onEntry('dismiss', { evidence: 'letter' })],
    ['stray.dismiss', async () => on('strays', await stray(), 'dismiss')],
    ['stray.stop-return', async () => on('strays', await stray(`now()`), 'stop-return')],
    [
      'stray.mark-return',
      async () =>
        on('strays', await stray('now()', 'now()'), 'mark-return', {
          outcome: 'settled',
          evidence: 'letter',
        }),
    ],
    ...(chain === null
      ? []
      : [['stray.return', async () => on('strays', await stray(), 'return', receiver)] as const]),
  ]

  const covered = new Set(arrivals.map(([name]) => name.split(' ')[0]))
  const left = chain === null ? [...NOT_HERE, 'stray.return'] : NOT_HERE
  const missing = actNames.filter((name) => !covered.has(name) && !left.includes(name))
  if (missing.length > 0) throw new Error(`nothing is prepared for ${missing.join(', ')}`)

  return {
    /** Prepares each act. */
    async arrive(): Promise<Asked[]> {
      const all: Asked[] = []
      for (const [name, arrival] of arrivals) {
        world.reset()
        const { method = 'POST', path, body, token, marks = [] } = await arrival()
        const reason = `reason ${randomUUID()}`
        const act = name.split(' ')[0] ?? ''
        const role = roles.find((one) => rolesWith(rightOf(act)).includes(one)) ?? 'admin'
        const asked = { name, method, token: token ?? ana[role].token, marks: [reason, ...marks] }
        const query = { account: 'rail:sandbox', currency: 'MXN', reason, columns: COLUMNS }
        all.push(
          typeof body === 'string'
            ? { ...asked, path: `${path}?${new URLSearchParams(query).toString()}`, body }
            : { ...asked, path, body: { ...body, reason } },
        )
      }
      world.reset()
      return all
    },
  }
}

/**
 * A rollback would take back what the others do at the same time. A released deposit is screened again, outside of the
 * act: a worker finishes that.
 */
const NOT_HERE: readonly ActName[] = ['configuration.rollback', 'deposit.release']

/** A valid account number of Mexico. */
function newClabe(): string {
  const digits = `032180${randomInt(1e11).toString().padStart(11, '0')}`
  return digits + clabeCheckDigit(digits)
}

const COLUMNS = 'date:Fecha,amount:Valor,reference:Referencia'

function rightOf(name: string) {
  const act = actNames.find((one) => one === name)
  if (act === undefined) throw new Error(`${name} is no act`)
  return actRow(act).right
}

/** Keys of every role that one person made. */
async function keysOf({ corridor }: ExitsWorld, login: string): Promise<Keys> {
  const { deps } = corridor
  const by = (person: Uuid<'usr'> | null, act: string) =>
    executionOf(
      deps,
      { chain: DEPLOYMENT, actor: COMMAND, act, subject: '', reason: 'joins the desk' },
      person,
    )
  const { user } = await createUser(deps, by(null, 'user.created'), {
    login,
    role: 'operator',
    enterpriseIds: null,
  })
  const keyOf = async (role: Role) => {
    const label = `${login} as ${role}`
    const { key } = await createOperatorKey(deps, by(user.id, 'operator_key.created'), {
      label,
      role,
      enterpriseIds: null,
      expiresAt: null,
    })
    return personOf(corridor, label, '', key)
  }
  return {
    viewer: await keyOf('viewer'),
    operator: await keyOf('operator'),
    treasurer: await keyOf('treasurer'),
    compliance: await keyOf('compliance'),
    admin: await keyOf('admin'),
  }
}
