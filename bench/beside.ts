// Compares two runs for docs/performance.md: the durable service and the worker in each.
import { isSame, numberText, type ResultRow, type Results } from './report.ts'

/** Headings and lines of a table; `names` are those of the two runs. */
export function besideTable(
  one: Results,
  other: Results,
  names: readonly [string, string],
): { headings: string[]; lines: string[][] } {
  const [first, second] = names
  return {
    headings: [
      'Operation',
      'Callers',
      ...['Per second', 'p99 ms', 'Of the ceiling'].flatMap((measure) => [
        `${measure}, ${first}`,
        `${measure}, ${second}`,
      ]),
    ],
    lines: other.rows.filter(isOurs).map((row) => {
      const before = one.rows.find((known) => isSame(known, row))
      const measures: ((row: ResultRow | undefined, of: Results) => number | null | undefined)[] = [
        (known) => known?.per_second.median,
        (known) => known?.p99_ms.median,
        (known, of) => ceilingPart(known, of),
      ]
      return [
        row.operation,
        row.kind === 'worker' ? 'worker' : String(row.connections),
        ...measures.flatMap((measure) => [shown(measure(before, one)), shown(measure(row, other))]),
      ]
    }),
  }
}

const isOurs = ({ kind }: ResultRow): boolean => kind === 'durable' || kind === 'worker'

function ceilingPart(row: ResultRow | undefined, { rows }: Results): number | undefined {
  if (row === undefined) return undefined
  if (row.of_ceiling?.median != null) return row.of_ceiling.median
  // Older results have no ratio for each round.
  const ceiling = rows.find((known) => isSame(known, { ...row, kind: 'ceiling' }))
  const [part, whole] = [row.per_second.median, ceiling?.per_second.median]
  return part == null || whole == null ? undefined : part / whole
}

const shown = (value: number | null | undefined): string =>
  value == null ? '-' : numberText(value)
