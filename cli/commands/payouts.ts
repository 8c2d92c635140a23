// `corridor payouts returned | pay-again | refund`: settled payouts that came back.
import { toTimestamp } from '@corridor/server/clock.ts'
import { publicId, uuidOf } from '@corridor/server/ids.ts'
import { formatAmount } from '@corridor/server/money/decimal.ts'
import { selectOrderById } from '@corridor/server/orders/operator-queries.ts'
import { payOutAgain, refundReturned } from '@corridor/server/payouts/pay-again.ts'
import { selectReturnedPayouts } from '@corridor/server/returns/queries.ts'
import { reasonIn } from '../reason.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const HEADINGS = ['PAYOUT', 'ORDER', 'AMOUNT', 'REASON', 'RETURNED']

export const returnedCommand = (): Promise<void> =>
  withDatabase(async (db) => {
    const lines = (await selectReturnedPayouts(db)).map((payout) => [
      publicId('po', payout.id),
      publicId('ord', payout.order_id),
      `${formatAmount(payout.amount_minor, payout.currency)} ${payout.currency}`,
      payout.code,
      toTimestamp(payout.recorded_at),
    ])
    process.stdout.write(
      lines.length === 0 ? 'No payout that came back waits for you.\n' : table(HEADINGS, lines),
    )
  })

type Options = { reason: string; instrument?: string }

export const payAgainCommand = (text: string, options: Options): Promise<void> =>
  decide(text, options, 'is paid out again')

export const refundCommand = (text: string, options: Options): Promise<void> =>
  decide(text, options, 'is refunded instead')

const decide = (
  text: string,
  options: Options,
  done: 'is paid out again' | 'is refunded instead',
): Promise<void> =>
  withDatabase(async (db, { openDeps }) => {
    const { instrument } = options
    const reason = reasonIn(options)
    const id = uuidOf('po', text)
    const returned = (await selectReturnedPayouts(db)).find((one) => one.id === id)
    const order = returned === undefined ? undefined : await selectOrderById(db, returned.order_id)
    if (order === undefined)
      throw new Error(
        `${text} is no payout that came back; \`corridor payouts returned\` shows those that did`,
      )
    const to = instrument === undefined ? null : uuidOf('epi', instrument)
    if (to === undefined) throw new Error(`--instrument ${instrument}: there is no such instrument`)
    const after =
      done === 'is paid out again'
        ? await payOutAgain(await openDeps(), order, to, reason)
        : await refundReturned(await openDeps(), order, reason)
    if ('refused' in after) throw new Error(after.refused)
    process.stdout.write(`${text} ${done}; ${publicId('ord', order.id)} is ${after.status}.\n`)
  })
