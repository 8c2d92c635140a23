// `corridor instruments`: lists, makes and archives instruments, and explains what each method needs.
import type { Schemas } from '@corridor/sdk'
import {
  aboutMethod,
  currenciesOf,
  describedFieldsOf,
  exampleDetails,
  methodNames,
  type InstrumentMethod,
} from '@corridor/server/outside/methods/methods.ts'
import { nearestFirst } from '@corridor/server/platform/nearest.ts'
import { textIn, type Given } from '../client/rows.ts'
import { table } from '../table.ts'
import { metadataIn } from './options.ts'
import { askedFields, objectIn } from './read-fields.ts'
import { UsageError } from './refused.ts'
import type { Verb } from './run.ts'
import { listed, print, record, shortTime } from './show.ts'

export const list: Verb = async ({ corridor, organization }, given) => {
  const id = await organization()
  const query = metadataIn(given.options)
  return listed((limit) => corridor.instruments.list(id, { limit, ...query }), given, {
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

const HAS_EXAMPLE = '`corridor instruments methods METHOD` shows an example.'

export const create: Verb = async ({ corridor, organization }, { options }) => {
  const method = methodIn(textIn(options, 'method') ?? '')
  const currencies = currenciesOf(method)
  const currency = textIn(options, 'currency') ?? (currencies.length === 1 ? currencies[0] : '')
  if (currency === undefined || currency === '')
    throw new UsageError(`${method} carries ${currencies.join(', ')}: choose one with --currency`)
  const file = textIn(options, 'details')
  const details =
    file === undefined ? await askedDetails(method) : await objectIn(file, HAS_EXAMPLE)
  const json = await corridor.instruments.create(
    await organization(),
    bodyOf({
      alias: textIn(options, 'alias') ?? '',
      currency,
      method,
      details,
      ...metadataIn(options),
    }),
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

const askedDetails = (method: InstrumentMethod): Promise<Record<string, string>> =>
  askedFields(
    aboutMethod(method),
    Object.entries(describedFieldsOf(method)).map(([name, field]) => ({
      name,
      about: describedIn(field),
    })),
  )

const describedIn = ({ about, values }: { about: string; values?: readonly string[] }): string =>
  values === undefined ? about : `${about} One of ${values.join(', ')}.`

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
  const described = fields.map(([name, field]) => `${name}\n    ${describedIn(field)}\n`)
  const text = `${aboutMethod(method)}\n\n${described.join('')}\nAn example for --details FILE:\n\n${JSON.stringify(example, null, 2)}\n`
  print({ text, json: { method, currencies: currenciesOf(method), example } }, given)
}
