// `corridor deposits reversed | received | write-off`: deposits that their rail took back.
import { toTimestamp } from '@corridor/server/clock.ts'
import { publicId, uuidOf } from '@corridor/server/ids.ts'
import { formatAmount } from '@corridor/server/money/decimal.ts'
import { LONGEST_REASON } from '@corridor/server/orders/end-order.ts'
import { selectOrderById } from '@corridor/server/orders/operator-queries.ts'
import { selectOpenReversals, type OpenReversal } from '@corridor/server/reversals/queries.ts'
import { settleReversal, type Settlement } from '@corridor/server/reversals/settle.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const HEADINGS = [
  'ORDER',
  'ORGANIZATION',
  'STATUS',
  'PARKED',
  'OWED',
  'LACKS',
  'DEPOSITS',
  'CODE',
  'REVERSED',
]

export const reversedCommand = (options: { json: boolean }): Promise<void> =>
  withDatabase(async (db) => {
    const open = (await selectOpenReversals(db)).map(viewOf)
    if (options.json) return write(`${JSON.stringify(open, null, 2)}\n`)
    if (open.length === 0) return write('No reversed deposit waits for you.\n')
    const lines = open.map((one) => [
      one.order_id,
      one.organization,
      one.status,
      one.parked_reason ?? '-',
      one.owed,
      one.lacks ?? '-',
      one.deposits.map(({ deposit_id }) => deposit_id).join(' '),
      one.deposits.map(({ code }) => code).join(' '),
      one.reversed_at,
    ])
    write(table(HEADINGS, lines))
  })

const viewOf = (row: OpenReversal) => {
  const money = (minor: bigint) => `${formatAmount(minor, row.currency)} ${row.currency}`
  return {
    order_id: publicId('ord', row.order_id),
    organization_id: publicId('org', row.organization_id),
    organization: row.organization_name,
    status: row.status,
    parked_reason: row.parked_reason,
    owed: money(row.owed_minor),
    lacks: row.short_minor === null ? null : money(row.short_minor),
    deposits: row.deposits.map(({ id, ...deposit }) => ({
      deposit_id: publicId('dep', id),
      ...deposit,
    })),
    reversed_at: toTimestamp(row.reversed_at),
  }
}

export const settleCommand = (
  settlement: Settlement,
  text: string,
  options: { reason: string },
): Promise<void> =>
  withDatabase(async (db, { openDeps }) => {
    const reason = options.reason.trim()
    if (reason === '' || reason.length > LONGEST_REASON)
      throw new Error(`--reason must have 1 to ${LONGEST_REASON} characters`)
    const id = uuidOf('ord', text)
    const open = (await selectOpenReversals(db)).filter((one) => one.order_id === id)
    if (open.length === 0)
      throw new Error(
        `${text} has no open reversal; \`corridor deposits reversed\` shows the orders that have`,
      )
    for (const { order_id: orderId, currency } of open) {
      const order = await selectOrderById(db, orderId)
      if (order === undefined) throw new Error(`there is no order ${text}`)
      const after = await settleReversal(await openDeps(), order, currency, settlement, reason)
      if ('refused' in after) throw new Error(after.refused)
      const words = settlement === 'received' ? 'is noted as received' : 'is written off'
      write(`What was owed in ${currency} for ${text} ${words}; the order is ${after.status}.\n`)
    }
  })

const write = (text: string): void => void process.stdout.write(text)
