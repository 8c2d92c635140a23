// Archives an instrument: it stays readable but cannot be used for anything new. Refused while an open order or refund
// needs it. Idempotent.
//
// Creating an order does not lock its instruments. Archiving first closes the instrument to new orders. It then waits for
// the transactions that may have begun before that. Only then does it look for open orders.
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { failure, retryLater } from '../../platform/errors.ts'
import { formatSignedAmount } from '../../platform/money/decimal.ts'
import { publicId, type OwnedId } from '../../platform/ids.ts'
import {
  selectAccountBalance,
  selectOrderWriters,
  selectUses,
  updateArchived,
  updateClosing,
  updateReopened,
  type AccountBalance,
  type Closing,
  type InstrumentUse,
} from './archiving-queries.ts'
import { selectInstrument, type InstrumentId, type InstrumentRow } from './queries.ts'
import { instrumentOf, instrumentView, type InstrumentJson } from './view.ts'

export type ArchiveDeps = {
  db: Db
  clock: Clock
  config: Config
  catalogue: { forgetInstrument(instrument: OwnedId<'epi'>): void }
}

/** The instrument reopens after this time if the process dies. */
const CLOSED_MS = 60_000
/** A closing must last this much longer when the statement begins that archives: twice the statement timeout. */
export const CLOSING_MARGIN_MS = 30_000
const LONGEST_WAIT_MS = 5000
const POLL_MS = 20

export async function archiveInstrument(
  deps: ArchiveDeps,
  ownedId: OwnedId<'epi'>,
): Promise<InstrumentJson> {
  const row = await archive(deps, ownedId)
  deps.catalogue.forgetInstrument(ownedId)
  return instrumentView(instrumentOf(deps.config.secrets, row))
}

async function archive(deps: ArchiveDeps, ownedId: OwnedId<'epi'>): Promise<InstrumentRow> {
  const deadlineMs = monotonicMs() + LONGEST_WAIT_MS
  do {
    const row = await selectInstrument(deps.db, ownedId)
    if (row === undefined) throw failure('not_found')
    if (row.status === 'ARCHIVED') return row
    const [use] = await selectUses(deps.db, [row])
    if (use !== undefined) throw instrumentInUse(use)
    const account = await selectAccountBalance(deps.db, ownedId)
    if (account !== undefined && account.balance_minor !== 0n) throw accountNotEmpty(account)
    const write = (closing: Closing) =>
      updateArchived(deps.db, [row], {
        closing,
        marginMs: CLOSING_MARGIN_MS,
        at: deps.clock.now(),
      })
    const done = await whileClosed(deps.db, [row], write, deadlineMs)
    if (done?.[0] !== undefined) return done[0]
    await sleep(POLL_MS)
  } while (monotonicMs() < deadlineMs)
  throw retryLater('instrument_busy', 1)
}

/**
 * Runs `work` while no order can be created with these instruments and all earlier orders are visible. Returns undefined
 * if an instrument is archived, if another caller is archiving one, or if older transactions did not end in time.
 */
export async function whileClosed<T>(
  db: Db,
  instruments: readonly InstrumentId[],
  work: (closing: Closing) => Promise<T>,
  deadlineMs = monotonicMs() + LONGEST_WAIT_MS,
): Promise<T | undefined> {
  const closing = await updateClosing(db, instruments, CLOSED_MS)
  if (closing === null) return undefined
  try {
    let writers = await selectOrderWriters(db, null)
    while (writers.length > 0 && monotonicMs() < deadlineMs) {
      await sleep(POLL_MS)
      writers = await selectOrderWriters(db, writers)
    }
    return writers.length > 0 ? undefined : await work(closing)
  } finally {
    await updateReopened(db, instruments, closing)
  }
}

const accountNotEmpty = ({ balance_minor: minor, currency }: AccountBalance) =>
  failure(
    'account_not_empty',
    { available: formatSignedAmount(minor, currency), currency },
    'Pay it out first, with an order from the account.',
  )

const instrumentInUse = (use: InstrumentUse) =>
  failure(
    'instrument_in_use',
    {
      open_orders: use.open_orders,
      open_refunds: use.open_refunds,
      order_id: publicId('ord', use.order_id),
    },
    'Wait until its orders and refunds have ended, or cancel the orders that are not funded.',
  )
