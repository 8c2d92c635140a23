// Reads camt.053 (statements) and camt.054 (notifications): the booked movements of one account. A movement has the same
// identity in both. Older versions have the same facts in other places. facts.ts and entries.ts say what a movement means.
import { readAmount } from './amounts.ts'
import { feeOf } from './charges.ts'
import { closingsOf, type Closing } from './closings.ts'
import { reportedPaymentId } from './identifiers.ts'
import { amountsOf, identifierAt, identities, type Kind } from './camt-payments.ts'
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
  const { text: amount, currency } = at(entry, 'Amt') ?? {}
  const totalMinor = readAmount(amount, currency)
  const reference = identifierAt(entry, 'AcctSvcrRef')
  const named = reference ?? textAt(entry, 'NtryRef')
  const shown = named === undefined ? 'entry without a reference' : `entry ${shortCode(named)}`
  if (currency !== account.currency || totalMinor === undefined)
    return { note: `${shown} has no exact amount in ${account.currency}` }
  if (totalMinor === 0n) return {}
  const details = allOf(entry, 'NtryDtls')
  const transactions = details.flatMap(transactionsIn)
  const allBatchIds = details.flatMap(batchIdsOf)
  const isCredit = textAt(entry, 'CdtDbtInd') === 'CRDT'
  const declared = details.some((detail) =>
    /^0*([2-9]|[1-9]\d+)$/.test(textAt(detail, 'Btch/NbOfTxs') ?? ''),
  )
  const facts = factsOf(entry)
  const undivided = (): Booking => ({
    ...meaningOf(facts, undefined, allBatchIds),
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

  const amounts = await amountsOf(transactions, currency, totalMinor, turns)
  const sum = amounts.reduce<bigint>((total, minor) => total + (minor ?? 0n), 0n)
  if (sum !== totalMinor || amounts.includes(undefined))
    return {
      undivided: undivided(),
      note: `${shown}: the amounts of its payments do not add up to its amount`,
    }

  const identityOf = identities(kind, entry, reference, seen)
  const bookings: (Booking | undefined)[] = []
  for (const [position, minor] of amounts.entries()) {
    await turns.giveWay()
    const { transaction, batchIds = allBatchIds } = transactions[position] ?? {}
    const identity = identityOf(transaction, position)
    bookings.push(
      identity && {
        ...meaningOf(facts, transaction, batchIds),
        ...identity,
        currency,
        amountMinor: minor ?? 0n,
      },
    )
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

/** A batch has as many children as payments, so its identifiers too are looked for once. */
const batchIdsOf = (detail: Element): string[] =>
  ['Btch/PmtInfId', 'Btch/MsgId'].flatMap((path) => textAt(detail, path) ?? [])

function transactionsIn(detail: Element) {
  const batchIds = batchIdsOf(detail)
  return allOf(detail, 'TxDtls').map((transaction) => ({ transaction, batchIds }))
}

type Meaning = Omit<Booking, 'reference' | 'index' | 'currency' | 'amountMinor'>

function meaningOf(
  entry: ReturnType<typeof factsOf>,
  transaction: Element | undefined,
  batchIds: readonly string[],
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
    ...batchIds,
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
