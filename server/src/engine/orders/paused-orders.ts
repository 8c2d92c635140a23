// Which of a customer's orders wait for the desk: it has halted their next step, or a person looks at them. The order itself is
// specified, and its status stays. halts-of-order.ts has the rule of halts, for the desk too. Customers never learn the name of
// a rail or provider, or the reason.
import Type, { type Static } from 'typebox'
import { toTimestamp, type Clock } from '../../platform/clock.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { organizationOf } from '../../platform/http/request.ts'
import {
  choice,
  dataListOf,
  exact,
  identifier,
  organizationParams,
  text,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId, uuidOf, type OwnedId, type Uuid } from '../../platform/ids.ts'
import { haltedSince, haltedSteps, waitsOfOrders, type HaltsOfOrderDeps } from './halts-of-order.ts'
import { selectReviewedOrders } from './delay-queries.ts'
import { selectOrdersByIds } from './queries.ts'

const MOST = 100
/** Each has `ord_`, 26 characters and a comma. */
const MOST_CHARACTERS = MOST * 31

const pausedOrder = exact(
  {
    order_id: identifier('ord', 'The order.'),
    step: choice(
      [...haltedSteps, 'review'],
      'What is paused: the next step of the order, or of its refund. `review`: a person looks at the order before it goes on, as `order.parked` said.',
      { title: 'PausedStep', example: 'payout' },
    ),
    since: timestamp('Since when the order waits for it.'),
  },
  { title: 'PausedOrder', description: 'An order that waits for the desk.' },
)

export function pausedOrdersEndpoint(api: Api, deps: HaltsOfOrderDeps & { clock: Clock }): void {
  addRead(api, {
    path: '/organizations/:organization_id/paused-orders',
    config: { scope: 'read', cost: 10 },
    tags: ['Orders'],
    operationId: 'listPausedOrders',
    summary: 'List which orders are paused',
    description:
      'Which of these orders wait because the desk has paused conversions, payouts or refunds, or looks at the order. Those of a pause go on by themselves afterwards. Their status does not change. What was already sent is not paused. An order that the organization does not have is left out.',
    params: Type.Object(organizationParams),
    querystring: exact({
      order_ids: text(
        MOST_CHARACTERS,
        `The orders to look at, separated by commas, at most ${MOST}.`,
        'ord_01jqe8m2x4fv5s0t6w7y8z9abc',
      ),
    }),
    answer: dataListOf(pausedOrder, 'The paused orders, in the order of the request.'),
    data: (request) => pausedOrders(deps, organizationOf(request), idsIn(request.query.order_ids)),
  })
}

const idsIn = (list: string): Uuid<'ord'>[] =>
  [...new Set(list.split(','))].flatMap((one) => uuidOf('ord', one) ?? [])

async function pausedOrders(
  deps: HaltsOfOrderDeps & { clock: Clock },
  organizationId: Uuid<'org'>,
  ids: readonly Uuid<'ord'>[],
): Promise<Static<typeof pausedOrder>[]> {
  const keys = ids.map((id) => ({ organizationId, id }))
  const [reviewed, halted] = await Promise.all([
    selectReviewedOrders(deps.db, keys),
    haltedOrders(deps, keys),
  ])
  return [...reviewed.map((one) => ({ ...one, step: 'review' as const })), ...halted]
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .map(({ id, step, since }) => ({
      order_id: publicId('ord', id),
      step,
      since: toTimestamp(since),
    }))
}

async function haltedOrders(
  deps: HaltsOfOrderDeps & { clock: Clock },
  keys: readonly OwnedId<'ord'>[],
) {
  // Mostly nothing is halted: then no order is read.
  if ((await deps.halts.present('cached')).length === 0) return []
  const found = await selectOrdersByIds(deps.db, keys)
  const orders = found.filter((order) => order !== null)
  const waits = await waitsOfOrders(
    deps,
    orders.map((order) => ({
      ...order,
      provider_name: order.priced_provider ?? '',
    })),
  )
  return waits.flatMap(({ order, step, halts }) => {
    const since = haltedSince(deps.clock, order, halts)
    return since === null ? [] : [{ id: order.id, step, since }]
  })
}
