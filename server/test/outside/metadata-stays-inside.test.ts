// Metadata of customers is for them and the desk: no company outside gets it, nor do logs and metrics.
import { randomBytes, randomUUID } from 'node:crypto'
import pino from 'pino'
import { expect, test } from 'vitest'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import { metricsText } from '../../src/platform/metrics.ts'
import { startConnectedService } from '../support/connected-service.ts'
import { requireUuid } from '../support/ids.ts'
import { tablesWith } from '../support/tables-with.ts'

test('metadata comes to no provider, rail, log or metric, nor to a table of theirs', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const world = await startConnectedService({ log, secret })
  try {
    const { corridor: service, connector } = world
    const needle = `needle${randomUUID()}`
    const key = needle.slice(0, 40)
    const metadata = { [key]: needle }
    const path = service.organization
    const wallet = (await service.instruments()).find(({ currency }) => currency === 'MXN')
    const { data: organization } = await service.post<OrganizationJson>('/v1/organizations', {
      name: 'Acme',
      contact: { email: 'a@acme.example', first_name: 'A', last_name: 'B' },
      metadata,
    })
    const { data: instrument } = await service.post<InstrumentJson>(
      `${path}/external_payment_instruments`,
      {
        alias: 'Pesos',
        currency: 'MXN',
        method: wallet?.method,
        details: wallet?.details,
        metadata,
      },
    )
    const { data: offerings } = await service.post<
      { id: string; payout: { external_payment_instrument: { id: string } } }[]
    >(`${path}/offerings`)
    const offering = offerings.find(
      ({ payout }) => payout.external_payment_instrument.id === instrument.id,
    )
    const { data: quote } = await service.post<QuoteJson>(`${path}/quotes`, {
      offering_id: offering?.id,
      payin_amount: '1000.00',
      metadata,
    })
    const { data: order } = await service.post<OrderJson>(`${path}/orders`, {
      quote_id: quote.id,
      metadata,
    })
    for (const { metadata: kept } of [organization, instrument, quote, order])
      expect(kept).toEqual(metadata)
    await service.get(`${path}/orders?metadata[${key}]=${needle}`)
    await service.fund(order.id)
    await world.reaches(order.id, 'STEP_4_COMPLETED', true)
    const { rail_key: sent } = (
      await service.sql<{ rail_key: string }>`select rail_key from payouts
        where order_id = ${requireUuid('ord', order.id)}`
    )[0] ?? { rail_key: '' }
    // What was sent is there, and what the connector remembers.
    expect(connector.memory()).toContain(sent)
    const outside = [connector.memory(), connector.process().stdout(), ...lines]
    outside.push(await metricsText(service.deps.metrics))
    expect(lines.length).toBeGreaterThan(0)
    for (const text of outside) expect(text).not.toContain(key)
    expect(await tablesWith(service, key)).toEqual([
      'events',
      'external_payment_instruments',
      'orders',
      'organizations',
      'quotes',
    ])
  } finally {
    await world.close()
  }
})
