// `corridor deposits unmatched | assign | held | release`: money in suspense, and deposits that screening holds.
import { toTimestamp } from '@corridor/server/clock.ts'
import { assignDeposit } from '@corridor/server/deposits/assign-deposit.ts'
import { selectSuggestions, selectUnmatchedDeposits } from '@corridor/server/deposits/queries.ts'
import { selectDeposit } from '@corridor/server/deposits/screened-queries.ts'
import { publicId, uuidOf } from '@corridor/server/ids.ts'
import { formatAmount } from '@corridor/server/money/decimal.ts'
import { selectOrderById } from '@corridor/server/orders/operator-queries.ts'
import { selectHeldScreenings } from '@corridor/server/screening/queries.ts'
import { releaseHeld } from '@corridor/server/screening/release.ts'
import { screenDepositOnce } from '@corridor/server/screening/screen-deposits.ts'
import { reasonIn } from '../reason.ts'
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
  withDatabase(async (db, { openDeps }) => {
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
    const after = await assignDeposit(await openDeps(), deposit, order, options)
    if (after === null) throw new Error(`${text} was assigned by another command meanwhile`)
    process.stdout.write(`${text} belongs to ${options.to}, which is ${after.status}.\n`)
  })

const HELD = ['DEPOSIT', 'AMOUNT', 'ORDER', 'STATE', 'SCREENER', 'REASON', 'RECORDED', 'ATTEMPTS']

export const heldCommand = (options: { json?: boolean }): Promise<void> =>
  withDatabase(async (db) => {
    const held = await Promise.all(
      (await selectHeldScreenings(db, 'deposit')).map(async (row) => {
        const deposit =
          row.deposit_id === null ? undefined : await selectDeposit(db, row.deposit_id)
        return {
          deposit_id: row.key,
          amount:
            deposit === undefined
              ? ''
              : `${formatAmount(deposit.amount_minor, deposit.currency)} ${deposit.currency}`,
          order_id: row.order_id === null ? null : publicId('ord', row.order_id),
          state: row.state,
          screener: row.screener,
          reason: row.reason,
          recorded_at: deposit === undefined ? '' : toTimestamp(deposit.recorded_at),
          attempts: row.attempt,
        }
      }),
    )
    if (options.json === true)
      return void process.stdout.write(`${JSON.stringify(held, null, 2)}\n`)
    const lines = held.map((one) => Object.values(one).map((value) => String(value ?? '-')))
    process.stdout.write(lines.length === 0 ? 'No deposit is held.\n' : table(HELD, lines))
  })

export const releaseCommand = (text: string, options: { reason: string }): Promise<void> =>
  withDatabase(async (db, { openDeps }) => {
    const reason = reasonIn(options)
    const id = uuidOf('dep', text)
    if (id === undefined || (await selectDeposit(db, id)) === undefined)
      throw new Error(`there is no deposit ${text}`)
    const deps = await openDeps()
    const after = await releaseHeld(deps, text, reason)
    if ('refused' in after) throw new Error(after.refused)
    process.stdout.write(`${await screenDepositOnce(deps, text)}\n`)
  })
