// Shared output of customers' commands: lists, times and amounts.
import type { List } from '@corridor/sdk'
import { textIn, type Given, type Output } from '../client/rows.ts'
import { jsonText, printableLines, table } from '../table.ts'
import { UsageError } from './refused.ts'

export type { Output } from '../client/rows.ts'

type Shown<Row> = {
  headings: readonly string[]
  cells: (row: Row) => readonly (string | null)[] | Promise<readonly (string | null)[]>
  /** Headings that may be cut off at a narrow terminal. */
  shrinks?: readonly string[]
  /** Says what to do if there is nothing. */
  empty: string
}

const MOST_ROWS = 50
const LARGEST_PAGE = 200

/** The first rows of a list, or all with --all. A note on the standard error says if there are more. */
export async function listed<Row>(
  read: (limit: number) => List<Row>,
  { options }: Given,
  shown: Shown<Row>,
): Promise<Output> {
  const most =
    options['all'] === true ? Infinity : wholeNumber(options['limit'], '--limit', MOST_ROWS)
  const rows: Row[] = []
  let isMore = false
  for await (const row of read(Math.min(most + 1, LARGEST_PAGE))) {
    isMore = rows.length >= most
    if (isMore) break
    rows.push(row)
  }
  const note = isMore ? `There are more: add --limit COUNT or --all.\n` : undefined
  return { ...(await tableOf(rows, shown)), ...(note === undefined ? {} : { note }) }
}

export async function tableOf<Row>(
  rows: readonly Row[],
  { headings, cells, shrinks = [], empty }: Shown<Row>,
): Promise<Output> {
  const entries: string[][] = []
  for (const row of rows) entries.push((await cells(row)).map((cell) => cell ?? '-'))
  return {
    text: rows.length === 0 ? `${empty}\n` : table(headings, entries, { shrinks }),
    json: rows,
  }
}

export function print({ text, json, note }: Output, { options }: Given): void {
  const safe = printableLines(text)
  process.stdout.write(options['json'] === true ? jsonText(json, 2) : safe)
  if (note !== undefined) process.stderr.write(printableLines(note))
}

/** Everything about one thing. */
export async function record(json: object): Promise<Output> {
  const { stringify } = await import('yaml')
  return { text: stringify(json), json }
}

/** `2026-03-02 14:05 UTC` of a timestamp of the API. */
export const shortTime = (timestamp: string | null): string | null =>
  timestamp === null ? null : `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`

export const money = (amount: string, currency: string): string => `${amount} ${currency}`

/** The label of an instrument, with what it carries. */
export const instrumentText = ({ alias, currency }: { alias: string; currency: string }): string =>
  `${currency} ${alias}`

export function wholeNumber(value: unknown, option: string, otherwise: number): number {
  if (value === undefined) return otherwise
  const text = String(value)
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`${option} must be a whole number from 1 to 999999999, but is ${text}`)
  return Number.parseInt(text, 10)
}

/** The filters of a list from its options, without those that were left out. */
export function filters<Name extends string>(
  options: Given['options'],
  names: Readonly<Record<string, Name>>,
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {}
  for (const [option, field] of Object.entries(names)) {
    const value = textIn(options, option)
    if (value !== undefined) found[field] = value
  }
  return found
}

/** Times that a list is limited to. */
export const times = { after: 'created_after', before: 'created_before' } as const

/** The value of an option that commander has checked against its choices. */
export const chosen = <Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined => values.find((one) => one === text)
