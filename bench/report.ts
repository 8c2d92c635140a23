// The output of a run: one line of JSON, or a table for a terminal.
import type { Machine } from './machine.ts'
import type { Listing } from './listing.ts'
import { operations } from './operations.ts'
import { spreadOf, type Kind, type Row, type Round, type Spread } from './rounds.ts'

/** `null` where the number does not exist. */
export type ResultRow = {
  operation: string
  kind: Kind
  connections: number
  /** Ratio of the durable service to the one without storage, by round. */
  of_ceiling?: Record<keyof Spread, number | null>
} & Record<(typeof MEASURES)[number][0], Record<keyof Spread, number | null>>

export type Results = {
  commit: string
  machine: Machine
  rounds: number
  seconds: number
  /** Orders stored before the measurement. */
  stored: number
  rows: ResultRow[]
  /** Ratio of the durable service to the one without storage, at the most connections. */
  ratios: Record<string, number>
  /** The complete list of orders: their number, and the growth of the service's memory while it sent them. */
  listing: { orders: number; growth_mb: Record<keyof Spread, number | null> }
}

const MEASURES = [
  ['per_second', 'perSecond'],
  ['p50_ms', 'p50Ms'],
  ['p99_ms', 'p99Ms'],
  ['service_cpu', 'serviceCpu'],
  ['database_cpu', 'databaseCpu'],
  ['load_cpu', 'loadCpu'],
  ['service_rss_mb', 'serviceRssMb'],
] as const satisfies readonly (readonly [string, keyof Round])[]

type Measured = Pick<Row, 'operation' | 'kind' | 'connections'>

/** Whether both rows measure the same, in one run or in two. */
export const isSame = (a: Measured, b: Measured): boolean =>
  a.operation === b.operation && a.kind === b.kind && a.connections === b.connections

/** `rows` are all rows of the same run. */
export function resultRow(row: Row, rows: readonly Row[]): ResultRow {
  const spread = (name: keyof Round) => roundedSpread(row.rounds.map((round) => round[name]))
  return {
    operation: row.operation,
    kind: row.kind,
    connections: row.connections,
    per_second: spread('perSecond'),
    p50_ms: spread('p50Ms'),
    p99_ms: spread('p99Ms'),
    service_cpu: spread('serviceCpu'),
    database_cpu: spread('databaseCpu'),
    load_cpu: spread('loadCpu'),
    service_rss_mb: spread('serviceRssMb'),
    ...partOfCeiling(row, rows),
  }
}

// Divide each round by the ceiling of the same round, so that a slower machine slows both.
function partOfCeiling(row: Row, rows: readonly Row[]): Pick<ResultRow, 'of_ceiling'> {
  const ceiling = rows.find((known) => isSame(known, { ...row, kind: 'ceiling' }))
  if (row.kind !== 'durable' || ceiling === undefined) return {}
  const parts = row.rounds.map(
    ({ perSecond }, round) => perSecond / (ceiling.rounds[round]?.perSecond ?? Number.NaN),
  )
  return { of_ceiling: roundedSpread(parts) }
}

export const listingOf = ({ orders, growthMb }: Listing): Results['listing'] => ({
  orders,
  growth_mb: roundedSpread(growthMb),
})

function roundedSpread(values: readonly number[]): Record<keyof Spread, number | null> {
  const { median, min, max } = spreadOf(values)
  return { median: rounded(median), min: rounded(min), max: rounded(max) }
}

export function ratiosOf(rows: readonly ResultRow[], connections: number): Record<string, number> {
  return Object.fromEntries(
    operations.flatMap(({ name, ratio }) => {
      const row = rows.find((known) =>
        isSame(known, { operation: name, kind: 'durable', connections }),
      )
      return ratio === undefined ? [] : [[ratio, row?.of_ceiling?.median ?? Number.NaN]]
    }),
  )
}

const HEADINGS = ['per second', 'p50 ms', 'p99 ms', 'service', 'database', 'load', 'RSS MB']

export function tableOf(results: Results): string {
  const { commit, machine, rounds, seconds, stored, rows, ratios, listing } = results
  const lines = [
    ['operation', 'of', 'callers', ...HEADINGS],
    ...rows.map((row) => [
      row.operation,
      KINDS[row.kind],
      String(row.connections),
      ...MEASURES.map(([name]) => spreadText(row[name])),
    ]),
  ]
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const table = lines.map((line) =>
    line
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  const shown = Object.entries(ratios).map(([name, ratio]) => `${name} ${ratio}`)
  return `
${table.join('\n')}

Medians of ${rounds} rounds of ${seconds} s, with the least and the most. Service, database and load: processor
seconds per second. Durable to without storage: ${shown.join(', ')}. ${stored} orders were stored before.
The list had ${listing.orders} orders. The service grew by ${spreadText(listing.growth_mb)} MB while sending it.
${commit}, ${machine.cores} cores of ${machine.model}, ${machine.memory_gb} GB, ${machine.file_system}, Node ${machine.node}, PostgreSQL ${machine.postgres}, fsync ${machine.fsync}.
`
}

export const KINDS: Record<Kind, string> = {
  ceiling: 'without storage',
  durable: 'durable',
  floor: 'statements alone',
  worker: 'one worker',
}

/** `median (min to max)`, each with at least three digits. */
export function spreadText({ median, min, max }: Record<keyof Spread, number | null>): string {
  if (median === null || min === null || max === null) return '-'
  return min === max
    ? numberText(median)
    : `${numberText(median)} (${numberText(min)} to ${numberText(max)})`
}

export const numberText = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2)

const rounded = (value: number): number | null =>
  Number.isFinite(value) ? Math.round(value * 1000) / 1000 : null
