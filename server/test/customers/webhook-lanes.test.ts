// Deliveries that a process has claimed ahead: they never get an endpoint more requests at once, and none is kept long.
import { expect, test } from 'vitest'
import type { ClaimedDelivery } from '../../src/customers/webhooks/claim-queries.ts'
import { createLanes } from '../../src/customers/webhooks/lanes.ts'
import { newUuid, type Uuid } from '../../src/platform/ids.ts'
import { instantAt } from '../../src/platform/clock.ts'

const at = instantAt(0)
const endpointId = newUuid('whe', at)
const keysOf = () => []
const [accepted, failed] = [{ health: 'accepted' }, { health: 'failed' }] as const

const claimed = (id: Uuid<'whe'>, is_ahead: boolean): ClaimedDelivery => ({
  enterprise_id: newUuid('ent', at),
  organization_id: newUuid('org', at),
  endpoint_id: id,
  event_id: newUuid('evt', at),
  attempts: 0,
  asked: 0,
  url: 'https://receiver.example/',
  secrets_key_id: '',
  secrets_sealed: Buffer.alloc(0),
  failing_since: null,
  endpoint_status: 'ENABLED',
  event_type: 'order.created',
  event_data: {},
  event_created_at: at,
  is_enterprise_wide: false,
  event_organization_id: null,
  is_ahead,
  found: 10,
  is_all_asked: true,
})

/** A lane with four slots and six deliveries behind them, of which the first four are sent. */
function filledLane() {
  const lanes = createLanes()
  lanes.held()
  lanes.add(
    Array.from({ length: 10 }, (_, place) => claimed(endpointId, place >= 4)),
    keysOf,
    1000,
  )
  const sent: ClaimedDelivery[] = []
  const sendNext = () => {
    for (let next = lanes.next(endpointId); next !== undefined; next = lanes.next(endpointId))
      sent.push(next.delivery)
  }
  sendNext()
  return { lanes, sent, sendNext }
}

const firstOf = (sent: readonly ClaimedDelivery[]): ClaimedDelivery => {
  const [first] = sent
  if (first === undefined) throw new Error('nothing was sent')
  return first
}

test('a delivery claimed ahead takes the slot of an earlier one, and no further slot', () => {
  const { lanes, sent, sendNext } = filledLane()
  expect(sent).toHaveLength(4)
  lanes.answered(firstOf(sent), accepted)
  sendNext()
  expect(sent).toHaveLength(5)
  expect(lanes.sending()).toBe(4)
  // A claim without new slots changes nothing.
  expect(lanes.held()).toMatchObject([{ busy: 4 }])
  lanes.add([claimed(endpointId, true)], keysOf, 1000)
  sendNext()
  expect(sent).toHaveLength(5)
})

test('the slot of a failed request is free only once its outcome is recorded', () => {
  const { lanes, sent, sendNext } = filledLane()
  lanes.answered(firstOf(sent), failed)
  sendNext()
  expect(sent).toHaveLength(4)
  expect(lanes.held()).toMatchObject([{ busy: 4 }])
  lanes.ended(firstOf(sent))
  sendNext()
  expect(sent).toHaveLength(5)
})

test('a claim is told every delivery without a recorded outcome', () => {
  const { lanes, sent } = filledLane()
  lanes.answered(firstOf(sent), accepted)
  expect(lanes.held()[0]?.events).toHaveLength(10)
  lanes.ended(firstOf(sent))
  expect(lanes.held()[0]?.events).toHaveLength(9)
  expect(lanes.held()[0]?.events).not.toContain(firstOf(sent).event_id)
})

test('deliveries that have waited for more than a second are given back, and those in flight stay', () => {
  const { lanes, sent } = filledLane()
  expect(lanes.late(2000)).toEqual([])
  expect(lanes.late(2001)).toEqual([endpointId])
  lanes.giveBack(endpointId)
  expect(lanes.held()[0]?.events).toEqual(sent.map(({ event_id }) => event_id))
  expect(lanes.wantsMore(endpointId)).toBe(true)
})

test('the lease of an endpoint ends with the last outcome that the process holds of it', () => {
  const { lanes, sent } = filledLane()
  expect(lanes.emptyAfter(sent.map((delivery) => ({ delivery })))).toEqual([])
  lanes.giveBack(endpointId)
  expect(lanes.emptyAfter(sent.slice(1).map((delivery) => ({ delivery })))).toEqual([])
  const owner = { ownerId: firstOf(sent).organization_id, id: endpointId }
  expect(lanes.emptyAfter(sent.map((delivery) => ({ delivery })))).toEqual([owner])
})
