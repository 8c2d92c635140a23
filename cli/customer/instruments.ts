// `corridor instruments`: lists, makes and archives instruments, and explains what each method needs.
import { readFileSync } from 'node:fs'
import type { Schemas } from '@corridor/sdk'
import {
  aboutMethod,
  currenciesOf,
  describedFieldsOf,
  exampleDetails,
  methodNames,
  type InstrumentMethod,
} from '@corridor/server/instruments/methods.ts'
import { nearestFirst } from '@corridor/server/operators/nearest.ts'
import { openQuestions } from '../client/questions.ts'
import { textIn, type Given } from '../client/rows.ts'
import { table } from '../table.ts'
import { UsageError } from './refused.ts'
import type { Verb } from './run.ts'
import { listed, print, record, shortTime } from './show.ts'

export const list: Verb = async ({ corridor, organization }, given) => {
  const id = await organization()
  return listed((limit) => corridor.instruments.list(id, { limit }), given, {
    headings: ['INSTRUMENT', 'STATUS', 'CURRENCY', 'METHOD', 'ALIAS', 'CREATED'],
    cells: (one) => [
      one.id,
      one.status.current_status,
      one.currency,
      one.method,
      one.alias,
      shortTime(one.created_at),
    ],
    shrinks: ['ALIAS'],
    empty: 'There is no instrument: make one with `corridor instruments create`.',
  })
}

export const show: Verb = async ({ corridor, organization }, { args }) =>
  record(await corridor.instruments.get(await organization(), args[0] ?? ''))

export const archive: Verb = async ({ corridor, organization }, { args }) => {
  const json = await corridor.instruments.archive(await organization(), args[0] ?? '')
  return { text: `${json.id} is ${json.status.current_status}.\n`, json }
}

export const create: Verb = async ({ corridor, organization }, { options }) => {
  const method = methodIn(textIn(options, 'method') ?? '')
  const currencies = currenciesOf(method)
  const currency = textIn(options, 'currency') ?? (currencies.length === 1 ? currencies[0] : '')
  if (currency === undefined || currency === '')
    throw new UsageError(`${method} carries ${currencies.join(', ')}: choose one with --currency`)
  const file = textIn(options, 'details')
  const details = file === undefined ? await askedDetails(method) : await detailsIn(file)
  const json = await corridor.instruments.create(
    await organization(),
    bodyOf({ alias: textIn(options, 'alias') ?? '', currency, method, details }),
    { idempotencyKey: textIn(options, 'idempotencyKey') },
  )
  const held =
    json.status.current_status === 'ACTIVE'
      ? ''
      : 'The operator releases it before it can be used.\n'
  return { text: `${json.id} is ${json.status.current_status}.\n${held}`, json }
}

type Body = { alias: string; currency: string; method: string; details: object }

/** The service checks currency and details, and says what is wrong with them. */
const bodyOf = (body: Body): Schemas['NewInstrument'] => JSON.parse(JSON.stringify(body))

/** YAML or JSON. */
async function detailsIn(file: string): Promise<object> {
  const { parse } = await import('yaml')
  const text = readFileSync(file === '-' ? 0 : file, 'utf8')
  let details: unknown
  try {
    details = parse(text, { schema: 'failsafe' })
  } catch {
    // The message of the parser would repeat bank details.
    details = undefined
  }
  if (typeof details === 'object' && details !== null && !Array.isArray(details)) return details
  throw new UsageError(
    `${file} must have the fields of the method, in JSON or YAML. \`corridor instruments methods METHOD\` shows an example.`,
  )
}

/** Asks for each field. Without a terminal the answers are the lines of the standard input. */
async function askedDetails(method: InstrumentMethod): Promise<Record<string, string>> {
  const details: Record<string, string> = {}
  const questions = openQuestions()
  process.stderr.write(`${aboutMethod(method)} An empty answer leaves a field out.\n`)
  try {
    for (const [name, { about, values }] of Object.entries(describedFieldsOf(method))) {
      const choices = values === undefined ? '' : ` One of ${values.join(', ')}.`
      process.stderr.write(`\n${about}${choices}\n`)
      const answer = (await questions.ask(`${name}: `)).trim()
      if (answer !== '') details[name] = answer
    }
  } finally {
    questions.close()
  }
  return details
}

function methodIn(text: string): InstrumentMethod {
  const found = methodNames.find((one) => one === text.toUpperCase())
  if (found !== undefined) return found
  throw new UsageError(`there is no method ${text}; there are: ${nearestFirst(text, methodNames)}`)
}

/** Asks no service. */
export function methods(given: Given): void {
  const [name] = given.args
  if (name === undefined) {
    const json = methodNames.map((one) => ({ method: one, currencies: currenciesOf(one) }))
    const rows = methodNames.map((one) => [
      one,
      currenciesOf(one).join(' '),
      aboutMethod(one).replace(/ Carries .*$/, ''),
    ])
    const text = `${table(['METHOD', 'CURRENCIES', 'WHAT IT IS'], rows)}\nIts fields: \`corridor instruments methods METHOD\`.\n`
    print({ text, json }, given)
    return
  }
  const method = methodIn(name)
  const example = exampleDetails(method)
  const fields = Object.entries(describedFieldsOf(method))
  const described = fields.map(([field, { about, values }]) => {
    const choices = values === undefined ? '' : ` One of ${values.join(', ')}.`
    return `${field}\n    ${about}${choices}\n`
  })
  const text = `${aboutMethod(method)}\n\n${described.join('')}\nAn example for --details FILE:\n\n${JSON.stringify(example, null, 2)}\n`
  print({ text, json: { method, currencies: currenciesOf(method), example } }, given)
}
