// `corridor deposits unmatched | assign`: money in suspense.
import { toTimestamp } from '@corridor/server/clock.ts'
import { assignDeposit } from '@corridor/server/deposits/assign-deposit.ts'
import { selectSuggestions, selectUnmatchedDeposits } from '@corridor/server/deposits/queries.ts'
import { publicId, uuidOf } from '@corridor/server/ids.ts'
import { formatAmount } from '@corridor/server/money/decimal.ts'
import { selectOrderById } from '@corridor/server/orders/operator-queries.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const HEADINGS = ['DEPOSIT', 'AMOUNT', 'REPORT', 'ADDRESS', 'RECORDED', 'MAY BELONG TO']

export const unmatchedCommand = (): Promise<void> =>
  withDatabase(async (db) => {
    const suggested = Map.groupBy(await selectSuggestions(db), (one) => one.deposit_id)
    const lines = (await selectUnmatchedDeposits(db, false)).map((deposit) => [
      publicId('dep', deposit.id),
      `${formatAmount(deposit.amount_minor, deposit.currency)} ${deposit.currency}`,
      `${deposit.rail} ${deposit.transaction} ${deposit.output_index}`,
      deposit.address,
      toTimestamp(deposit.recorded_at),
      (suggested.get(deposit.id) ?? [])
        .slice(0, 3)
        .map((one) => `${publicId('ord', one.order_id)} (${one.reason}, ${one.score})`)
        .join(' '),
    ])
    process.stdout.write(lines.length === 0 ? 'No deposit is unmatched.\n' : table(HEADINGS, lines))
  })

export const assignCommand = (
  text: string,
  options: { to: string; wrongAsset: boolean },
): Promise<void> =>
  withDatabase(async (db, { deps }) => {
    const id = uuidOf('dep', text)
    const deposit = (await selectUnmatchedDeposits(db, false)).find((one) => one.id === id)
    if (deposit === undefined) {
      throw new Error(
        `${text} is not unmatched; \`corridor deposits unmatched\` shows those that are`,
      )
    }
    const orderId = uuidOf('ord', options.to)
    const order = orderId === undefined ? undefined : await selectOrderById(db, orderId)
    if (order === undefined) throw new Error(`--to ${options.to}: there is no such order`)
    const after = await assignDeposit(deps, deposit, order, options)
    if (after === null) throw new Error(`${text} was assigned by another command meanwhile`)
    process.stdout.write(`${text} belongs to ${options.to}, which is ${after.status}.\n`)
  })
