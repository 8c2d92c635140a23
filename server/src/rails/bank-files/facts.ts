// What all files of the inbox together say: the outcome of each payment, earlier credits, the last closing balance, and
// contradictions. Pure. A file that is replaced by a corrected one is merged anew.
import type { Money, SendAnswer } from '../port.ts'
import type { Booking, Closing } from './camt.ts'
import type { Extract } from './extract.ts'
import type { Status } from './pain-002.ts'

/** What is kept in memory of a file. */
export type Digest = Pick<Extract, 'statuses' | 'batches' | 'entries' | 'closings' | 'notes'> & {
  byPerson: boolean
  debits: readonly Debit[]
  returned: readonly string[]
  credits: readonly Credit[]
}
/** `amountMinor`: null if the booking names several payments. */
type Debit = { id: string; amountMinor: bigint | null; fee: Money | undefined }
export type Credit = Pick<Booking, 'reference' | 'index' | 'amountMinor' | 'payerIds'>

export type Facts = {
  /**
   * What is known of a payment; undefined if no file mentions it. With `sentMinor` a debit settles the payment only if it
   * has that amount, with or without the fee that it names: a debit for a fee alone can quote the payment too.
   */
  answer(id: string, sentMinor?: bigint): SendAnswer | undefined
  /** The credit that a debit takes back; undefined if no file of the inbox has it, or several fit. */
  creditTakenBack(debit: Booking): Credit | undefined
  closing: Closing | undefined
  notes: readonly string[]
}

/** `counts`: whether the movements of the file's kind are counted. */
export function digestOf(extract: Extract, counts: boolean, byPerson: boolean): Digest {
  const { statuses, batches, entries, closings, notes, bookings } = extract
  const isReturn = ({ direction, isReversal, returnCode }: Booking) =>
    direction === 'credit' && (isReversal || returnCode !== undefined)
  return {
    statuses,
    batches: counts ? batches : [],
    entries: counts ? entries : [],
    closings,
    notes: counts ? notes : [],
    byPerson,
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
  const ofBank = digests.filter(({ byPerson }) => !byPerson).flatMap(({ statuses }) => statuses)
  const bank = Map.groupBy(ofBank, ({ id }) => id)
  const person = new Map(
    digests
      .filter(({ byPerson }) => byPerson)
      .flatMap(({ statuses }) => statuses.map((one) => [one.id, one] as const)),
  )
  const debits = Map.groupBy(
    digests.flatMap((one) => one.debits),
    ({ id }) => id,
  )
  const debitOf = (id: string, sentMinor?: bigint): Debit | undefined =>
    debits.get(id)?.findLast((debit) => pays(debit, sentMinor))
  const returned = new Set(digests.flatMap((one) => one.returned))
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
  const outcome = (id: string) => outcomeOf(bank.get(id) ?? [], debits.has(id), returned.has(id))

  function answer(id: string, sentMinor?: bigint): SendAnswer | undefined {
    const decided = person.get(id)
    if (decided !== undefined && decided.state !== 'open')
      return answerOf(id, decided.state, decided.code)
    const debit = debitOf(id, sentMinor)
    const { state, code } = outcomeOf(bank.get(id) ?? [], debit !== undefined, returned.has(id))
    if (state === 'unmentioned') return debits.has(id) ? { state: 'pending' } : undefined
    return answerOf(id, state, code, debit?.fee)
  }

  function creditTakenBack({
    reference,
    index,
    amountMinor,
    payerIds,
  }: Booking): Credit | undefined {
    const same = credits.get(`${reference}#${index}`)
    if (same !== undefined) return same.amountMinor === amountMinor ? same : undefined
    const fitting = new Set(
      payerIds
        .flatMap((id) => byPayerId.get(id) ?? [])
        .map(({ credit }) => credit)
        .filter((credit) => credit.amountMinor === amountMinor),
    )
    return fitting.size === 1 ? [...fitting][0] : undefined
  }

  const contradicted = [...bank.keys()].filter(
    (id) => outcome(id).isContradiction && (person.get(id)?.state ?? 'open') === 'open',
  )
  const resolved = new Set(digests.flatMap((one) => one.entries))
  const bare = new Set(
    digests.flatMap((one) => one.batches).filter((batch) => !resolved.has(batch)),
  )
  return {
    answer,
    creditTakenBack,
    closing: digests
      .flatMap((one) => one.closings)
      .reduce<Closing | undefined>(laterClosing, undefined),
    notes: [
      ...digests.flatMap((one) => one.notes),
      ...contradicted.map(
        (id) =>
          `payment ${id} was both settled and rejected: ask the bank, then write its answer as evidence`,
      ),
      ...[...changed].map(
        (reference) => `entry ${reference} came with two different amounts: the first one counts`,
      ),
      ...[...bare].map(
        (batch) => `batch ${batch} came without its payments: nothing of it is counted`,
      ),
    ],
  }
}

/** A booking of several payments has no amount of one of them. */
const pays = ({ amountMinor, fee }: Debit, sentMinor: bigint | undefined): boolean =>
  sentMinor === undefined ||
  amountMinor === null ||
  amountMinor === sentMinor ||
  (fee !== undefined && amountMinor === sentMinor + fee.amountMinor)

type Outcome = { state: Status['state'] | 'unmentioned'; code: string; isContradiction: boolean }

// A payment that was settled, rejected and returned was settled and came back. Without the return, the answer stays open:
// `rejected` could pay twice, `settled` could lose the money.
function outcomeOf(statuses: readonly Status[], isDebited: boolean, isReturned: boolean): Outcome {
  const rejection = statuses.find(({ state }) => state === 'rejected')
  const isSettled = isDebited || isReturned || statuses.some(({ state }) => state === 'settled')
  const code = rejection?.code ?? ''
  const isContradiction = isSettled && rejection !== undefined && !isReturned
  if (isContradiction) return { state: 'open', code, isContradiction }
  if (isSettled) return { state: 'settled', code, isContradiction }
  if (rejection !== undefined) return { state: 'rejected', code, isContradiction }
  return { state: statuses.length > 0 ? 'open' : 'unmentioned', code, isContradiction }
}

// The reference of a settled payment is its EndToEndId: a return repeats it, and both banks find the payment by it.
function answerOf(id: string, state: Status['state'], code: string, fee?: Money): SendAnswer {
  if (state === 'settled') return { state, reference: id, ...(fee === undefined ? {} : { fee }) }
  return state === 'rejected' ? { state, code } : { state: 'pending' }
}

const laterClosing = (last: Closing | undefined, next: Closing): Closing =>
  last === undefined || `${next.date} ${next.createdAt}` >= `${last.date} ${last.createdAt}`
    ? next
    : last
