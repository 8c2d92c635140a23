// Decides what a booked movement means: a deposit, a payment that came back, or a deposit that is taken back. Evidence of
// outgoing payments is in facts.ts.
import type { RailEntry } from '../port.ts'
import { plainNumber, type Booking } from './camt.ts'
import type { Facts } from './facts.ts'
import { shortCode } from './pain-002.ts'

export type Meaning = { entry: RailEntry } | { note: string } | undefined

type World = {
  /** The account of deposits, in the spelling of the funding details; undefined if payers get accounts of a pool. */
  sharedAccount: string | undefined
  ownAccount: string
  /** The key of a payment of ours; undefined for every other identifier. */
  keyOf(id: string): Promise<string | undefined>
  facts(): Promise<Facts>
}

export async function meaningOf(booking: Booking, world: World): Promise<Meaning> {
  const { direction, isReversal, returnCode, reference, index, currency, amountMinor } = booking
  if (direction === 'debit')
    return isReversal || returnCode !== undefined ? takenBack(booking, world) : undefined
  const ours = await paymentOf(booking, world)
  // A credit that quotes a payment of ours is that payment coming back, even if the bank gives no reason.
  if (isReversal || returnCode !== undefined || ours !== undefined)
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

async function paymentOf({ paymentIds }: Booking, { keyOf }: World) {
  for (const id of paymentIds) {
    const key = await keyOf(id)
    if (key !== undefined) return { id, key }
  }
  return undefined
}
