// What a customer can do with an order: the list says what the acts answer.
import { expect, test } from 'vitest'
import type { OrderEvent } from '../../src/engine/orders/states.ts'
import { transition } from '../../src/engine/orders/transition.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { forFile } from '../support/for-file.ts'
import { fundedOrder, rowOf } from '../support/orders.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
await corridor.deps.feeds.push()

type ActJson = { act: string; is_open: boolean; closed: string | null }

const pathOf = ({ id }: Pick<OrderJson, 'id'>) => `${corridor.organization}/orders/${id}`
const actsOn = async (order: Pick<OrderJson, 'id'>) =>
  (await corridor.get<ActJson[]>(`${pathOf(order)}/acts`)).data
const openOn = async (order: Pick<OrderJson, 'id'>) =>
  (await actsOn(order)).flatMap(({ act, is_open: isOpen }) => (isOpen ? [act] : []))

async function carryOut(order: OrderJson, act: string) {
  const body = act === 'retry' ? { quote_id: (await corridor.quote(order.offering_id)).id } : {}
  const idempotency = act === 'retry' ? {} : { idempotencyKey: null }
  return corridor.post<OrderJson>(`${pathOf(order)}/${act}`, body, idempotency)
}

async function orderAfter(...events: OrderEvent[]): Promise<OrderJson> {
  const order = await (events.length === 0 ? corridor.order() : fundedOrder(corridor))
  for (const event of events)
    await transition(corridor.deps, await rowOf(corridor, order), () => ({ events: [event] }), {
      at: corridor.deps.clock.now(),
    })
  return order
}

const states: Record<string, { made: () => Promise<OrderJson>; open: string[] }> = {
  'that awaits its funding': { made: () => orderAfter(), open: ['cancel'] },
  'that is funded': { made: () => fundedOrder(corridor), open: [] },
  'that was declined': { made: () => orderAfter('declined'), open: ['refund', 'retry'] },
  'that is paid out': { made: () => orderAfter('filled'), open: [] },
}

test.each(Object.entries(states))(
  'an order %s: open acts are carried out, others are refused with the listed sentence',
  async (_state, { made, open }) => {
    expect(await openOn(await made())).toEqual(open)
    for (const act of ['cancel', 'refund', 'retry']) {
      const order = await made()
      const listed = (await actsOn(order)).find((one) => one.act === act)
      const answer = await carryOut(order, act)
      expect(
        [answer.status < 300, answer.status < 300 ? null : answer.problem.detail],
        act,
      ).toEqual([listed?.is_open, listed?.closed])
    }
  },
)

test('a declined order that was retried allows neither a refund nor another retry, and names the new one', async () => {
  const order = await orderAfter('declined')
  const retried = await carryOut(order, 'retry')
  expect(await actsOn(order)).toEqual([
    expect.objectContaining({ act: 'cancel', is_open: false }),
    ...['refund', 'retry'].map((act) => ({
      act,
      is_open: false,
      closed: `The order was retried: its money is in ${retried.data.id}.`,
    })),
  ])
})

test('an order of another organization has no acts that a caller sees', async () => {
  const { status } = await corridor.get(
    `${corridor.organization}/orders/ord_01jqe8m2x4fv5s0t6w7y8z9abc/acts`,
  )
  expect(status).toBe(404)
})
