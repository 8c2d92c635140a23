// The operations with a body, each with a valid body, and checks of a refusal: a problem that names its reason, and
// nothing written.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import type { Reply, Request, TestService } from './service.ts'

/** An operation with a body, and a valid body for it. */
export type Operation = {
  name: string
  path: () => Promise<string>
  body: () => Promise<object>
  success: 200 | 201
}

export type Expected = { status: number; code: string; pointers?: string[] }

/** Available to a test once its service has started. */
type World = { corridor: TestService; offering: OfferingJson }

export const WALLET = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'

export function operationsOf(world: () => World) {
  const below = (path: string) => async () => world().corridor.organization + path
  const quotes: Operation = {
    name: 'Create quote',
    path: below('/quotes'),
    success: 201,
    body: async () => ({ offering_id: world().offering.id, payin_amount: '1000.00' }),
  }
  const orders: Operation = {
    name: 'Create order',
    path: below('/orders'),
    success: 201,
    body: async () => ({ quote_id: (await quote()).id }),
  }
  const offerings: Operation = {
    name: 'Create offerings',
    path: below('/offerings'),
    success: 201,
    body: async () => ({}),
  }
  const organizations: Operation = {
    name: 'Create organization',
    path: async () => '/v1/organizations',
    success: 201,
    body: async () => ({
      name: 'Acme',
      contact: { email: 'a@acme.example', first_name: 'A', last_name: 'B' },
    }),
  }
  const instruments: Operation = {
    name: 'Create instrument',
    path: below('/external_payment_instruments'),
    success: 201,
    body: async () => ({
      alias: 'Wallet',
      currency: 'USDC',
      method: 'SOLANA_ADDRESS',
      details: { address: WALLET },
    }),
  }
  const simulation: Operation = {
    name: 'Simulate funding',
    success: 200,
    body: async () => ({ request_id: 'mine' }),
    path: async () =>
      `${world().corridor.organization}/orders/${(await world().corridor.order((await quote()).id)).id}/simulate-demo-funding`,
  }
  const keys: Operation = {
    name: 'Create API key',
    path: async () => '/v1/api-keys',
    success: 201,
    body: async () => ({ label: 'Reports', scopes: ['read'], allowed_addresses: ['127.0.0.1'] }),
  }
  const creations = [organizations, instruments, offerings, quotes, orders]
  const operations = [...creations, simulation, keys]

  const quote = () => world().corridor.quote(world().offering.id)
  /** Counts of rows and states of orders: all that the service has written. */
  async function everything(): Promise<unknown> {
    const rows = await world().corridor.sql`select
    (select count(*)::int from organizations) as organizations,
    (select count(*)::int from external_payment_instruments) as instruments,
    (select count(*)::int from offering_batches) as batches,
    (select count(*)::int from offerings) as offerings,
    (select count(*)::int from quotes) as quotes,
    (select count(*)::int from orders) as orders,
    (select count(*)::int from api_keys) as keys,
    (select string_agg(distinct status, ',') from orders) as statuses`
    return rows[0]
  }

  /** Sends a request that must be refused, then a valid one with the same key. */
  async function refusedAndForgotten(
    operation: Operation,
    bad: (right: object) => Request,
    expected: Expected,
  ): Promise<void> {
    const [path, right, idempotencyKey] = [
      await operation.path(),
      await operation.body(),
      randomUUID(),
    ]
    const before = await everything()
    const refused = await world().corridor.call('POST', path, { idempotencyKey, ...bad(right) })
    expectProblem(refused, expected)
    expect(refused.problem.instance).toBe(path)
    expect(await everything()).toEqual(before)
    const accepted = await world().corridor.call('POST', path, { idempotencyKey, body: right })
    expect(accepted.status, accepted.text).toBe(operation.success)
    expect(accepted.headers.get('idempotent-replayed')).toBeNull()
  }

  return {
    organizations,
    instruments,
    offerings,
    quotes,
    orders,
    simulation,
    creations,
    operations,
    everything,
    refusedAndForgotten,
  }
}

export function expectProblem(
  reply: Reply<unknown>,
  { status, code, pointers }: Expected,
  what = reply.text,
): void {
  expect(
    {
      status: reply.status,
      code: reply.problem.code,
      pointers: pointers && [...new Set(reply.problem.errors?.map((error) => error.pointer))],
    },
    what,
  ).toEqual({
    status,
    code,
    pointers,
  })
  expect(reply.problem.status).toBe(status)
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/)
  expect(reply.headers.get('x-request-id')).toBe(reply.problem.request_id)
  expect(reply.problem.request_id).not.toBe('')
  expect(reply.problem.type).toMatch(new RegExp(`/docs/errors#${code}$`))
}
