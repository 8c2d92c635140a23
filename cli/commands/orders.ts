// `corridor orders parked | release`: what waits for an operator.
import { toTimestamp } from '@corridor/server/clock.ts'
import { publicId, uuidOf } from '@corridor/server/ids.ts'
import { formatAmount } from '@corridor/server/money/decimal.ts'
import { selectParkedOrders, updateOrderReleased } from '@corridor/server/orders/job-queries.ts'
import { withDatabase } from '../with-database.ts'

export const parkedCommand = (): Promise<void> =>
  withDatabase(async (db) => {
    const lines = (await selectParkedOrders(db)).map((order) =>
      [
        publicId('ord', order.id),
        order.reference_number,
        order.parked_reason,
        `since ${toTimestamp(order.parked_at)}`,
        order.status,
        `${formatAmount(order.payin_total_minor, order.payin_currency)} ${order.payin_currency}`,
      ].join('  '),
    )
    process.stdout.write(lines.length === 0 ? 'No order is parked.\n' : `${lines.join('\n')}\n`)
  })

export const releaseCommand = (text: string): Promise<void> =>
  withDatabase(async (db) => {
    const id = uuidOf('ord', text)
    if (id === undefined || !(await updateOrderReleased(db, id))) {
      throw new Error(`${text} is not parked; \`corridor orders parked\` shows those that are`)
    }
    process.stdout.write(`${text} goes on.\n`)
  })
