// The payments of one entry of a camt message: their amounts, and what tells each from all others.
import { createHash, type Hash } from 'node:crypto'
import type { Turns } from '../../../platform/turns.ts'
import { readAmount } from './amounts.ts'
import { at, textAt, type Element } from './read-xml.ts'

export type Kind = 'camt.053' | 'camt.054'

/** Undefined for the words that banks write where there is no identifier: they would make two payments one. */
export function identifierAt(element: Element | undefined, path: string): string | undefined {
  const text = textAt(element, path)
  return text === undefined || NO_IDENTIFIER.test(text) ? undefined : text
}
const NO_IDENTIFIER = /^(non ?ref|not ?provided|none|null|n\/?a|[0\s.-]+)$/i

/** A single payment has the amount of its entry. */
export async function amountsOf(
  transactions: readonly { transaction: Element }[],
  currency: string,
  totalMinor: bigint,
  turns: Turns,
): Promise<(bigint | undefined)[]> {
  if (transactions.length < 2) return [totalMinor]
  const amounts: (bigint | undefined)[] = []
  for (const { transaction } of transactions) {
    await turns.giveWay()
    amounts.push(transactionAmount(transaction, currency))
  }
  return amounts
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

/** The reference of each payment of an entry, and its place among those with the same. Undefined: the statement tells. */
export function identities(
  kind: Kind,
  entry: Element,
  reference: string | undefined,
  seen: Map<string, number>,
) {
  const content = contentDigest(entry)
  const counts = new Map<string, number>()
  return (transaction: Element | undefined, position: number) => {
    const own = identifierAt(transaction, 'Refs/AcctSvcrRef') ?? reference
    const identity = own ?? identityWithoutReference(kind, content, position, seen)
    if (identity === undefined) return undefined
    const index = counts.get(identity) ?? 0
    counts.set(identity, index + 1)
    return { reference: identity, index }
  }
}

/** The beginning of the digest of an entry and a position in it. An entry with many payments is written out once. */
function contentDigest(entry: Element): () => Hash {
  let begun: Hash | undefined
  return () => (begun ??= createHash('sha256').update(JSON.stringify([entry]).slice(0, -1)))
}
