// Makes the table of operators' commands from operator-openapi.json: for each operation its words, arguments, options and
// columns. The description is 25 times as long and takes too long to read at each start. See `command` in
// server/src/parties/operators/guard.ts for the form of x-command.
import {
  bodyOf,
  descriptionOf,
  nameOf,
  type Operation as Described,
  type Parameter,
  type Schema,
} from '../../sdk/build/description.ts'
import type { Field, Operation, OptionField } from '../client/operations.ts'

const ROOT = '/operator/v1'
const METHODS = { get: 'GET', post: 'POST', patch: 'PATCH' } as const
const isMethod = (name: string): name is keyof typeof METHODS => name in METHODS

export function operationsOf(text: string): Operation[] {
  const { operations, schemas } = descriptionOf(text)
  const resolved = (schema: Schema): Schema => {
    const named = schemas[nameOf(schema.$ref)]
    return named === undefined ? schema : resolved(named)
  }
  const one = reader(resolved)
  return operations.flatMap((described) =>
    isMethod(described.method) ? [one(METHODS[described.method], described)] : [],
  )
}

const reader =
  (resolved: (schema: Schema) => Schema) =>
  (method: Operation['method'], described: Described): Operation => {
    const { path, parameters = [], responses } = described
    const body = resolved(bodyOf(described) ?? {})
    const fields = [
      ...parameters.flatMap((one) =>
        one.in === 'header' || one.name === 'limit' || one.name === 'cursor'
          ? []
          : [fieldOf(one.name, one.in === 'path' ? 'path' : 'query', one, resolved)],
      ),
      ...Object.entries(body.properties ?? {})
        .filter(([name]) => name !== 'reason')
        .map(([name, schema]) =>
          fieldOf(name, 'body', { schema, required: body.required?.includes(name) }, resolved),
        ),
    ]
    const content = (responses['200'] ?? responses['201'])?.content ?? {}
    const data = resolved(
      resolved(content['application/json']?.schema ?? {}).properties?.['data'] ?? {},
    )
    const isList = data.type === 'array'
    const usage = usageOf(described['x-command'] ?? defaultWords(path, method))
    return {
      id: described.operationId,
      words: usage.words,
      method,
      path,
      summary: described.summary,
      about: described.description ?? '',
      roles: described['x-roles'] ?? '',
      noun: nounsOf(path, fields),
      ...argumentsAndOptions(fields, usage),
      reason:
        body.properties?.['reason'] === undefined
          ? null
          : usage.hasReason
            ? 'optional'
            : 'required',
      isPaged: parameters.some(({ name }) => name === 'limit'),
      isAct: responses['202'] !== undefined,
      columns: isList ? columnsOf(resolved(data.items ?? {}), resolved) : null,
      type: Object.keys(content)[0] ?? '',
    }
  }

function fieldOf(
  name: string,
  place: Field['in'],
  { schema, required, description, example }: Partial<Parameter> & { schema: Schema },
  resolved: (schema: Schema) => Schema,
): Field {
  const whole = resolved(schema)
  const choices = whole.anyOf?.map(resolved)
  const isNullable = choices?.some(({ type }) => type === 'null') === true
  const value = (isNullable ? choices?.find(({ type }) => type !== 'null') : undefined) ?? whole
  const items = resolved(value.items ?? {})
  const isEach = value.type === 'array' && items.type !== 'object' && items.anyOf === undefined
  return {
    name,
    in: place,
    kind:
      value.type === 'boolean'
        ? 'flag'
        : value.type === 'integer'
          ? 'number'
          : isEach
            ? 'list'
            : value.type === 'string' || value.enum !== undefined
              ? 'text'
              : place === 'query'
                ? 'pairs'
                : 'file',
    isNullable,
    isRequired: required === true,
    choices: (isEach ? items : value).enum?.map(String) ?? null,
    about: helpOf(
      description ?? schema.description ?? whole.description ?? '',
      // Other fields have examples of one kind of several.
      /_ids?$/.test(name) ? example : undefined,
    ),
  }
}

/** The first sentence in the form of a help text, with the form of an identifier. */
function helpOf(description: string, example: unknown): string {
  // Every instant is described as ISO 8601 first.
  const [, sentence = ''] =
    /^(.*?)(?:\.(?= |$)|$)/s.exec(description.replace(/^ISO 8601 with a zone\. /, '')) ?? []
  const prefix = /^([a-z]+_)[0-9a-z]{26}$/.exec(String(example ?? ''))?.[1]
  const text = /^[A-Z][a-z]/.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
  return prefix === undefined ? text : `${text} (${prefix}…)`
}

type Usage = {
  words: string
  args: string[]
  /** The options of a field, by its name. */
  named: Map<string, string>
  presets: { option: string; name: string; value: string }[]
  hasReason: boolean
}

function usageOf(text: string): Usage {
  const usage: Usage = { words: '', args: [], named: new Map(), presets: [], hasReason: false }
  const words: string[] = []
  for (const part of text.split(' ')) {
    const [, argument] = /^<(\w+)>$/.exec(part) ?? []
    const [, option, name, value] = /^--([a-z-]+)=(\w+)(?::(\w+))?$/.exec(part) ?? []
    if (argument !== undefined) usage.args.push(argument)
    else if (part === '--reason?') usage.hasReason = true
    else if (option !== undefined && name !== undefined) {
      if (value === undefined) usage.named.set(name, option)
      else usage.presets.push({ option, name, value })
    } else words.push(part)
  }
  return { ...usage, words: words.join(' ') }
}

function argumentsAndOptions(fields: readonly Field[], { args, named, presets }: Usage) {
  const fieldNamed = (name: string): Field => {
    const field = fields.find((one) => one.name === name)
    if (field === undefined) throw new Error(`no field ${name} for a command`)
    return field
  }
  // A flag takes the name of the field that it sets.
  const isShown = (option: string) => !presets.some((one) => one.option === option)
  const options: OptionField[] = [
    ...fields
      .filter(({ in: place, name }) => place !== 'path' && !args.includes(name))
      .map((field) => ({ ...field, option: named.get(field.name) ?? optionOf(field.name) }))
      .filter(({ option }) => isShown(option)),
    ...presets.map(({ option, name, value }) => {
      const field = fieldNamed(name)
      const own = named.get(name) ?? optionOf(name)
      const about = `the same as --${own} ${value}`
      return { ...field, ...(isShown(own) ? { about } : {}), option, value }
    }),
  ]
  return {
    args: [...fields.filter(({ in: place }) => place === 'path'), ...args.map(fieldNamed)],
    options,
  }
}

const optionOf = (name: string): string =>
  name
    .replace(/^external_payment_/, '')
    .replace(/^created_(?=after$|before$)/, '')
    .replace(/(?<=.)_ids?$/, '')
    .replaceAll('_', '-')

/** `/orders/{order_id}/volume_limits` is `orders volume-limits`. */
function defaultWords(path: string, method: Operation['method']): string {
  const parts = path.slice(ROOT.length + 1).split('/')
  const words = parts
    .filter((part) => !part.startsWith('{'))
    .map((part) => part.replaceAll('_', '-'))
  const endsWithName = parts.at(-1)?.startsWith('{') === true
  if (method === 'PATCH') words.push('change')
  else if (endsWithName) words.push('show')
  else if (parts.length === 1) words.push(method === 'GET' ? 'list' : 'create')
  return words.join(' ').replaceAll('.', '-')
}

/** What the first argument names: `order` of `/orders/{order_id}/release`, and what identifiers of the body name. */
function nounsOf(path: string, fields: readonly Field[]): string {
  const [, last = ''] = [...path.matchAll(/([a-z_]+)\/\{/g)].at(-1) ?? []
  const ofBody = fields.filter(({ in: place, name }) => place === 'body' && name.endsWith('_id'))
  const named = path.endsWith('/acts/{subject}')
    ? 'object'
    : path.startsWith('/queue/')
      ? 'item of the queue'
      : singular(last)
  return [named, ...ofBody.map(({ name }) => name.replace(/^external_payment_|_id$/g, ''))]
    .filter((one) => one !== '')
    .map((one) => one.replaceAll('_', ' '))
    .join(' or ')
}

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '')

/** Fields that say little to a person beside the others. */
const LEFT_OUT =
  /^(enterprise_id|acts_on|reference_number|version|output_index|rail_key|hash|updated_at|submission_window_seconds|funding_window_seconds|.*_erased_at)$/

/**
 * Fields that fit into a cell: scalars, amounts with their currency, states, and lists of scalars. Of rows of several kinds:
 * those that every kind has.
 */
function columnsOf(given: Schema, resolved: (schema: Schema) => Schema): string[] {
  const [first = given, ...others] = given.oneOf?.map(resolved) ?? []
  const fits = (schema: Schema): boolean => {
    const whole = resolved(schema)
    if (whole.anyOf !== undefined)
      return whole.anyOf.every((one) => resolved(one).type === 'null' || fits(one))
    if (whole.type === 'array') return whole.items !== undefined && isScalar(whole.items)
    return isScalar(whole) || isMoneyOrState(whole)
  }
  const isScalar = (schema: Schema): boolean => {
    const { type = '', enum: values } = resolved(schema)
    return values !== undefined || /^(string|boolean|integer|number)$/.test(type)
  }
  const isMoneyOrState = ({ properties = {} }: Schema): boolean =>
    'current_status' in properties ||
    Object.keys(properties).toSorted().join() === 'amount,currency'
  const fields = Object.entries(first.properties ?? {}).filter(([name]) =>
    others.every(({ properties = {} }) => name in properties),
  )
  const hasName = fields.some(([name]) => name === 'organization_name')
  return fields.flatMap(([name, schema]) =>
    fits(schema) && !LEFT_OUT.test(name) && !(hasName && name === 'organization_id') ? [name] : [],
  )
}
