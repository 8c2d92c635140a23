// `corridor refunds waiting | send | release`: refunds that wait for an operator.
import { publicId, uuidOf } from '@corridor/server/ids.ts'
import { selectInstrument } from '@corridor/server/instruments/queries.ts'
import { methodCarries } from '@corridor/server/instruments/methods.ts'
import { formatAmount } from '@corridor/server/money/decimal.ts'
import { selectWaitingRefunds } from '@corridor/server/refunds/waiting-queries.ts'
import { redirectRefund } from '@corridor/server/refunds/redirect-refund.ts'
import { releaseRefund } from '@corridor/server/refunds/release-refund.ts'
import { reasonIn } from '../reason.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const HEADINGS = ['REFUND', 'ORDER', 'AMOUNT', 'REASON', 'STATUS', 'NEEDS']

const waitsFor = {
  destination: 'waits for a destination: corridor refunds send',
  release: 'waits for a hold to end',
  rail: 'fails repeatedly at the rail',
  outflow_limit: 'waits for the outflow cap of its rail or signer',
  liquidity: 'waits for money of the desk at its rail',
  screening: 'is not cleared by screening: corridor refunds release, or send it elsewhere',
}

export const waitingCommand = (): Promise<void> =>
  withDatabase(async (db) => {
    const lines = (await selectWaitingRefunds(db)).map((refund) => [
      publicId('rf', refund.id),
      publicId('ord', refund.order_id),
      `${formatAmount(refund.amount_minor, refund.currency)} ${refund.currency}`,
      refund.reason,
      refund.status,
      waitsFor[refund.waits_for],
    ])
    process.stdout.write(
      lines.length === 0 ? 'No refund waits for an operator.\n' : table(HEADINGS, lines),
    )
  })

export const sendCommand = (text: string, options: { to: string }): Promise<void> =>
  withDatabase(async (db, { openDeps }) => {
    const id = uuidOf('rf', text)
    const refund = (await selectWaitingRefunds(db)).find((one) => one.id === id)
    // A refund that was held before its first attempt may also go to another destination.
    const isUnsent = refund?.status === 'PENDING' && refund.attempt === 0
    const isHeld = refund?.waits_for === 'release' || refund?.waits_for === 'screening'
    if (refund?.waits_for !== 'destination' && !(isHeld && isUnsent)) {
      throw new Error(
        `${text} does not wait for a destination; \`corridor refunds waiting\` shows those that do`,
      )
    }
    const instrumentId = uuidOf('epi', options.to)
    const instrument =
      instrumentId === undefined
        ? undefined
        : await selectInstrument(db, { organizationId: refund.organization_id, id: instrumentId })
    if (instrument?.status !== 'ACTIVE' || !methodCarries(instrument.method, refund.currency)) {
      throw new Error(
        `--to ${options.to} is not an ACTIVE instrument of that organization that carries ${refund.currency}`,
      )
    }
    if (!(await redirectRefund(await openDeps(), refund, instrument.id))) {
      throw new Error(`${text} was changed meanwhile; \`corridor refunds waiting\` shows its state`)
    }
    process.stdout.write(`${text} is sent to ${options.to}.\n`)
  })

export const releaseCommand = (text: string, options: { reason: string }): Promise<void> =>
  withDatabase(async (db, { openDeps }) => {
    const reason = reasonIn(options)
    const id = uuidOf('rf', text)
    const refund = (await selectWaitingRefunds(db)).find((one) => one.id === id)
    if (refund?.waits_for !== 'screening')
      throw new Error(
        `${text} is not held by screening; \`corridor refunds waiting\` shows those that are`,
      )
    const refused = await releaseRefund(await openDeps(), refund, reason)
    if (refused !== null) throw new Error(refused.refused)
    process.stdout.write(`${text} is released.\n`)
  })
