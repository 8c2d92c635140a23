// Carries out a command that is one operation: the table says where its arguments and options go.
import { addressOf } from '@corridor/server/operator-client/client.ts'
import { objectInFile } from './given-file.ts'
import { isHistory, type Field, type Operation } from './operations.ts'
import { openActsText } from './open-acts.ts'
import { LINE, reasonOf, type Call, type Given, type Output, type Row } from './rows.ts'
import { doneText, rowsText, thingText } from './shown.ts'

const PAGE = 200
/** A history shows so many rows, unless --limit or --all says otherwise. */
const SHOWN = 50
const optionKey = (option: string): string =>
  option.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())

export const rowOf = (operation: Operation): Row => ({
  noun: operation.noun,
  fields: wordsOfFields(operation),
  run: (call, given) => carryOut(operation, call, given),
})

async function carryOut(operation: Operation, call: Call, given: Given): Promise<Output> {
  const { method, path, summary, columns, type } = operation
  const { names, query, body } = askedOf(operation, given)
  const sent = Object.keys(body).length === 0 ? undefined : body
  const address = (more: object = {}) => addressOf(path, names, { ...query, ...more })
  if (columns !== null) return listed(operation, call, given, address)
  if (type !== 'application/json')
    return { text: '', json: null, bytes: await call.download(method, address(), sent) }
  const { data } = await call.send<object>(method, address(), sent)
  if (sent !== undefined) return { text: doneOrThing(operation, data, summary), json: data }
  const acts = isShow(operation) ? await openActsText(call, subjectOf(operation, given)) : ''
  return { text: `${thingText(data)}${acts}`, json: data }
}

const isShow = ({ words, method }: Operation): boolean =>
  method === 'GET' && words.endsWith(' show')

/** The object of a command, as the list of open acts names it. */
function subjectOf({ words }: Operation, { args }: Given): string {
  const [first] = words.split(' ')
  return [...(first === 'queue' || first === 'configuration' ? [first] : []), ...args].join(':')
}

/** An act says that it was done. What only reads sealed content shows it. */
const doneOrThing = ({ isAct, path }: Operation, data: object, summary: string): string =>
  isAct || path.includes('/approvals/') ? doneText(summary, data) : thingText(data)

/** Customers' commands leave the text of --limit as it is. */
function mostRows(operation: Operation, { limit, all }: Given['options']): number {
  if (typeof limit === 'number') return limit
  if (limit === undefined) return isHistory(operation) && all !== true ? SHOWN : Infinity
  if (typeof limit === 'string' && /^[1-9]\d{0,8}$/.test(limit)) return Number.parseInt(limit, 10)
  throw new Error('--limit must be a whole number of at least 1')
}

async function listed(
  operation: Operation,
  call: Call,
  { options }: Given,
  address: (more: object) => string,
): Promise<Output> {
  const wanted = mostRows(operation, options)
  const rows: unknown[] = []
  let cursor: string | null = null
  do {
    const paging = operation.isPaged
      ? { limit: Math.min(PAGE, wanted), ...(cursor === null ? {} : { cursor }) }
      : {}
    const page: { data: unknown[]; cursor: string | null } = await call.send('GET', address(paging))
    rows.push(...page.data)
    cursor = page.cursor
  } while (cursor !== null && rows.length < wanted)
  const shown = rows.slice(0, wanted)
  const isCut = cursor !== null || shown.length < rows.length
  const [, things] = /^List (?!what |the |your )(.*)$/.exec(operation.summary) ?? []
  return {
    text: rowsText(
      shown,
      operation.columns ?? [],
      things === undefined ? 'There is nothing.' : `There are no ${things}.`,
    ),
    json: shown,
    ...(isCut ? { note: `There are more than these ${shown.length}: --limit shows more.\n` } : {}),
  }
}

function askedOf(operation: Operation, given: Given) {
  const names: Record<string, string> = {}
  const query: Record<string, unknown> = {}
  const body: Record<string, unknown> = {}
  const put = (field: Field, value: unknown): void => {
    if (field.in === 'path') names[field.name] = String(value)
    else (field.in === 'query' ? query : body)[field.name] = value
  }
  operation.args.forEach((field, index) => put(field, valueOf(field, given.args[index] ?? '')))
  for (const field of operation.options) {
    const option = given.options[optionKey(field.option)]
    if (option === undefined || option === false) continue
    if (field.value !== undefined) put(field, field.value)
    else put(field, typeof option === 'string' ? valueOf(field, option) : option)
  }
  if (operation.reason !== null)
    body['reason'] = reasonOf(given, operation.reason === 'optional' ? LINE : undefined)
  return { names, query, body }
}

function valueOf({ kind, choices, isNullable }: Field, text: string): unknown {
  if (isNullable && text === 'none') return null
  if (kind === 'list') return text.split(',').map((one) => one.trim())
  if (kind === 'file') return objectInFile(text)
  if (kind === 'number' && /^\d+$/.test(text)) return Number.parseInt(text, 10)
  return choices?.find((one) => one.toLowerCase() === text.toLowerCase()) ?? text
}

/** In messages of the service, the option or argument in place of the field. */
function wordsOfFields({ args, options }: Operation): Record<string, string> {
  const words = [
    ...options.flatMap((field) =>
      field.value === undefined ? [[field, `--${field.option}`] as const] : [],
    ),
    ...args.flatMap((field) =>
      field.in === 'path' ? [] : [[field, `the ${field.name.replaceAll('_', ' ')}`] as const],
    ),
  ]
  return Object.fromEntries(
    words.map(([{ name, in: place }, word]) => [
      // A name of one word is also a word of sentences.
      name.includes('_') ? name : `${place === 'query' ? '?' : '/'}${name}`,
      word,
    ]),
  )
}
