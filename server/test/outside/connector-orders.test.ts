// Orders of a whole service that converts and pays out through the example connector, and the nudges of that connector.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import type { Deps } from '../../src/service/deps.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { forFile } from '../support/for-file.ts'
import { SHARED_CLABE, startConnectedService } from '../support/connected-service.ts'
import { statusOf } from '../support/orders.ts'
import { testService } from '../support/service.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const lines: { msg: string; reason?: string; connector?: string }[] = []
/** The rails that nudges had polled. */
const polled: string[] = []

const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const replace = ({ pollRail }: Deps) => ({
  pollRail(name: string) {
    polled.push(name)
    pollRail(name)
  },
})
const world = await forFile(startConnectedService({ log, secret, replace }))

async function funded(): Promise<string> {
  const { corridor } = world
  const { id: offeringId } = await corridor.offering('USDC', 'MXN')
  const quote = await corridor.quote(offeringId)
  const { id } = await corridor.order(quote.id)
  await corridor.fund(id)
  return id
}

type Sent = { key: string; status: string; amount: string }
type Book = { sends: Sent[]; fills: { key: string; status: string }[] }
const book = () => world.connector.control<Book>('GET', '/book')
const sendOf = async (orderId: string) =>
  (await book()).sends.find(({ key }) => key.startsWith(orderId))

test('an order is priced, converted and paid out through a connector', async () => {
  const { indicative_exchange_rate } = await world.corridor.offering('USDC', 'MXN')
  expect(indicative_exchange_rate).toBe('18.25')
  const id = await funded()
  await world.reaches(id, 'STEP_4_COMPLETED', true)
  const { fills } = await book()
  expect(fills.filter(({ key }) => key.startsWith(id))).toMatchObject([{ status: 'filled' }])
  const { data } = await world.corridor.get<OrderJson>(
    `${world.corridor.organization}/orders/${id}`,
  )
  expect((await sendOf(id))?.amount).toBe(data.payout.total)
})

test('an order survives a connector that is killed and started again', async () => {
  const id = await funded()
  await world.connector.restart()
  await world.reaches(id, 'STEP_4_COMPLETED', true)
  const { fills, sends } = await book()
  expect(fills.filter(({ key }) => key.startsWith(id))).toHaveLength(1)
  expect(sends.filter(({ key }) => key.startsWith(id))).toHaveLength(1)
})

test('deposits at the shared account of a connector find their orders by the reference', async () => {
  const { id: offeringId } = await world.corridor.offering('MXN', 'USDC')
  const orders: OrderJson[] = []
  for (const amount of ['1000.00', '2000.00']) {
    const quote = await world.corridor.quote(offeringId, amount)
    orders.push(await world.corridor.order(quote.id))
  }
  for (const { reference_number, payin, funding_instructions } of orders) {
    expect(JSON.stringify(funding_instructions)).toContain(SHARED_CLABE)
    await world.connector.control('POST', '/deposits', {
      account: SHARED_CLABE,
      currency: 'MXN',
      amount: payin.total,
      // As payers mangle it.
      reference: ` pago ${reference_number.toLowerCase().replaceAll('-', ' ')} `,
    })
  }
  for (const { id } of orders) await world.reaches(id, 'STEP_4_COMPLETED', true)
})

describe('a nudge', () => {
  type Changes = { id?: string; timeS?: number; body?: string; sentBody?: string; key?: string }

  async function nudge(keys: readonly string[], changes: Changes = {}, name = 'bank:example') {
    const { id = randomUUID(), timeS = Math.floor(Date.now() / 1000) } = changes
    const body = changes.body ?? JSON.stringify({ keys })
    const key = Buffer.from((changes.key ?? secret).slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${timeS}.${body}`).digest('base64')
    const response = await fetch(`${world.corridor.url}/v1/connectors/${name}/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timeS),
        'webhook-signature': `v1,${signature}`,
      },
      body: changes.sentBody ?? body,
    })
    return { status: response.status, text: await response.text() }
  }

  /** An order whose payout is pending at the bank, looked up at least once. */
  async function pendingOrder(): Promise<{ id: string; key: string }> {
    await world.connector.control('POST', '/sends', { mode: 'hold' })
    const id = await funded()
    await world.reaches(id, 'STEP_3_SETTLING_PAYOUT', true)
    for (let tries = 0; tries < 2000; tries++) {
      const sent = await sendOf(id)
      if (sent !== undefined) return { id, key: sent.key }
      world.corridor.clock.advance(1000)
      await sleep(50)
    }
    throw new Error('the payout did not arrive at the bank')
  }

  test('makes the service look the key up at once', async () => {
    const { id, key } = await pendingOrder()
    await world.connector.control('POST', '/sends', { mode: 'pay' })
    // Nudge again: the first one may meet the order while a worker still holds it.
    for (let tries = 0; (await statusOf(world.corridor, id)) !== 'STEP_4_COMPLETED'; tries++) {
      if (tries === 600) throw new Error('the nudges had no effect')
      expect((await nudge([key])).status).toBe(204)
      await sleep(100)
    }
  })

  test('decides nothing: an order whose payout is still pending stays pending', async () => {
    const { id, key } = await pendingOrder()
    for (let time = 0; time < 3; time++) expect((await nudge([key])).status).toBe(204)
    await sleep(300)
    expect(await statusOf(world.corridor, id)).toBe('STEP_3_SETTLING_PAYOUT')
    await world.connector.control('POST', '/sends', { mode: 'pay' })
    await world.reaches(id, 'STEP_4_COMPLETED', true)
  })

  test('polls its rail at once, for deposits', async () => {
    polled.length = 0
    expect((await nudge([])).status).toBe(204)
    expect(polled).toEqual(['bank:example'])
    await nudge([], { key: `whsec_${'A'.repeat(44)}` })
    expect(polled, 'a refused nudge polls nothing').toHaveLength(1)
  })

  test('of unknown keys, of no keys and to the provider is accepted and ignored', async () => {
    expect((await nudge(['ord_1:payout:1', 'nobody'])).status).toBe(204)
    expect((await nudge([])).status).toBe(204)
    expect((await nudge(['ord_1:fill:1'], {}, 'EXAMPLE')).status).toBe(204)
  })

  const past = () => Math.floor(Date.now() / 1000) - 600
  test.each<[string, () => Changes, string, string]>([
    [
      'with a wrong signature',
      () => ({ key: `whsec_${'A'.repeat(44)}` }),
      'bank:example',
      'not right',
    ],
    ['of ten minutes ago', () => ({ timeS: past() }), 'bank:example', 'more than five minutes'],
    [
      'whose body was changed',
      () => ({ sentBody: '{"keys":["ord_9:payout:1"]}' }),
      'bank:example',
      'not right',
    ],
    ['that is no JSON', () => ({ body: 'keys' }), 'bank:example', ''],
    [
      'with a key that cannot be one',
      () => ({ body: '{"keys":["a b"]}' }),
      'bank:example',
      'documented form',
    ],
    ['to a rail that nobody configured', () => ({}), 'bank:other', 'nothing of this name'],
    ['to a provider that is no connector', () => ({}), 'ALPHA', 'nothing of this name'],
  ])('%s is refused and logged', async (_what, changes, name, reason) => {
    lines.length = 0
    const { status, text } = await nudge(['ord_1:payout:1'], changes(), name)
    expect([status, JSON.parse(text).code]).toEqual([401, 'unauthenticated'])
    const refused = lines.filter(({ msg }) => msg === 'a nudge was refused')
    expect(refused).toHaveLength(1)
    expect(refused[0]?.reason).toContain(reason)
    expect(JSON.stringify(lines)).not.toContain('ord_1')
  })

  test('that was received before is refused; one that is signed anew is not', async () => {
    const id = randomUUID()
    const timeS = Math.floor(Date.now() / 1000)
    expect((await nudge([], { id, timeS })).status).toBe(204)
    lines.length = 0
    expect((await nudge([], { id, timeS })).status).toBe(401)
    expect(lines[0]?.reason).toBe('the nudge was received before')
    expect((await nudge([], { id, timeS: timeS + 1 })).status).toBe(204)
  })

  test('that is refused too often from one address gets 429', async () => {
    const limited = await testService({ worker: false, env: { CORRIDOR_AUTH_FAILURE_LIMIT: '3' } })
    try {
      const statuses: number[] = []
      for (let time = 0; time < 5; time++) {
        const url = `${limited.url}/v1/connectors/bank:example/events`
        statuses.push((await fetch(url, { method: 'POST', body: '{}' })).status)
      }
      expect(statuses).toEqual([401, 401, 401, 429, 429])
    } finally {
      await limited.close()
    }
  })

  test('has no other method', async () => {
    const response = await fetch(`${world.corridor.url}/v1/connectors/bank:example/events`)
    expect(response.status).toBe(401)
  })
})
