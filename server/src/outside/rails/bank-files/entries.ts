// Decides what a booked movement means: a deposit, a payment that came back, or a deposit that is taken back. Evidence of
// outgoing payments is in facts.ts.
import type { Instant } from '../../../platform/clock.ts'
import type { RailEntry } from '../port.ts'
import { plainNumber, type Booking } from './camt.ts'
import type { Facts } from './facts.ts'
import { shortCode } from './pain-002.ts'

type Meaning = { entry: RailEntry } | { note: string } | undefined

type World = {
  /** The account of deposits, in the spelling of the funding details; undefined if payers get accounts of a pool. */
  sharedAccount: string | undefined
  ownAccount: string
  /** The earliest instant that a date or time of the bank can mean. */
  instantOf(written: string | undefined): Instant | null
  /** A payment of ours; undefined for every other identifier. `amountMinor`: markers of earlier versions lack it. */
  sentWith(id: string): Promise<{ key: string; amountMinor?: bigint } | undefined>
  facts(): Promise<Facts>
}

export async function meaningOf(booking: Booking, world: World): Promise<Meaning> {
  const { direction, isReversal, returnCode, reference, index, currency, amountMinor } = booking
  if (direction === 'debit')
    return isReversal || returnCode !== undefined ? takenBack(booking, world) : undefined
  const ours = await paymentOf(booking, world)
  // Banks that give no reason return the whole amount. Anybody else can quote our payment in a transfer: that is a deposit.
  const isWhole = ours !== undefined && (ours.amountMinor ?? amountMinor) === amountMinor
  if (isReversal || returnCode !== undefined || isWhole)
    return {
      entry: {
        kind: 'return',
        transaction: reference,
        index,
        key: ours?.key ?? null,
        sendReference: ours?.id ?? booking.paymentIds[0] ?? null,
        currency,
        amountMinor,
        code: returnCode ?? (isReversal ? 'REVERSAL' : 'NO_REASON'),
      },
    }
  return {
    entry: {
      kind: 'deposit',
      transaction: reference,
      index,
      account: world.sharedAccount ?? plainNumber(booking.creditorAccount ?? world.ownAccount),
      reference: booking.remittance,
      sender: booking.payer,
      currency,
      amountMinor,
      receivedAt: world.instantOf(booking.cameAt),
    },
  }
}

async function takenBack(booking: Booking, world: World): Promise<Meaning> {
  const { reference, index, returnCode } = booking
  const credit = (await world.facts()).creditTakenBack(booking)
  if (credit === undefined)
    return {
      note: `entry ${shortCode(reference)} takes back a deposit that cannot be found in the inbox: book it by hand`,
    }
  const isSameReference = credit.reference === reference && credit.index === index
  return {
    entry: {
      kind: 'reversal',
      transaction: isSameReference ? `${reference}/reversal` : reference,
      index,
      ofTransaction: credit.reference,
      ofIndex: credit.index,
      code: returnCode ?? 'REVERSAL',
    },
  }
}

async function paymentOf({ paymentIds }: Booking, { sentWith }: World) {
  for (const id of paymentIds) {
    const sent = await sentWith(id)
    if (sent !== undefined) return { id, ...sent }
  }
  return undefined
}
