// The schemas of published events: one for each type, with its `data`. Webhooks send the same data.
import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { outcomesForOrders } from '../deposits/outcomes.ts'
import {
  choice,
  currency,
  decimal,
  exact,
  withDescription,
  identifier,
  nullable,
  pascalCase,
  timestamp,
  variants,
} from '../../platform/http/schemas.ts'
import { metadataField } from '../../platform/http/metadata.ts'
import { instrumentStatus } from '../../parties/instruments/view.ts'
import { delayCodes, resolutions } from '../orders/delays.ts'
import { announcements, orderStatuses, transitions } from '../orders/states.ts'
import { externalReference, orderStatus, referenceNumber } from '../orders/view.ts'
import { organizationStatus } from '../../parties/organizations/view.ts'
import { refundReasons, refundStatuses } from '../refunds/words.ts'
import { eventSorts } from './queries.ts'
import { eventTypes, type AnnouncedType, type EventType } from './types.ts'

export const eventType = choice(eventTypes, 'A type of event.', {
  title: 'EventType',
  example: 'order.funded',
})
export const eventSort = choice(
  eventSorts,
  'oldest_first: in the order of their commits. newest_first: the other way round.',
  { title: 'EventSort', example: 'newest_first' },
)
export const depositOutcome = choice(
  outcomesForOrders,
  'counted: it counts towards the total. late: it came after the order had ended. extra: the order was already funded. wrong_asset: it is in another currency.',
  { title: 'DepositOutcome' },
)
export const refundReason = choice(refundReasons, 'Why the money goes back.', {
  title: 'RefundReason',
  example: 'excess',
})
export const refundStatus = choice(
  refundStatuses,
  'PENDING: not yet sent. SENT: on its way. PROCESSED: it arrived. FAILED: an operator looks at it. KEPT: it is too small to be sent; ask the desk for it. COLLECTED: another refund pays it back. WRITTEN_OFF: it is too small, and the desk keeps it.',
  { title: 'RefundStatus', example: 'PROCESSED' },
)

const orderFacts = {
  order_id: identifier('ord', 'The order.'),
  reference_number: referenceNumber,
  external_reference_id: externalReference,
  ...metadataField,
}
const unchangedStatus = withDescription(
  orderStatus,
  'The status of the order, which did not change.',
)
const parkingFacts = {
  ...orderFacts,
  status: unchangedStatus,
  reason: choice(
    ['review', 'processing'],
    'review: an operator reviews the order. processing: a step did not succeed.',
    { title: 'ParkingReason' },
  ),
}
const payoutFacts = () => ({
  ...orderFacts,
  status: unchangedStatus,
  payout_id: identifier('po', 'The payout.'),
  ...money('the payout'),
})
const informationFacts = {
  information_request_id: identifier('irq', 'The information request.'),
  order_id: nullable(
    identifier('ord', 'An order.'),
    'The order that it is about. Null: the organization itself.',
  ),
  deadline: timestamp('Until when the answer is needed.'),
}
const money = (of: string) => ({
  currency: currency(`The currency of ${of}.`, 'USDC'),
  amount: decimal(`The amount of ${of}.`, '1000.00'),
})

type Described = { about: string; data: TProperties; isOfOrder: boolean }

const ofOrder = (about: string, data: TProperties): Described => ({ about, data, isOfOrder: true })
const ofOther = (about: string, data: TProperties): Described => ({ about, data, isOfOrder: false })

// The statuses that an order can have after an event of this type, from the table of states.
const moved = (type: AnnouncedType, about: string): Described => {
  const reached = transitions.filter(({ event }) => announcements[event] === type)
  const statuses = orderStatuses.filter((status) => reached.some(({ to }) => to === status))
  return ofOrder(about, {
    ...orderFacts,
    status: choice(statuses, 'The new status of the order.'),
  })
}

const announced: { [Type in AnnouncedType]: string } = {
  'order.created': 'An order was created.',
  'order.funded': 'The money for an order has arrived.',
  'order.funding_expired': 'The funding expiry of an order passed.',
  'order.cancelled': 'An order was cancelled.',
  'order.filled': 'The conversion for an order is done.',
  'order.declined':
    'The liquidity provider declined an order, or the desk ended it before the conversion.',
  'order.completed': 'The beneficiary of an order was paid.',
  'order.refund_requested':
    'A refund will be sent: it was requested, a payout was rejected, or a deposit came late.',
  'order.refunded': 'All refunds of an order are done.',
}

const described: { [Type in Exclude<EventType, AnnouncedType>]: Described } = {
  'order.retried': ofOrder('Another order took over the money of a declined one.', {
    ...orderFacts,
    status: unchangedStatus,
    retry_order_id: identifier('ord', 'The other order.'),
  }),
  'order.parked': ofOrder('An order was parked and waits for an operator.', parkingFacts),
  'order.released': ofOrder('An operator released a parked order.', parkingFacts),
  'order.delayed': ofOrder('An order takes longer than expected, or waits to be decided.', {
    ...orderFacts,
    status: unchangedStatus,
    code: choice(
      delayCodes,
      'review: the order must be decided on. processing: a step takes longer than expected, or is paused.',
      { title: 'DelayCode' },
    ),
    resolution: choice(
      Object.values(resolutions),
      'What happens next, in words that may be shown to people.',
      { title: 'DelayResolution' },
    ),
    expected_at: timestamp('When the order is expected to go on. An estimate.'),
  }),
  'deposit.recorded': ofOrder('A deposit for an order arrived.', {
    ...orderFacts,
    deposit_id: identifier('dep', 'The deposit.'),
    ...money('the deposit'),
    outcome: depositOutcome,
  }),
  'payout.returned': ofOrder(
    'A settled payout came back. The desk holds the money until an operator decides.',
    payoutFacts(),
  ),
  'payout.settled': ofOrder('A payout that had come back was paid again.', payoutFacts()),
  'refund.updated': ofOrder('A refund was created or its status changed.', {
    ...orderFacts,
    refund_id: identifier('rf', 'The refund.'),
    ...money('the refund'),
    reason: refundReason,
    status: refundStatus,
  }),
  'instrument.status_changed': ofOther('The status of an external payment instrument changed.', {
    external_payment_instrument_id: identifier('epi', 'The instrument.'),
    status: withDescription(instrumentStatus, 'The new status.'),
  }),
  'organization.status_changed': ofOther('The status of the organization changed.', {
    organization_id: identifier('org', 'The organization.'),
    status: withDescription(organizationStatus, 'The new status.'),
  }),
  'instrument.travel_rule_required': ofOther(
    'Money is held until the wallet has a travel rule record.',
    {
      external_payment_instrument_id: identifier('epi', 'The wallet.'),
      order_id: identifier('ord', 'The order that waits.'),
      ...money('the transfer'),
    },
  ),
  'information.requested': ofOther(
    'An operator asks the organization for information.',
    informationFacts,
  ),
  'information.answered': ofOther('An information request was answered.', informationFacts),
  'information.closed': ofOther(
    'An operator closed an information request: nothing is needed any more.',
    informationFacts,
  ),
  'webhook.test': ofOther(
    'A test of a webhook endpoint was requested. An endpoint can neither select nor exclude this type.',
    { webhook_endpoint_id: identifier('whe', 'The endpoint.') },
  ),
}

const isAnnounced = (type: EventType): type is AnnouncedType => Object.hasOwn(announced, type)

const describe = (type: EventType): Described =>
  isAnnounced(type) ? moved(type, announced[type]) : described[type]

const dataOf = (type: EventType) => {
  const { about, data } = describe(type)
  return exact(data, { title: `${pascalCase(type)}Data`, description: about })
}

/** One schema for each type of event, by the name of the type. */
const forTypes = (schemaOf: (type: EventType, about: string) => TObject) =>
  Object.fromEntries(eventTypes.map((type) => [type, schemaOf(type, describe(type).about)]))

const eventFields = {
  id: identifier('evt', 'The event. Every delivery of it has the same id.'),
  created_at: timestamp('When it happened.'),
}
const ofOrderFields = {
  order_id: identifier('ord', 'The order that the event belongs to.'),
  sequence: Type.Integer({
    format: 'int32',
    minimum: 1,
    description: 'Counts the events of the order from 1, without a gap.',
    examples: [2],
  }),
}
const ofOtherFields = {
  order_id: nullable(ofOrderFields.order_id, 'Null: the event belongs to no order.'),
  sequence: nullable(ofOrderFields.sequence, 'Null: only events of orders have a sequence.'),
}
const literal = (type: EventType) =>
  Type.Literal(type, { description: 'What happened.', examples: [type] })

export type EventJson = Static<TObject<typeof eventFields>> & {
  type: string
  order_id: string | null
  sequence: number | null
  data: Record<string, unknown>
}

export const eventSchema = variants<EventJson>(
  'Event',
  'type',
  forTypes((type, about) =>
    exact(
      {
        id: eventFields.id,
        type: literal(type),
        created_at: eventFields.created_at,
        ...(describe(type).isOfOrder ? ofOrderFields : ofOtherFields),
        data: dataOf(type),
      },
      { title: `${pascalCase(type)}Event`, description: about },
    ),
  ),
  'Something that happened in an organization, told apart by `type`.',
)

/** The bodies of webhook requests. */
export const payloadSchemas = forTypes((type, about) =>
  exact(
    {
      type: literal(type),
      timestamp: timestamp('When it happened.'),
      organization_id: Type.Optional(
        nullable(
          identifier('org', 'An organization.'),
          'The organization of the event. Only in requests to endpoints of the enterprise; null in a test.',
        ),
      ),
      data: dataOf(type),
    },
    { title: `${pascalCase(type)}Payload`, description: about },
  ),
)
