// The form of a command that is carried out by operations of the operator API, and the makers of common rows.
import { LONGEST_REASON } from '@corridor/server/parties/acts/reason.ts'
import { table } from '../table.ts'

export type Method = 'GET' | 'POST' | 'PATCH'
/** `next`: the path of the next page. */
export type Reply<T> = { status: number; data: T; next: string | null }

/** A file of this machine as the body of a request. */
export class FileBody {
  readonly path: string
  readonly type: string
  constructor(path: string, type: string) {
    this.path = path
    this.type = type
  }
}
/** Carries out one operation, or throws what was refused. `path` is below /operator/v1. */
export type Call = <T>(method: Method, path: string, body?: object | FileBody) => Promise<Reply<T>>

export type Given = { args: readonly string[]; options: Readonly<Record<string, unknown>> }
/** `text` is for people, `json` what the operations answered. `note` goes to the standard error. */
export type Output = { text: string; json: unknown; note?: string }

export type Row = {
  /** The noun of the first argument, for "there is no order ord_x". */
  noun?: string
  /** Fields of the API in messages, and the options of the command. With `/` only in faults of the body. */
  fields?: Readonly<Record<string, string>>
  /** Advice for some codes of errors. */
  advice?: Readonly<Record<string, string>>
  /** The folder of an operator file: directly, files that it names are relative to it. */
  folder?(given: Given): string
  run(call: Call, given: Given): Promise<Output>
}

export function textIn(options: Given['options'], name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

export const reasonOf = ({ options }: Given, otherwise?: string): string =>
  reasonIn({ reason: textIn(options, 'reason') ?? otherwise ?? '' })

export const inPath = (text: string | undefined): string => encodeURIComponent(text ?? '')

type Act<T> = Omit<Row, 'run'> & {
  path: (first: string, given: Given) => string
  body?: (given: Given) => object
  said: (data: T, given: Given) => string
  /** For commands that ask for no reason. */
  reason?: string
}

/** One operation with a reason. */
export const act = <T>({ path, body = () => ({}), said, reason, ...row }: Act<T>): Row => ({
  ...row,
  async run(call, given) {
    const asked = { ...body(given), reason: reasonOf(given, reason) }
    const { data } = await call<T>('POST', path(inPath(given.args[0]), given), asked)
    return { text: said(data, given), json: data }
  },
})

type List<T> = {
  path: string | ((given: Given) => string)
  /** The headings of the table. */
  headings: readonly string[]
  cells: (one: T) => readonly (string | null)[]
  empty: string
  /** The most rows that are shown. */
  limit?: (given: Given) => number
}

/** All pages of one list. */
export const list = <T>({ path, headings, cells, empty, limit }: List<T>): Row => ({
  async run(call, given) {
    const most = limit?.(given) ?? Infinity
    const first = typeof path === 'string' ? path : path(given)
    const data = await pages<T>(call, first, most)
    return { text: listText({ headings, cells, empty }, data), json: data }
  },
})

export function listText<T>(
  { headings, cells, empty }: Pick<List<T>, 'headings' | 'cells' | 'empty'>,
  data: readonly T[],
): string {
  const lines = data.map((one) => cells(one).map((cell) => cell ?? '-'))
  return lines.length === 0 ? `${empty}\n` : table(headings, lines)
}

export async function pages<T>(call: Call, first: string, most = Infinity): Promise<T[]> {
  const found: T[] = []
  for (let path: string | null = first; path !== null && found.length < most; ) {
    const page: Reply<T[]> = await call<T[]>('GET', path)
    found.push(...page.data)
    path = page.next
  }
  return found.slice(0, most)
}

export type Money = { currency: string; amount: string }
export const moneyText = (money: Money | null): string | null =>
  money === null ? null : `${money.amount} ${money.currency}`

function reasonIn(options: { reason: string }): string {
  const reason = options.reason.trim()
  if (reason === '' || reason.length > LONGEST_REASON)
    throw new Error(`--reason must have 1 to ${LONGEST_REASON} characters`)
  return reason
}
