// Shows any answer of the operator API to a person: a list as a table, a single thing as lines, tables and JSON.
import { lines, table } from '../table.ts'

const MANY = 8

/** A table of these columns. Of many columns, those that no row fills are left out. Without columns: each row as a thing. */
export function rowsText(
  rows: readonly unknown[],
  columns: readonly string[],
  empty: string,
): string {
  if (rows.length === 0) return `${empty}\n`
  if (columns.length === 0) return rows.map(thingText).join('\n')
  const filled = columns.filter(
    (name) => columns.length <= MANY || rows.some((row) => !isEmpty(fieldOf(row, name))),
  )
  return table(
    filled.map(headingOf),
    rows.map((row) => filled.map((name) => cellOf(fieldOf(row, name)))),
  )
}

/** Lines of the facts that fit into a line, then each other part below its name. */
export function thingText(data: unknown): string {
  if (!isObject(data)) return `${cellOf(data)}\n`
  const entries = Object.entries(data).filter(([, value]) => !isEmpty(value))
  const scalars = entries.filter(([, value]) => fitsCell(value))
  const parts = entries
    .filter(([, value]) => !fitsCell(value))
    .map(([name, value]) => `\n${wordsOf(name)}:\n${partText(value)}`)
  const facts = lines(scalars.map(([name, value]) => [wordsOf(name), cellOf(value)]))
  return `${facts}${parts.join('')}`.replace(/^\n/, '') || 'It is empty.\n'
}

function partText(value: unknown): string {
  if (Array.isArray(value)) {
    const names = [...new Set(value.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))]
    if (value.every((row) => isObject(row) && Object.values(row).every(fitsCell)))
      return rowsText(value, names, 'none')
  } else if (isObject(value) && Object.values(value).every(fitsCell))
    return lines(Object.entries(value).map(([name, one]) => [wordsOf(name), cellOf(one)]))
  return `${JSON.stringify(value, null, 2)}\n`
}

/**
 * `Release a parked order: done.`, with the thing that the act was about and its status, and what stands beside it, such as
 * a link that is told once; or all that it answered.
 */
export function doneText(summary: string, data: unknown): string {
  const done = `${summary}: done.`
  const subject = subjectIn(data)
  if (subject !== undefined) return `${done} ${subject}\n${besideText(data)}`
  return isObject(data) && Object.keys(data).length > 0
    ? `${done}\n${thingText(data)}`
    : `${done}\n`
}

/** The texts beside the thing itself, also in the answer of an approved act. */
function besideText(data: unknown): string {
  if (!isObject(data) || !isEmpty(fieldOf(data, 'id') ?? fieldOf(data, 'login'))) return ''
  return Object.entries(data)
    .map(([name, value]) =>
      typeof value === 'string' ? lines([[wordsOf(name), value]]) : besideText(value),
    )
    .join('')
}

function subjectIn(data: unknown): string | undefined {
  if (!isObject(data)) return undefined
  const name = fieldOf(data, 'id') ?? fieldOf(data, 'login')
  const status = fieldOf(data, 'status') ?? fieldOf(data, 'state')
  if (typeof name === 'string' && typeof status === 'string') return `${name} is ${status}.`
  const [inner] = Object.values(data).filter(isObject)
  return Object.keys(data).length <= 2 && inner !== undefined ? subjectIn(inner) : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldOf = (row: unknown, name: string): unknown => (isObject(row) ? row[name] : undefined)

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

const isMoney = (value: unknown): value is { amount: string; currency: string } =>
  isObject(value) && Object.keys(value).toSorted().join() === 'amount,currency'

const fitsCell = (value: unknown): boolean =>
  isMoney(value) ||
  (isObject(value) && typeof value['current_status'] === 'string') ||
  (Array.isArray(value) ? value.every((one) => typeof one !== 'object') : !isObject(value))

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(cellOf).join(', ')
  if (isMoney(value)) return `${value.amount} ${value.currency}`
  if (!isObject(value)) return String(value)
  return typeof value['current_status'] === 'string'
    ? value['current_status']
    : JSON.stringify(value)
}

/** `overdue` of `is_overdue`: a cell says yes or no. */
const wordsOf = (name: string): string => name.replace(/^(is|has)_/, '').replaceAll('_', ' ')
const headingOf = (name: string): string => wordsOf(name).toUpperCase()
