// The facts of all files of the inbox together: the outcome of each payment, earlier credits, the last closing balance, and
// contradictions. Pure. A file that is replaced by a corrected one is merged anew.
import type { Instant } from '../../../platform/clock.ts'
import type { Money, SendAnswer } from '../port.ts'
import type { Resolution } from './camt-029.ts'
import type { Booking } from './camt.ts'
import type { Closing } from './closings.ts'
import type { Extract } from './extract.ts'
import { cancellationId } from './identifiers.ts'
import type { Status } from './pain-002.ts'

/** The part of a file that is kept in memory. */
export type Digest = Pick<
  Extract,
  'statuses' | 'resolutions' | 'batches' | 'entries' | 'closings' | 'notes'
> & {
  /** When a person wrote the file; undefined for a file of the bank. */
  writtenAt: Instant | undefined
  debits: readonly Debit[]
  returned: readonly string[]
  credits: readonly Credit[]
}
/** `amountMinor`: null if the booking names several payments. */
type Debit = { id: string; amountMinor: bigint | null; fee: Money | undefined }
type Credit = Pick<Booking, 'reference' | 'index' | 'amountMinor' | 'payerIds'>

export type Facts = {
  /**
   * The outcome of a payment; undefined if no file mentions it. With `sentMinor` a debit settles the payment only if it
   * has that amount, with or without the fee that it names: a debit for a fee alone can quote the payment too.
   */
  answer(id: string, sentMinor?: bigint): SendAnswer | undefined
  /** Why the bank does not cancel the payment; undefined if it did not refuse to. */
  refusal(id: string): string | undefined
  /** When a person wrote that the bank never received the payment; undefined if a file of the bank mentions it. */
  neverReceivedAt(id: string): Instant | undefined
  /** The credit that a debit takes back; undefined if no file of the inbox has it, or several fit. */
  creditTakenBack(debit: Booking): Credit | undefined
  closing: Closing | undefined
  /** Payments about which the bank contradicts itself, if `doubt` says so with their amounts. */
  doubtful: readonly string[]
  doubt(id: string, sentMinor?: bigint): string | undefined
  notes: readonly string[]
}

/** `counts`: whether the movements of the file's kind are counted. */
export function digestOf(
  extract: Extract,
  counts: boolean,
  writtenAt: Instant | undefined,
): Digest {
  const { statuses, resolutions, batches, entries, closings, notes, bookings } = extract
  const isReturn = ({ direction, isReversal, returnCode }: Booking) =>
    direction === 'credit' && (isReversal || returnCode !== undefined)
  return {
    statuses,
    resolutions,
    batches: counts ? batches : [],
    entries: counts ? entries : [],
    closings,
    notes: counts ? notes : [],
    writtenAt,
    debits: bookings
      .filter(
        ({ direction, isReversal, returnCode }) =>
          direction === 'debit' && !isReversal && returnCode === undefined,
      )
      .flatMap(({ paymentIds, amountMinor, feeMinor, currency }) =>
        paymentIds.map((id) => ({
          id,
          amountMinor: paymentIds.length === 1 ? amountMinor : null,
          fee:
            feeMinor === undefined || feeMinor === 0n
              ? undefined
              : { currency, amountMinor: feeMinor },
        })),
      ),
    returned: bookings.filter(isReturn).flatMap(({ paymentIds }) => paymentIds),
    credits: counts
      ? bookings
          .filter((booking) => booking.direction === 'credit' && !isReturn(booking))
          .map(({ reference, index, amountMinor, payerIds }) => ({
            reference,
            index,
            amountMinor,
            payerIds,
          }))
      : [],
  }
}

/** `digests` in the order of the files. */
export function mergeFacts(digests: readonly Digest[]): Facts {
  const ofBank = digests.filter(({ writtenAt }) => writtenAt === undefined)
  const bank = Map.groupBy(
    ofBank.flatMap(({ statuses }) => statuses),
    ({ id }) => id,
  )
  const person = new Map(
    digests.flatMap(({ statuses, writtenAt }) =>
      writtenAt === undefined
        ? []
        : statuses.map((status) => [status.id, { ...status, writtenAt }] as const),
    ),
  )
  const debits = Map.groupBy(
    digests.flatMap((one) => one.debits),
    ({ id }) => id,
  )
  const debitOf = (id: string, sentMinor?: bigint): Debit | undefined =>
    debits.get(id)?.findLast((debit) => pays(debit, sentMinor))
  const returned = new Set(digests.flatMap((one) => one.returned))
  const credits = creditsIn(digests)
  const resolutions = resolutionsIn(digests)
  const outcome = (id: string, isDebited = debits.has(id)) =>
    outcomeOf(bank.get(id) ?? [], resolutions.of(id), isDebited, returned.has(id))

  function answer(id: string, sentMinor?: bigint): SendAnswer | undefined {
    const decided = person.get(id)
    if (decided !== undefined && decided.state !== 'open' && decided.code !== NEVER_RECEIVED)
      return answerOf(id, decided.state, decided.code)
    const debit = debitOf(id, sentMinor)
    const { state, code } = outcome(id, debit !== undefined)
    if (state === 'unmentioned') return debits.has(id) ? { state: 'pending' } : undefined
    return answerOf(id, state, code, debit?.fee)
  }

  /** Without the amount, a debit for a fee that quotes the payment would look like its execution. */
  function doubt(id: string, sentMinor?: bigint): string | undefined {
    const { state, isContradiction } = outcome(id, debitOf(id, sentMinor) !== undefined)
    if (isContradiction && (person.get(id)?.state ?? 'open') === 'open')
      return `payment ${id} was both settled and rejected: ask the bank, then write its answer as evidence`
    const isExecuted = state === 'settled' && !returned.has(id)
    return isExecuted && resolutions.of(id)?.state === 'cancelled'
      ? `payment ${id} was cancelled, but the bank has executed it: its money must come back, ask the bank`
      : undefined
  }
  return {
    answer,
    refusal: (id) => {
      const resolution = resolutions.of(id)
      return resolution?.state === 'refused' ? resolution.code : undefined
    },
    neverReceivedAt(id) {
      const told = person.get(id)
      const isSo = told?.code === NEVER_RECEIVED && outcome(id).state === 'unmentioned'
      return isSo ? told.writtenAt : undefined
    },
    creditTakenBack: credits.takenBack,
    doubtful: [...new Set([...bank.keys(), ...resolutions.cancelled])].filter(
      (id) => doubt(id) !== undefined,
    ),
    doubt,
    closing: digests
      .flatMap((one) => one.closings)
      .reduce<Closing | undefined>(laterClosing, undefined),
    notes: [...digests.flatMap((one) => one.notes), ...credits.notes, ...bareBatches(digests)],
  }
}

/** The first amount of a credit counts. */
function creditsIn(digests: readonly Digest[]) {
  const credits = new Map<string, Credit>()
  const changed = new Set<string>()
  for (const credit of digests.flatMap((one) => one.credits)) {
    const identity = `${credit.reference}#${credit.index}`
    const known = credits.get(identity)
    if (known === undefined) credits.set(identity, credit)
    else if (known.amountMinor !== credit.amountMinor) changed.add(credit.reference)
  }
  const byPayerId = Map.groupBy(
    [...credits.values()].flatMap((credit) => credit.payerIds.map((id) => ({ id, credit }))),
    ({ id }) => id,
  )

  return {
    notes: [...changed].map(
      (reference) => `entry ${reference} came with two different amounts: the first one counts`,
    ),
    takenBack({ reference, index, amountMinor, payerIds }: Booking): Credit | undefined {
      const same = credits.get(`${reference}#${index}`)
      if (same !== undefined) return same.amountMinor === amountMinor ? same : undefined
      const fitting = new Set(
        payerIds
          .flatMap((id) => byPayerId.get(id) ?? [])
          .map(({ credit }) => credit)
          .filter((credit) => credit.amountMinor === amountMinor),
      )
      return fitting.size === 1 ? [...fitting][0] : undefined
    },
  }
}

function bareBatches(digests: readonly Digest[]): string[] {
  const resolved = new Set(digests.flatMap((one) => one.entries))
  const bare = new Set(
    digests.flatMap((one) => one.batches).filter((batch) => !resolved.has(batch)),
  )
  return [...bare].map(
    (batch) => `batch ${batch} came without its payments: nothing of it is counted`,
  )
}

/** A booking of several payments has no amount of one of them. */
const pays = ({ amountMinor, fee }: Debit, sentMinor: bigint | undefined): boolean =>
  sentMinor === undefined ||
  amountMinor === null ||
  amountMinor === sentMinor ||
  (fee !== undefined && amountMinor === sentMinor + fee.amountMinor)

/** The reason of banks, and of evidence, for a message that never arrived. */
export const NEVER_RECEIVED = 'NOOR'

/** Answers of banks and persons to requests to cancel. A bank that both cancelled and refused has not decided. */
function resolutionsIn(digests: readonly Digest[]) {
  const all = digests.flatMap(({ resolutions, statuses, writtenAt }) => {
    const byPerson = writtenAt !== undefined
    return [
      ...resolutions.map((one) => ({ ...one, byPerson })),
      ...statuses.flatMap(({ id, state, code }) =>
        state === 'cancelled' ? [{ id, state, code, byPerson }] : [],
      ),
    ]
  })
  const byId = Map.groupBy(all, ({ id }) => id)
  const of = (id: string): Resolution | undefined => {
    const told = [...(byId.get(id) ?? []), ...(byId.get(cancellationId(id)) ?? [])]
    const decided = told.filter(({ state }) => state !== 'open')
    const byPerson = decided.findLast((one) => one.byPerson)
    if (byPerson !== undefined) return byPerson
    const [first] = decided
    return decided.every(({ state }) => state === first?.state) ? first : undefined
  }
  return { of, cancelled: [...byId.keys()].filter((id) => of(id)?.state === 'cancelled') }
}

type Outcome = { state: Status['state'] | 'unmentioned'; code: string; isContradiction: boolean }

// A payment that was settled, rejected and returned was settled and came back. Without the return, the answer stays open:
// `rejected` could pay twice, `settled` could lose the money. A payment that was settled and then cancelled is settled: the
// bank gives the money back as a return.
function outcomeOf(
  statuses: readonly Status[],
  resolution: Resolution | undefined,
  isDebited: boolean,
  isReturned: boolean,
): Outcome {
  const rejection = statuses.find(({ state }) => state === 'rejected')
  const isSettled = isDebited || isReturned || statuses.some(({ state }) => state === 'settled')
  const code = rejection?.code ?? ''
  const isContradiction = isSettled && rejection !== undefined && !isReturned
  if (isContradiction) return { state: 'open', code, isContradiction }
  if (isSettled) return { state: 'settled', code, isContradiction }
  if (rejection !== undefined) return { state: 'rejected', code, isContradiction }
  if (resolution?.state === 'cancelled')
    return { state: 'cancelled', code: resolution.code, isContradiction }
  const isMentioned =
    statuses.length > 0 || (resolution !== undefined && resolution.code !== NEVER_RECEIVED)
  return { state: isMentioned ? 'open' : 'unmentioned', code, isContradiction }
}

// The reference of a settled payment is its EndToEndId: a return repeats it, and both banks find the payment by it.
function answerOf(id: string, state: Status['state'], code: string, fee?: Money): SendAnswer {
  if (state === 'settled') return { state, reference: id, ...(fee === undefined ? {} : { fee }) }
  return state === 'rejected' || state === 'cancelled'
    ? { state: 'rejected', code }
    : { state: 'pending' }
}

const laterClosing = (last: Closing | undefined, next: Closing): Closing =>
  last === undefined || `${next.date} ${next.createdAt}` >= `${last.date} ${last.createdAt}`
    ? next
    : last
