// Describes the changes of an operator file: keys with their old and new values. Settings of an adapter may hold
// secrets, so only their names are shown.
import { isDeepStrictEqual } from 'node:util'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { Settings } from './judging.ts'

export type Shown<Row> = { [Column in keyof Row]: { key: string; show(row: Row): string } }

/** The text of one change: `disabled: false -> true`. */
export const changed = (key: string, from: string, to: string): string => `${key}: ${from} -> ${to}`

/** The change of a limit; null is none. Empty if it stays. */
export function limitChange(
  key: string,
  currency: string,
  from: bigint | null,
  to: bigint | null,
): string[] {
  const shown = (minor: bigint | null) => (minor === null ? 'none' : formatAmount(minor, currency))
  return from === to ? [] : [changed(key, shown(from), shown(to))]
}

/** The changes of an adapter's kind and settings. */
export const adapterChanges = (before: Adapter, after: Adapter): string[] => [
  ...(before.kind === after.kind ? [] : [changed('kind', before.kind, after.kind)]),
  ...settingsChanges(before.settings, after.settings),
]

type Adapter = { kind: string; settings: Settings }

export const settingsChanges = (before: Settings, after: Settings): string[] =>
  Object.keys({ ...before, ...after })
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => `settings.${key}: changed, values are not shown`)

export const changesOf = <Row extends object>(
  keys: Shown<Row>,
  before: Row,
  after: Row,
): string[] =>
  columnsChanged(keys, before, after).map(({ key, show }) =>
    changed(key, show(before), show(after)),
  )

export function columnsChanged<Row extends object>(keys: Shown<Row>, before: Row, after: Row) {
  const columns = []
  for (const column in keys) {
    if (!isDeepStrictEqual(before[column], after[column])) columns.push(keys[column])
  }
  return columns
}
