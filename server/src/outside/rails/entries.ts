// Converts between the entries that a rail reports and the rows that keep them. A rail may report anything: an entry that
// cannot be stored as it is becomes `invalid` and blocks no other.
import { hash } from 'node:crypto'
import type { Secrets } from '../../platform/config.ts'
import { isErased, openText, sealText } from '../../platform/db/seal.ts'
import { earlierOf, parseTimestamp, toTimestamp, type Instant } from '../../platform/clock.ts'
import { newUuid } from '../../platform/ids.ts'
import { MAX_MINOR } from '../../platform/money/decimal.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import type { RailEntry } from './port.ts'
import type { EntryRow, NewEntry } from './queries.ts'

const LONGEST_NAME = 300
const LONGEST_TEXT = 1000
const MOST_INDEX = 2_147_483_647

/** Decides which row keeps a reported entry. */
export function entryToStore(secrets: Secrets, reported: RailEntry, at: Instant): NewEntry {
  const id = newUuid('entry', at)
  const problem = problemOf(reported)
  const { transaction, index } = reported
  if (problem !== undefined || reported.kind === 'invalid') {
    // The digest keeps the name of an unusable entry unique, whatever it contains.
    const name = hash('sha256', JSON.stringify([transaction, String(index)]), 'hex')
    return {
      id,
      transaction: `invalid:${name}`,
      index: 0,
      kind: 'invalid',
      entry: { kind: reported.kind },
      payerKeyId: null,
      payerSealed: null,
      problem: problem ?? null,
      isPresent: false,
    }
  }
  const payer =
    reported.kind === 'deposit'
      ? { reference: reported.reference, sender: reported.sender }
      : { reference: null, sender: null }
  const hasPayer = payer.reference !== null || payer.sender !== null
  const sealed = hasPayer ? sealText(secrets, id, JSON.stringify(payer)) : null
  return {
    id,
    transaction,
    index,
    kind: reported.kind,
    entry: bodyOf(reported, at),
    payerKeyId: sealed?.keyId ?? null,
    payerSealed: sealed?.bytes ?? null,
    problem: null,
    isPresent: 'isPresent' in reported && reported.isPresent === true,
  }
}

/** Rebuilds the entry of a row; undefined for an invalid one. A deposit has the instant at which it came. */
export function entryOf(secrets: Secrets, row: EntryRow): RailEntry | undefined {
  if (row.kind === 'invalid') return undefined
  const { transaction, index } = row
  const entry: Record<string, unknown> = { ...row.entry, ...row.tied }
  const text = (name: string): string => {
    const value = entry[name]
    if (typeof value !== 'string') throw new Error(`the stored entry has no ${name}`)
    return value
  }
  const textOrNull = (name: string): string | null => (entry[name] === null ? null : text(name))
  const named = { transaction, index }
  switch (row.kind) {
    case 'deposit':
      return {
        ...named,
        kind: 'deposit',
        account: text('account'),
        currency: text('currency'),
        amountMinor: BigInt(text('amount_minor')),
        receivedAt: receivedAtOf(row),
        ...payerOf(secrets, row),
      }
    case 'return':
      return {
        ...named,
        kind: 'return',
        key: textOrNull('key'),
        sendReference: textOrNull('send_reference'),
        currency: text('currency'),
        amountMinor: BigInt(text('amount_minor')),
        code: text('code'),
      }
    case 'reversal':
      return {
        ...named,
        kind: 'reversal',
        ofTransaction: text('of_transaction'),
        ofIndex: Number.parseInt(text('of_index'), 10),
        code: text('code'),
      }
  }
}

// Rows of older versions have no instant of the rail.
const receivedAtOf = ({ entry, reported_at: reportedAt }: EntryRow): Instant => {
  const told = entry['received_at']
  return (typeof told === 'string' ? parseTimestamp(told) : undefined) ?? reportedAt
}

function payerOf(
  secrets: Secrets,
  { id, payer_key_id: keyId, payer_sealed: bytes }: EntryRow,
): { reference: string | null; sender: string | null } {
  if (keyId === null || bytes === null || isErased({ keyId }))
    return { reference: null, sender: null }
  const payer: { reference: string | null; sender: string | null } = JSON.parse(
    openText(secrets, id, { keyId, bytes }),
  )
  return payer
}

/** A rail's clock may be ahead, but a reported entry has happened. */
function toldAt({ receivedAt }: { receivedAt?: Instant | null }, at: Instant): string | null {
  const isInstant = Number.isSafeInteger(receivedAt) && (receivedAt ?? -1) >= 0
  return receivedAt == null || !isInstant ? null : toTimestamp(earlierOf(receivedAt, at))
}

type ValidEntry = Exclude<RailEntry, { kind: 'invalid' }>

const bodyOf = (reported: ValidEntry, at: Instant): object => {
  switch (reported.kind) {
    case 'deposit':
      return {
        account: reported.account,
        currency: reported.currency,
        amount_minor: String(reported.amountMinor),
        received_at: toldAt(reported, at),
      }
    case 'return':
      return {
        key: reported.key,
        send_reference: reported.sendReference,
        currency: reported.currency,
        amount_minor: String(reported.amountMinor),
        code: reported.code,
      }
    case 'reversal':
      return {
        of_transaction: reported.ofTransaction,
        of_index: String(reported.ofIndex),
        code: reported.code,
      }
  }
}

/** The reason why an entry cannot be used; undefined if it can. It repeats no text of the payer. */
function problemOf(reported: RailEntry): string | undefined {
  if (reported.kind === 'invalid') return reported.problem
  const texts = { transaction: reported.transaction, ...textsOf(reported) }
  for (const [name, value] of Object.entries(texts)) {
    const longest = name === 'reference' ? LONGEST_TEXT : LONGEST_NAME
    if (value === null) continue
    if (typeof value !== 'string') return `${name} is no text`
    if (value.length > longest) return `${name} has more than ${longest} characters`
    if (value.includes('\0') || !value.isWellFormed()) return `${name} has invalid characters`
  }
  if (reported.transaction === '') return 'transaction is empty'
  if (!isIndex(reported.index)) return `index ${reported.index} is not from 0 to ${MOST_INDEX}`
  if (reported.kind === 'reversal')
    return isIndex(reported.ofIndex) ? undefined : `ofIndex ${reported.ofIndex} is not valid`
  const { currency, amountMinor } = reported
  if (!isCurrency(currency)) return `the currency ${currency.slice(0, 20)} is unknown`
  return amountMinor > 0n && amountMinor <= MAX_MINOR
    ? undefined
    : `amount ${amountMinor} is not from 1 to ${MAX_MINOR} minor units`
}

const isIndex = (index: number): boolean =>
  Number.isInteger(index) && index >= 0 && index <= MOST_INDEX

function textsOf(reported: ValidEntry): Record<string, string | null> {
  switch (reported.kind) {
    case 'deposit': {
      const { account, reference, sender, currency } = reported
      return { account, reference, sender, currency }
    }
    case 'return': {
      const { key, sendReference, currency, code } = reported
      return { key, sendReference, currency, code }
    }
    case 'reversal':
      return { ofTransaction: reported.ofTransaction, code: reported.code }
  }
}
