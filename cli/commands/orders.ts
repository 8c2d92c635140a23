// `corridor orders parked | show | release | fail | refund`: orders that wait for an operator.
import type { Pool } from '@corridor/server/db/pool.ts'
import { uuidOf } from '@corridor/server/ids.ts'
import { endOrder, type Ending, type Refused } from '@corridor/server/orders/end-order.ts'
import {
  selectOperatorOrder,
  selectParkedOrders,
  type OperatorOrder,
} from '@corridor/server/orders/operator-queries.ts'
import { orderForOperator, orderSummary } from '@corridor/server/orders/operator-view.ts'
import type { OrderRow } from '@corridor/server/orders/queries.ts'
import { releaseOrder } from '@corridor/server/orders/release-order.ts'
import { stringify } from 'yaml'
import { reasonIn } from '../reason.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const HEADINGS = [
  'ORDER',
  'ORGANIZATION',
  'REASON',
  'SINCE',
  'STATUS',
  'PAYIN',
  'PROVIDER',
  'PROMISED',
  'FIRM',
  'RESULT',
]

export const parkedCommand = (options: { json?: boolean }): Promise<void> =>
  withDatabase(async (db) => {
    const parked = (await selectParkedOrders(db)).map(orderSummary)
    if (options.json === true) return write(`${JSON.stringify(parked, null, 2)}\n`)
    if (parked.length === 0) return write('No order is parked.\n')
    const lines = parked.map((order) => [
      order.order_id,
      order.organization,
      order.parked_reason ?? '',
      order.parked_at ?? '',
      order.status,
      order.payin,
      order.liquidity_provider,
      order.promised_rate,
      order.firm_rate ?? '-',
      order.result ?? '-',
    ])
    write(table(HEADINGS, lines))
  })

export const showCommand = (text: string, options: { json?: boolean }): Promise<void> =>
  withDatabase(async (db) => {
    const shown = await orderForOperator(db, await orderOf(db, text))
    write(options.json === true ? `${JSON.stringify(shown, null, 2)}\n` : stringify(shown))
  })

export const releaseCommand = (text: string, { reason }: { reason?: string }): Promise<void> =>
  withDatabase(async (db, { openDeps }) => {
    const words = reason === undefined ? null : reasonIn({ reason })
    done(await releaseOrder(await openDeps(), await orderOf(db, text), words))
    write(`${text} is released.\n`)
  })

export const endCommand = (
  ending: Ending,
  text: string,
  options: { reason: string },
): Promise<void> =>
  withDatabase(async (db, { openDeps }) => {
    const reason = reasonIn(options)
    const { status } = done(
      await endOrder(await openDeps(), await orderOf(db, text), ending, reason),
    )
    write(`${text} is ${status}.\n`)
  })

async function orderOf(db: Pool, text: string): Promise<OperatorOrder> {
  const id = uuidOf('ord', text)
  const order = id === undefined ? undefined : await selectOperatorOrder(db, id)
  if (order === undefined) throw new Error(`there is no order ${text}`)
  return order
}

function done(order: OrderRow | Refused): OrderRow {
  if ('refused' in order) throw new Error(order.refused)
  return order
}

const write = (text: string): void => void process.stdout.write(text)
