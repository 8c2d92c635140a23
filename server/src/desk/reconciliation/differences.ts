// The stored form of differences: the lines without bank details, and a key that names them.
import { createHash } from 'node:crypto'
import type { Instant } from '../../platform/clock.ts'
import { newUuid, publicId, writtenUuid } from '../../platform/ids.ts'
import { formatSignedAmount } from '../../platform/money/decimal.ts'
import { dateOf, type LedgerLine, type StatementLine, type UnreadableLine } from './lines.ts'
import type { Difference } from './open.ts'
import { sumOf } from './match-by-keys.ts'
import type { NewDifference } from './queries.ts'

/** A group of more lines shows its first ones. The sums are of all. */
const MOST_SHOWN = 20

/** In the order of the statement. */
export function newDifferences(
  currency: string,
  at: Instant,
  differences: readonly Difference[],
  unreadable: readonly UnreadableLine[],
): NewDifference[] {
  const firstLine = ({ there, here }: Difference): [number, bigint] => [
    there[0]?.line ?? Infinity,
    here[0]?.id ?? 0n,
  ]
  const sorted = differences.toSorted((a, b) => {
    const [lineA, idA] = firstLine(a)
    const [lineB, idB] = firstLine(b)
    return lineA === lineB ? (idA < idB ? -1 : 1) : lineA < lineB ? -1 : 1
  })
  return [
    ...sorted.map(({ kind, there, here }) => ({
      id: newUuid('dif', at),
      kind,
      key: keyOf([...there.map(({ key }) => key), ...here.map(({ id }) => `transfer ${id}`)]),
      there: there.slice(0, MOST_SHOWN).map(shownThere),
      here: here.slice(0, MOST_SHOWN).map((line) => shownHere(line, currency)),
      there_minor: String(sumOf(there.filter((line) => line.currency === currency))),
      here_minor: String(sumOf(here)),
      transfer_ids: here.map(({ id }) => String(id)),
    })),
    ...unreadable.map(({ line, why }) => ({
      id: newUuid('dif', at),
      kind: 'unreadable' as const,
      key: keyOf([`${at} ${line} ${why}`]),
      there: [{ line, why: why.slice(0, 200) }],
      here: [],
      there_minor: '0',
      here_minor: '0',
      transfer_ids: [],
    })),
  ]
}

const keyOf = (names: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(names.toSorted())).digest('hex')

// Texts of payers and names stay in the file: they are bank details.
const shownThere = ({ line, day, currency, minor, references, orderNumbers }: StatementLine) => ({
  line,
  date: dateOf(day),
  currency,
  amount: formatSignedAmount(minor, currency),
  references: [...references.slice(0, 5), ...orderNumbers.slice(0, 3)],
})

const shownHere = (line: LedgerLine, currency: string) => ({
  transfer_id: String(line.id),
  posting: line.posting,
  date: dateOf(line.day),
  currency,
  amount: formatSignedAmount(line.minor, currency),
  references: [...line.references.slice(0, 5), ...line.orderNumbers],
  order_id: line.orderId === null ? null : publicId('ord', writtenUuid('ord', line.orderId)),
})
