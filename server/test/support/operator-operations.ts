// A desk with something of every kind, its identifiers by the names that operator-openapi.json gives them, and programs of
// every role. Tests send every operation of the operator API with them.
import { setTimeout as sleep } from 'node:timers/promises'
import { later, toTimestamp } from '../../src/platform/clock.ts'
import { insertAccount } from '../../src/engine/accounts/queries.ts'
import { publicId, writtenUuid, type Prefix, type Uuid } from '../../src/platform/ids.ts'
import { roles } from '../../src/parties/operators/roles.ts'
import { operationsIn, type Operation, type Schema } from '../fuzz/description.ts'
import { newPerson, newProgram, openDesk, ratesArrive, type Person } from './desk.ts'
import { requireUuid } from './ids.ts'
import type { Reply, Request, TestService } from './service.ts'
import { openEverything } from './waiting-items.ts'

export const operatorOperations = operationsIn('operator-openapi.json')

/** They need no session. */
const OPEN = new Set([
  'beginEnrolment',
  'confirmEnrolment',
  'signIn',
  'signInWithPasskey',
  'beginPasskeySignIn',
])
/** They are about the person who is signed in, so keys cannot use them. */
const OF_A_PERSON = new Set([
  'listPasskeys',
  'addPasskey',
  'beginPasskey',
  'removePasskey',
  'signOut',
])
/** An operator key may send 100 requests in a second. */
const KEYS_OF_EACH_ROLE = 4

const DAY_MS = 86_400_000

type Keyed = { act: Person['act']; token: string }

export type OperatorWorld = Awaited<ReturnType<typeof operatorWorld>>

export async function operatorWorld() {
  const desk = await openDesk()
  const { corridor, own, others } = desk
  const lou = await newPerson(desk, 'lou', 'admin')
  await ratesArrive(corridor)
  await openEverything(corridor)
  await openTheRest(corridor, own)

  const programs = async (enterpriseIds: Uuid<'ent'>[] | null): Promise<Keyed[][]> => {
    const made: Keyed[][] = []
    for (const role of roles.toReversed()) {
      const keys: Keyed[] = []
      for (let count = 0; count < KEYS_OF_EACH_ROLE; count++)
        keys.push(await newProgram(corridor, role, enterpriseIds))
      made.push(keys)
    }
    return made
  }
  let turn = 0
  /** Sends with a role that has the right. `keys`: programs of each role. */
  function senderOf(keys: Keyed[][]) {
    const known = new Map<string, Keyed[]>()
    return async <Data = unknown>(
      { id, method }: Pick<Operation, 'id' | 'method'>,
      path: string,
      request: Request = {},
    ): Promise<Reply<Data>> => {
      const send = async (key: string | null): Promise<Reply<Data>> => {
        for (;;) {
          const reply = await corridor.call<Data>(method, path, {
            idempotencyKey: null,
            ...request,
            key,
          })
          if (reply.status !== 429) return reply
          await sleep(200)
        }
      }
      if (OPEN.has(id)) return send(null)
      if (OF_A_PERSON.has(id)) return send(lou.token)
      const tried = known.get(id) === undefined ? keys : [known.get(id) ?? []]
      let last: Reply<Data> | undefined
      for (const ofRole of tried) {
        last = await send(ofRole[turn++ % ofRole.length]?.token ?? null)
        if (last.status === 403 && last.problem.code === 'right_missing') continue
        known.set(id, ofRole)
        break
      }
      if (last === undefined) throw new Error('there are no programs')
      return last
    }
  }

  return {
    desk,
    corridor,
    own,
    others,
    /** Of all enterprises. */
    send: senderOf(await programs(null)),
    /** Of the demo enterprise. */
    sendAsOwn: senderOf(await programs([own])),
    /** Of other enterprises. */
    sendAsOther: senderOf(await programs(others)),
    ids: await identifiers(corridor, own),
    contents: () => contents(corridor),
    close: () => corridor.close(),
  }
}

/** What `openEverything` leaves out. */
async function openTheRest(corridor: TestService, own: Uuid<'ent'>): Promise<void> {
  const { owner } = corridor.database
  const organization = requireUuid('org', corridor.sandbox.organization_id)
  const [first] = await corridor.instruments()
  const instrument = requireUuid('epi', first?.id ?? '')
  await owner.query(
    `insert into information_documents (organization_id, id, request_id, name, type, size_bytes, content_key_id,
       content_sealed, created_at, idempotency_key, request_hash)
     select organization_id, gen_random_uuid(), id, 'passport', 'application/pdf', 7, 'none', 'sealed', now(), 'x', ''
     from information_requests where organization_id = $1`,
    [organization],
  )
  await owner.query(
    `insert into treasury_movements (id, from_account, to_account, currency, amount_minor, status, status_history,
       created_at, updated_at) values (gen_random_uuid(), 'rail:sandbox', 'treasury', 'USDC', 700, 'PROPOSED',
       jsonb_build_array(jsonb_build_object('status', 'PROPOSED', 'created_at', '2026-03-04T17:00:00Z', 'reason', 'a test',
         'evidence', null, 'posting_id', null)), now(), now())`,
  )
  await owner.query(
    `insert into passkeys (id, user_id, credential_id, name, public_key, counter, transports, created_at)
     select gen_random_uuid(), id, 'x', 'laptop', 'x', 0, '{}', now() from users`,
  )
  await owner.query(
    `insert into configuration_versions (id, number, kind, status, actor, reason, created_at, effective_from, changes,
       folder, file_key_id, file_sealed)
     select gen_random_uuid(), 1, 'apply', 'pending', 'user:lou', 'a test', now(), '2200-01-01T00:00:00Z', '[]', '', 'none', 'x'`,
  )
  await owner.query(
    `insert into volume_limits (organization_id, subject_id, currency, period, limit_minor)
     select $1, subject, 'COP', 'day', 1000000000 from (values ($1::uuid), ($2::uuid)) as limits (subject)`,
    [organization, instrument],
  )
  await owner.query(
    `insert into funding_accounts (id, rail, method, currency, account, details, added_at, added_reason)
     values (gen_random_uuid(), 'sandbox', 'MXN_CLABE', 'MXN', '032180000118359719', '{}', now(), 'a test')`,
  )
  // A key that no program of the test uses.
  await newProgram(corridor, 'viewer', [own])
}

/** Parameters of paths and fields of bodies, by name. */
export type Ids = Readonly<Record<string, string>>

async function identifiers(corridor: TestService, own: Uuid<'ent'>): Promise<Ids> {
  const { owner } = corridor.database
  async function one(prefix: Prefix, query: string): Promise<string> {
    const { rows } = await owner.query<{ id: string }>(query)
    const [row] = rows
    if (row === undefined) throw new Error(`there is no row for ${prefix}: ${query}`)
    return publicId(prefix, writtenUuid(prefix, row.id))
  }
  const organization = requireUuid('org', corridor.sandbox.organization_id)
  const ofOrganization = (table: string, more = '') =>
    `select id from ${table} where organization_id = '${organization}' ${more} order by id limit 1`
  const parked = await one('ord', ofOrganization('orders', 'and parked_at is not null'))
  const instrument = await one(
    'epi',
    `select subject_id as id from volume_limits where subject_id <> '${organization}'`,
  )
  await insertAccount(corridor.deps.db, {
    organizationId: organization,
    id: requireUuid('epi', instrument),
    number: 'AC-20260302-00000001',
    currency: 'USDC',
    rail: 'accounts',
    createdAt: corridor.deps.clock.now(),
  })
  return {
    order_id: parked,
    desk_account_id: instrument,
    organization_id: corridor.sandbox.organization_id,
    enterprise_id: publicId('ent', own),
    instrument_id: instrument,
    external_payment_instrument_id: instrument,
    deposit_id: await one('dep', ofOrganization('deposits')),
    payout_id: await one('po', ofOrganization('payouts')),
    refund_id: await one('rf', ofOrganization('refunds')),
    event_id: await one('evt', ofOrganization('events')),
    webhook_endpoint_id: await one('whe', `select id from webhook_endpoints limit 1`),
    api_key_id: await one('key', `select id from api_keys where enterprise_id = '${own}' limit 1`),
    route_id: await one('rt', ofOrganization('configured_routes')),
    information_request_id: await one('irq', ofOrganization('information_requests')),
    information_document_id: await one('ird', ofOrganization('information_documents')),
    approval_id: await one('apr', `select id from approvals where chain = '${own}' limit 1`),
    halt_id: await one('hlt', 'select id from halts limit 1'),
    stray_id: await one('str', 'select id from strays limit 1'),
    movement_id: await one('mv', 'select id from treasury_movements limit 1'),
    reconciliation_id: await one('rcn', 'select id from reconciliations limit 1'),
    difference_id: await one('dif', 'select id from reconciliation_differences limit 1'),
    key_id: await one('opk', 'select id from operator_keys order by id desc limit 1'),
    passkey_id: await one('psk', 'select id from passkeys limit 1'),
    login: 'lou',
    provider: 'ALPHA',
    liquidity_provider: 'ALPHA',
    rail: 'sandbox',
    kind: 'parked_order',
    subject: parked,
    number: '1',
    month: '2026-03',
    account: 'rail:sandbox',
    counter_account: 'rail_fee',
    from_account: 'rail:sandbox',
    to_account: 'treasury',
    funding_account_id: await one('fac', 'select id from funding_accounts limit 1'),
    currency: 'COP',
    assignee: 'lou',
    token: 'ce_nothing',
    code: '000000',
    until: '2026-03-05T00:00:00Z',
    expires_at: '2200-01-31T00:00:00Z',
    deadline: toTimestamp(later(corridor.deps.clock.realNow(), DAY_MS)),
    effective_from: '2200-01-31T00:00:00Z',
    password: 'a long enough password',
    file: `enterprises: [{ name: Demo Enterprise, organizations: [{ name: Demo Payments, routes: [{ name: USDC to MXN,
      payin_currency: USDC, payout_currency: MXN, liquidity_provider: ALPHA, payin_limits: { min: '10.00', max: '50000.00' },
      cost_tiers: [{ min: '0.00', max: '50000.00', bps: 70 }], max_slippage_bps: 0 }] }] }]`,
    amount: '10.00',
  }
}

/** A text that the schema takes: an identifier of the desk where it may be one. */
export const textIn = (
  ids: Ids,
  name: string,
  { enum: choices, examples = [] }: Schema,
): string => {
  const id = ids[name]
  if (id !== undefined && (choices === undefined || choices.includes(id))) return id
  return String(choices?.[0] ?? examples[0] ?? 'x')
}

/** The path of an operation with identifiers in place of its parameters. */
export const pathOf = ({ path }: Operation, ids: Ids): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(ids[name] ?? ''))

export const parametersOf = ({ path }: Operation): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/**
 * A digest of each table, with the audit trail. Keys note their last use, and the log what customers asked, when the service
 * likes.
 */
async function contents(corridor: TestService): Promise<Record<string, string>> {
  const { owner } = corridor.database
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'simulator') and tablename <> 'api_requests' order by 1`,
  )
  const digests = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(md5(row::text), '' order by md5(row::text)), '')) as digest
         from ${name} t, lateral (select to_jsonb(t) - 'last_used_at' as row) r`,
  )
  const { rows } = await owner.query<{ name: string; digest: string }>(digests.join(' union all '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
