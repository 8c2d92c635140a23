// The table of operators' commands, which build/operations.ts makes from the description of the operator API.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasOwnCommand } from './by-hand.ts'

/** A parameter of the path or query, or a field of the body. */
export type Field = {
  name: string
  in: 'path' | 'query' | 'body'
  /**
   * `list`: texts with commas between. `file`: an object or a list of objects, which is read from a file. `pairs`: keys and
   * values, each an option of its own.
   */
  kind: 'text' | 'flag' | 'number' | 'list' | 'file' | 'pairs'
  isNullable: boolean
  isRequired: boolean
  choices: readonly string[] | null
  about: string
}
/** With a value it is a flag that sets the value. */
export type OptionField = Field & { option: string; value?: string }

export type Operation = {
  /** Its name in the description of the API. */
  id: string
  /** The words of its command. */
  words: string
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  summary: string
  about: string
  /** The roles that may use it. Empty: whoever is signed in. */
  roles: string
  /** The noun of its arguments, for "there is no order ord_x". */
  noun: string
  args: readonly Field[]
  options: readonly OptionField[]
  reason: 'required' | 'optional' | null
  isPaged: boolean
  /** It may wait for a second person. */
  isAct: boolean
  /** Fields of the rows of a list that fit into a table. Null: the answer is no list. */
  columns: readonly string[] | null
  /** The type of the answer. */
  type: string
}

/** Lists with the filters of a history that were always shown whole. */
const WHOLE: ReadonlySet<string> = new Set(['routes list', 'endpoints list', 'information list'])

/** A list of what ever happened, which shows 50 rows if nothing else is asked for. */
export const isHistory = ({ words, isPaged, options }: Operation): boolean =>
  isPaged && !WHOLE.has(words) && options.some(({ name }) => /^(created_after|actor)$/.test(name))

const loadOperations = (): Operation[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'operations.json'), 'utf8'))

let table: readonly Operation[] | undefined
const operations = (): readonly Operation[] => (table ??= loadOperations())

let derived: ReadonlyMap<string, Operation> | undefined
const byWords = (): ReadonlyMap<string, Operation> =>
  (derived ??= new Map(
    operations().flatMap((one) => (hasOwnCommand(one.id) ? [[one.words, one] as const] : [])),
  ))

/** The operations that have a command of their own. */
export const derivedOperations = (): readonly Operation[] => [...byWords().values()]

export const operationOfCommand = (words: string): Operation | undefined => byWords().get(words)

export function operationNamed(id: string): Operation {
  const found = operations().find((one) => one.id === id)
  if (found === undefined) throw new Error(`there is no operation ${id}`)
  return found
}
