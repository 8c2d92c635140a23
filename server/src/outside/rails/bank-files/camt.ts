// Reads camt.053 (statements) and camt.054 (notifications): the booked movements of one account. A movement has the same
// identity in both. Older versions have the same facts in other places. facts.ts and entries.ts say what a movement means.
import { createHash, type Hash } from 'node:crypto'
import { readAmount } from './amounts.ts'
import { feeOf } from './charges.ts'
import { closingsOf, type Closing } from './closings.ts'
import { reportedPaymentId } from './identifiers.ts'
import { shortCode } from './pain-002.ts'
import { allOf, at, textAt, type Element } from './read-xml.ts'
import { takeTurns, type Turns } from '../../../platform/turns.ts'

export type Booking = {
  /** The account servicer's reference of the transaction, or of its entry. With `index`, the identity. */
  reference: string
  /** Tells transactions of one entry apart that share the reference. */
  index: number
  direction: 'credit' | 'debit'
  /** Takes back an earlier booking in the other direction. */
  isReversal: boolean
  /** The reason of a return; undefined if the booking is no return. */
  returnCode: string | undefined
  currency: string
  amountMinor: bigint
  /** `YYYY-MM-DD` as the bank wrote it: when it was booked, else its value date. */
  bookedOn: string | undefined
  /** When the money came, as the bank wrote it: an instant with or without a zone, or a day. */
  cameAt: string | undefined
  /** Identifiers of the form of our payments, wherever the bank wrote them. */
  paymentIds: readonly string[]
  /** Identifiers that the payer or the payer's bank gave. A recall repeats them. */
  payerIds: readonly string[]
  /** The text of the payer. */
  remittance: string | null
  /** The payer: the name, or the account if there is no name. */
  payer: string | null
  /** The account that the payer addressed, which may be a virtual one. */
  creditorAccount: string | undefined
  feeMinor: bigint | undefined
}

export type AccountReport = {
  bookings: readonly Booking[]
  /** Entries whose transactions are not here or do not add up, each as one booking of its whole amount. */
  undivided: readonly Booking[]
  /** References of credited batches whose transactions this message does not name. */
  batches: readonly string[]
  /** References of entries whose transactions are all here. */
  entries: readonly string[]
  closings: readonly Closing[]
  /** Entries that could not be counted, without bank details. */
  notes: readonly string[]
  /** The notes of entries without a known amount. */
  unreadable: readonly string[]
  /** Some accounts of reports that are left out. */
  others: readonly string[]
}

export type Account = { number: string; currency: string }
type Kind = 'camt.053' | 'camt.054'
const MOST_OTHERS = 5

/** The movements of `account` in a message. Reports of other accounts are left out. */
export async function accountReport(
  content: Element,
  kind: Kind,
  account: Account,
  turns: Turns = takeTurns(),
): Promise<AccountReport> {
  const reports: Element[] = []
  const others = new Set<string>()
  const read: ReadEntry[] = []
  for (const report of allOf(content, kind === 'camt.053' ? 'Stmt' : 'Ntfctn')) {
    await turns.giveWay()
    if (!isAbout(report, account)) {
      if (others.size < MOST_OTHERS) others.add(numberOf(report).slice(0, MAX_NAME))
      continue
    }
    reports.push(report)
    const seen = new Map<string, number>()
    for (const entry of allOf(report, 'Ntry')) {
      await turns.giveWay()
      read.push(await readEntry(entry, kind, account, seen, turns))
    }
  }
  return {
    bookings: read.flatMap(({ bookings = [] }) => bookings),
    undivided: read.flatMap(({ undivided }) => undivided ?? []),
    batches: read.flatMap(({ batch }) => batch ?? []),
    entries: read.flatMap(({ entry }) => entry ?? []),
    closings: reports.flatMap((report) => closingsOf(report, account.currency)),
    notes: read.flatMap(({ note }) => note ?? []),
    unreadable: read.flatMap(({ note, bookings, undivided }) =>
      bookings === undefined && undivided === undefined ? (note ?? []) : [],
    ),
    others: [...others],
  }
}

function isAbout(report: Element, { number, currency }: Account): boolean {
  return (
    plainNumber(numberOf(report)) === plainNumber(number) &&
    (textAt(report, 'Acct/Ccy') ?? currency) === currency
  )
}

const numberOf = (report: Element): string =>
  textAt(report, 'Acct/Id/IBAN') ?? textAt(report, 'Acct/Id/Othr/Id') ?? ''

/** An account number without the blanks and dashes that banks print. */
export const plainNumber = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase()

/** Undefined for the words that banks write where there is no identifier: they would make two payments one. */
function identifierAt(element: Element | undefined, path: string): string | undefined {
  const text = textAt(element, path)
  return text === undefined || NO_IDENTIFIER.test(text) ? undefined : text
}
const NO_IDENTIFIER = /^(non ?ref|not ?provided|none|null|n\/?a|[0\s.-]+)$/i

type ReadEntry = {
  bookings?: Booking[]
  undivided?: Booking
  batch?: string
  entry?: string
  note?: string
}

async function readEntry(
  entry: Element,
  kind: Kind,
  account: Account,
  seen: Map<string, number>,
  turns: Turns,
): Promise<ReadEntry> {
  // Pending and informational entries may still change or vanish.
  if ((textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts')) !== 'BOOK') return {}
  const amount = at(entry, 'Amt')
  const currency = amount?.currency
  const totalMinor = readAmount(amount?.text, currency)
  const reference = identifierAt(entry, 'AcctSvcrRef')
  const named = reference ?? textAt(entry, 'NtryRef')
  const shown = named === undefined ? 'entry without a reference' : `entry ${shortCode(named)}`
  if (currency !== account.currency || totalMinor === undefined)
    return { note: `${shown} has no exact amount in ${account.currency}` }
  if (totalMinor === 0n) return {}
  const details = allOf(entry, 'NtryDtls')
  const transactions = details.flatMap((detail) =>
    allOf(detail, 'TxDtls').map((transaction) => ({ transaction, detail })),
  )
  const isCredit = textAt(entry, 'CdtDbtInd') === 'CRDT'
  const declared = details.some((detail) =>
    /^0*([2-9]|[1-9]\d+)$/.test(textAt(detail, 'Btch/NbOfTxs') ?? ''),
  )
  const facts = factsOf(entry)
  const undivided = (): Booking => ({
    ...meaningOf(facts, undefined, details),
    reference: named ?? '',
    index: 0,
    currency,
    amountMinor: totalMinor,
  })
  if (declared && transactions.length < 2 && isCredit)
    return reference === undefined
      ? {
          undivided: undivided(),
          note: `${shown} is a batch without its payments and without a reference`,
        }
      : { undivided: undivided(), batch: reference }

  const amounts: (bigint | undefined)[] = []
  if (transactions.length < 2) amounts.push(totalMinor)
  else
    for (const { transaction } of transactions) {
      await turns.giveWay()
      amounts.push(transactionAmount(transaction, currency))
    }
  const sum = amounts.reduce<bigint>((total, minor) => total + (minor ?? 0n), 0n)
  if (sum !== totalMinor || amounts.includes(undefined))
    return {
      undivided: undivided(),
      note: `${shown}: the amounts of its payments do not add up to its amount`,
    }

  const counts = new Map<string, number>()
  const content = contentDigest(entry)
  const bookings: (Booking | undefined)[] = []
  for (const [position, minor] of amounts.entries()) {
    await turns.giveWay()
    const { transaction, detail } = transactions[position] ?? {}
    const own = identifierAt(transaction, 'Refs/AcctSvcrRef') ?? reference
    const identity = own ?? identityWithoutReference(kind, content, position, seen)
    if (identity === undefined) {
      bookings.push(undefined)
      continue
    }
    const index = counts.get(identity) ?? 0
    counts.set(identity, index + 1)
    bookings.push({
      ...meaningOf(facts, transaction, detail === undefined ? details : [detail]),
      reference: identity,
      index,
      currency,
      amountMinor: minor ?? 0n,
    })
  }
  const found = bookings.filter((booking) => booking !== undefined)
  return {
    bookings: found,
    ...(reference === undefined ? {} : { entry: reference }),
    ...(found.length < bookings.length && isCredit
      ? { note: `notified ${shown} is left to the statement` }
      : {}),
  }
}

/** The amount in the currency of the account: as booked, or as it was converted. */
function transactionAmount(transaction: Element, currency: string): bigint | undefined {
  const places = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt']
  const amounts = places.map((place) => at(transaction, place))
  const amount = amounts.find((one) => one?.currency === currency)
  return readAmount(amount?.text, amount?.currency)
}

/**
 * Only a statement names each booking once. Two equal payments in one statement differ in their position among equals;
 * two equal notifications may be one payment.
 */
function identityWithoutReference(
  kind: Kind,
  content: () => Hash,
  position: number,
  seen: Map<string, number>,
): string | undefined {
  if (kind === 'camt.054') return undefined
  const digest = content().copy().update(`,${position}]`).digest('hex').slice(0, 32)
  const before = seen.get(digest) ?? 0
  seen.set(digest, before + 1)
  return `unreferenced-${digest}-${before}`
}

/** The beginning of the digest of an entry and a position in it. An entry with many payments is written out once. */
function contentDigest(entry: Element): () => Hash {
  let begun: Hash | undefined
  return () => (begun ??= createHash('sha256').update(JSON.stringify([entry]).slice(0, -1)))
}

/** An entry has as many children as batches, so each of these is looked for once and not for every payment. */
const factsOf = (entry: Element) => ({
  direction: textAt(entry, 'CdtDbtInd'),
  isReversal: /^(true|1)$/.test(textAt(entry, 'RvslInd') ?? ''),
  bookedOn: bookedOn(entry),
  cameAt: cameAt(entry),
  family: textAt(entry, `BkTxCd/${FAMILY}`),
  charges: allOf(entry, 'Chrgs'),
  currency: at(entry, 'Amt')?.currency,
})

type Meaning = Omit<Booking, 'reference' | 'index' | 'currency' | 'amountMinor'>

function meaningOf(
  entry: ReturnType<typeof factsOf>,
  transaction: Element | undefined,
  details: readonly Element[],
): Meaning {
  const direction = textAt(transaction, 'CdtDbtInd') ?? entry.direction
  const text = (path: string) => textAt(transaction, path)
  const remittance = remittanceOf(transaction)
  const endToEndId = identifierAt(transaction, 'Refs/EndToEndId')
  const payerIds = ['EndToEndId', 'TxId', 'UETR', 'InstrId'].map((name) =>
    identifierAt(transaction, `Refs/${name}`),
  )
  const written = [
    ...['EndToEndId', 'InstrId', 'PmtInfId', 'MsgId'].map((name) => text(`Refs/${name}`)),
    ...details.flatMap((detail) => [textAt(detail, 'Btch/PmtInfId'), textAt(detail, 'Btch/MsgId')]),
    ...remittance.split(/[\s/:;,]+/),
  ]
  const ids = written.map(reportedPaymentId).filter((id) => id !== undefined)
  return {
    direction: direction === 'CRDT' ? 'credit' : 'debit',
    isReversal: entry.isReversal,
    bookedOn: entry.bookedOn,
    cameAt: entry.cameAt,
    returnCode: returnCodeOf(entry.family, transaction),
    paymentIds: [...new Set(ids)],
    payerIds: payerIds.filter((id) => id !== undefined),
    remittance: [remittance, cut(endToEndId ?? '', MAX_NAME)].join(' ').trim() || null,
    payer: payerOf(transaction),
    creditorAccount: text('RltdPties/CdtrAcct/Id/IBAN') ?? text('RltdPties/CdtrAcct/Id/Othr/Id'),
    feeMinor: feeOf(chargesOf(transaction) ?? entry.charges, entry.currency),
  }
}

function chargesOf(transaction: Element | undefined): readonly Element[] | undefined {
  const charges = allOf(transaction, 'Chrgs')
  return charges.length === 0 ? undefined : charges
}

const bookedOn = (entry: Element): string | undefined =>
  ['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm']
    .map((path) => textAt(entry, path)?.slice(0, 10))
    .find((date) => date !== undefined)

/** The time of the booking, if the bank tells it. Else the earlier one of the days of booking and value. */
function cameAt(entry: Element): string | undefined {
  const bookedAt = textAt(entry, 'BookgDt/DtTm')
  if (bookedAt !== undefined) return bookedAt
  const days = ['BookgDt/Dt', 'ValDt/Dt', 'ValDt/DtTm'].map((path) => textAt(entry, path))
  return days.flatMap((day) => day?.slice(0, 10) ?? []).toSorted()[0]
}

// Longer than the fields of the schema. The service refuses entries with endless texts or half characters.
const MAX_REMITTANCE = 700
const MAX_NAME = 140
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed()

function remittanceOf(transaction: Element | undefined): string {
  const information = at(transaction, 'RmtInf')
  const structured = allOf(information, 'Strd').flatMap((one) => [
    textAt(one, 'CdtrRefInf/Ref'),
    ...allOf(one, 'AddtlRmtInf').map(({ text }) => text),
  ])
  const written = [...allOf(information, 'Ustrd').map(({ text }) => text), ...structured]
  return cut(written.filter((part) => part !== undefined).join(' '), MAX_REMITTANCE)
}

const PAYERS = [
  'Dbtr/Pty/Nm',
  'Dbtr/Nm',
  'UltmtDbtr/Pty/Nm',
  'UltmtDbtr/Nm',
  'DbtrAcct/Id/IBAN',
  'DbtrAcct/Id/Othr/Id',
]

function payerOf(transaction: Element | undefined): string | null {
  const parties = at(transaction, 'RltdPties')
  const payer = PAYERS.map((place) => textAt(parties, place)).find((text) => text !== undefined)
  return payer === undefined ? null : cut(payer, MAX_NAME)
}

const FAMILY = 'Domn/Fmly/SubFmlyCd'

// RRTN is the sub-family of returned credit transfers, for banks that give no reason.
function returnCodeOf(
  family: string | undefined,
  transaction: Element | undefined,
): string | undefined {
  const information = at(transaction, 'RtrInf')
  const reason = textAt(information, 'Rsn/Cd') ?? textAt(information, 'Rsn/Prtry')
  if (information !== undefined) return shortCode(reason ?? 'RTRN')
  const code = textAt(transaction, `BkTxCd/${FAMILY}`) ?? family
  return code === 'RRTN' ? code : undefined
}
