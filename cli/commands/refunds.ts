// `corridor refunds waiting | send`: money that goes back only when an operator says where.
import { publicId, uuidOf } from '@corridor/server/ids.ts'
import { selectInstrument } from '@corridor/server/instruments/queries.ts'
import { methodCarries } from '@corridor/server/instruments/methods.ts'
import { formatAmount } from '@corridor/server/money/decimal.ts'
import { selectWaitingRefunds, updateRefundRedirected } from '@corridor/server/refunds/queries.ts'
import { withDatabase } from '../with-database.ts'

export const waitingCommand = (): Promise<void> =>
  withDatabase(async (db) => {
    const lines = (await selectWaitingRefunds(db)).map((refund) =>
      [
        publicId('rf', refund.id),
        publicId('ord', refund.order_id),
        `${formatAmount(refund.amount_minor, refund.currency)} ${refund.currency}`,
        refund.reason,
        refund.status === 'FAILED' ? 'rejected by the rail' : 'has no destination',
      ].join('  '),
    )
    process.stdout.write(
      lines.length === 0 ? 'No refund waits for an operator.\n' : `${lines.join('\n')}\n`,
    )
  })

export const sendCommand = (text: string, options: { to: string }): Promise<void> =>
  withDatabase(async (db, { clock }) => {
    const id = uuidOf('rf', text)
    const refund = (await selectWaitingRefunds(db)).find((one) => one.id === id)
    if (refund === undefined)
      throw new Error(`${text} does not wait; \`corridor refunds waiting\` shows those that do`)
    const instrumentId = uuidOf('epi', options.to)
    const instrument =
      instrumentId === undefined
        ? undefined
        : await selectInstrument(db, refund.organization_id, instrumentId)
    if (instrument?.status !== 'ACTIVE' || !methodCarries(instrument.method, refund.currency)) {
      throw new Error(
        `--to ${options.to} is not an ACTIVE instrument of that organization that carries ${refund.currency}`,
      )
    }
    if (!(await updateRefundRedirected(db, refund, instrument.id, clock.now()))) {
      throw new Error(`${text} has moved meanwhile`)
    }
    process.stdout.write(`${text} is sent to ${options.to}.\n`)
  })
