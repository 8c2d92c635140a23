// The form of a command that is carried out by operations of the operator API.
import { LONGEST_REASON } from '@corridor/server/parties/acts/reason.ts'
import type { Client, Method } from '@corridor/server/operator-client/client.ts'
import { table } from '../table.ts'

/** A file of this machine as the body of a request. */
export class FileBody {
  readonly path: string
  readonly type: string
  constructor(path: string, type: string) {
    this.path = path
    this.type = type
  }
}
type Sent = object | FileBody
/** Carries out operations, or throws what was refused. */
export type Call = Client<Sent> & {
  /** For an answer that is no JSON. */
  download(method: Method, address: string, body?: Sent): Promise<Buffer>
}

export type Given = { args: readonly string[]; options: Readonly<Record<string, unknown>> }
/**
 * `text` is for people, `json` what the operations answered. `note` goes to the standard error. `bytes`: in place of both,
 * for an answer that is no JSON.
 */
export type Output = { text: string; json: unknown; note?: string; bytes?: Buffer }

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

/** The option of this name, if the command line has it. */
export const given = <N extends string>(
  options: Given['options'],
  option: string,
  name: N,
): { [One in N]?: string } | object => {
  const value = textIn(options, option)
  return value === undefined ? {} : { [name]: value }
}

export const LINE = 'at the command line'

export function reasonOf({ options }: Given, otherwise = ''): string {
  const reason = (textIn(options, 'reason') ?? otherwise).trim()
  if (reason === '' || reason.length > LONGEST_REASON)
    throw new Error(`--reason must have 1 to ${LONGEST_REASON} characters`)
  return reason
}

type Columns<T> = {
  headings: readonly string[]
  cells: (one: T) => readonly (string | null)[]
  empty: string
}

export function listText<T>({ headings, cells, empty }: Columns<T>, data: readonly T[]): string {
  const lines = data.map((one) => cells(one).map((cell) => cell ?? '-'))
  return lines.length === 0 ? `${empty}\n` : table(headings, lines)
}

export const moneyText = (money: { currency: string; amount: string } | null): string | null =>
  money === null ? null : `${money.amount} ${money.currency}`
