// Archives an instrument: it stays readable and takes part in nothing new. Repeated, it changes nothing. Refused
// while an open order or refund needs it.
//
// Creating orders takes no lock for this. Instead, archiving closes the instrument to new orders, waits until the
// transactions that may not have seen that have ended, and only then looks for open orders.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Catalogue } from '../catalogue.ts'
import { monotonicMs, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { failure, retryLater } from '../errors.ts'
import { publicId, type Uuid } from '../ids.ts'
import {
  selectOrderWriters,
  selectUses,
  updateArchived,
  updateClosing,
  updateReopened,
  type Closing,
  type InstrumentUse,
} from './archiving-queries.ts'
import { selectInstrument, type InstrumentId, type InstrumentRow } from './queries.ts'
import { instrumentOf, instrumentView, type InstrumentJson } from './view.ts'

export type ArchiveDeps = { db: Db; clock: Clock; config: Config; catalogue: Catalogue }

/** A process that dies meanwhile leaves the instrument closed no longer than this. */
const CLOSED_MS = 60_000
/** Twice the timeout of a statement. */
export const CLOSING_MARGIN_MS = 30_000
const LONGEST_WAIT_MS = 5000
const POLL_MS = 20

export async function archiveInstrument(
  deps: ArchiveDeps,
  organizationId: Uuid<'org'>,
  id: Uuid<'epi'>,
): Promise<InstrumentJson> {
  const row = await archived(deps, organizationId, id)
  deps.catalogue.forgetInstrument(organizationId, id)
  return instrumentView(instrumentOf(deps.config.secrets, row))
}

async function archived(
  deps: ArchiveDeps,
  organizationId: Uuid<'org'>,
  id: Uuid<'epi'>,
): Promise<InstrumentRow> {
  const deadlineMs = monotonicMs() + LONGEST_WAIT_MS
  do {
    const row = await selectInstrument(deps.db, organizationId, id)
    if (row === undefined) throw failure('not_found')
    if (row.status === 'ARCHIVED') return row
    const [use] = await selectUses(deps.db, [row])
    if (use !== undefined) throw instrumentInUse(use)
    const archive = (closing: Closing) =>
      updateArchived(deps.db, [row], {
        closing,
        marginMs: CLOSING_MARGIN_MS,
        at: deps.clock.now(),
      })
    const done = await whileClosed(deps.db, [row], archive, deadlineMs)
    if (done?.[0] !== undefined) return done[0]
    await sleep(POLL_MS)
  } while (monotonicMs() < deadlineMs)
  throw retryLater('instrument_busy', 1)
}

/**
 * Runs `work` while no order can be made with these instruments and every earlier order is visible. Undefined when one
 * is archived, somebody else is archiving one, or older transactions have not ended by the deadline.
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

const instrumentInUse = (use: InstrumentUse) =>
  failure(
    'instrument_in_use',
    {
      open_orders: use.open_orders,
      open_refunds: use.open_refunds,
      order_id: publicId('ord', use.order_id),
    },
    'Let its orders and refunds end, or cancel the orders that are not funded.',
  )
