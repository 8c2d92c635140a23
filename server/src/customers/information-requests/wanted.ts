// The questions of an information request, and the checks of an answer. Pure rules: they name fields, never values.
import Type, { type Static } from 'typebox'
import { isDay } from '../../platform/clock.ts'
import type { FieldError } from '../../platform/errors.ts'
import { pointerTo } from '../../platform/errors.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { choice, count, exact, text } from '../../platform/http/schemas.ts'

export const MOST_FIELDS = 20
export const MOST_DOCUMENTS = 10
/** Characters of one value. The body limit of 64 KiB bounds all values together. */
const LONGEST_VALUE = 1000
/** Bytes of one document, before base64. */
export const LARGEST_DOCUMENT = 3_000_000
/** Customers may upload a document again: the answer names the right one. */
export const MOST_UPLOADS = 30

const fieldTypes = ['text', 'date', 'country'] as const

const name = Type.String({
  pattern: inputPatterns.fieldName.pattern,
  description: 'Its name in the answer.',
  examples: ['source_of_funds'],
})
const about = text(500, 'What is meant.', 'Where the money of this order comes from.')
const required = Type.Boolean({ description: 'The answer must have it.', examples: [true] })

export const wantedField = exact(
  {
    name,
    about,
    type: choice(
      fieldTypes,
      'text: one line. date: such as 1984-03-02. country: two letters of ISO 3166, such as CO.',
      { title: 'InformationFieldType' },
    ),
    required,
  },
  { title: 'InformationField', description: 'A field that the customer is asked to fill in.' },
)

export const wantedDocument = exact(
  {
    name,
    about,
    required,
    largest_bytes: count('The largest size, in bytes.', 2_000_000, {
      minimum: 1,
      maximum: LARGEST_DOCUMENT,
    }),
  },
  { title: 'WantedDocument', description: 'A document that the customer is asked for.' },
)

type WantedField = Static<typeof wantedField>
type WantedDocument = Static<typeof wantedDocument>
export type Wanted = { fields: readonly WantedField[]; documents: readonly WantedDocument[] }

/** The reason to refuse what an operator asks for; undefined if it can be asked. */
export function problemOfWanted({ fields, documents }: Wanted): string | undefined {
  if (fields.length + documents.length === 0) return 'ask for at least one field or document'
  for (const names of [fields, documents].map((list) => list.map((one) => one.name))) {
    const repeated = names.find((name, index) => names.indexOf(name) < index)
    if (repeated !== undefined) return `the name ${repeated} occurs twice: give each its own name`
  }
  return undefined
}

/** The problems of an answer; empty for a right one. */
export function problemsOfAnswer(
  wanted: Wanted,
  values: Readonly<Record<string, unknown>>,
  documents: readonly { name: string }[],
): FieldError[] {
  const problems: FieldError[] = []
  const add = (pointer: string, code: FieldError['code'], message: string) =>
    problems.push({ pointer, code, message })
  for (const given of Object.keys(values))
    if (!wanted.fields.some((field) => field.name === given))
      add(pointerTo('/fields', given), 'unknown_field', 'is not asked for')
  for (const field of wanted.fields) {
    const pointer = pointerTo('/fields', field.name)
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined
    if (value === undefined) {
      if (field.required) add(pointer, 'required', 'is required')
    } else {
      const wrong = problemOfValue(field.type, value)
      if (wrong !== undefined) add(pointer, 'invalid_value', wrong)
    }
  }
  for (const document of wanted.documents)
    if (document.required && !documents.some((one) => one.name === document.name))
      add('/document_ids', 'required', `must name an uploaded ${document.name}`)
  return problems
}

const printable = new RegExp(inputPatterns.printable.pattern, 'u')
const country = new RegExp(inputPatterns.country.pattern)

function problemOfValue(type: WantedField['type'], value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a text'
  if (value.length > LONGEST_VALUE) return `must have ${LONGEST_VALUE} characters at most`
  if (!printable.test(value)) return inputPatterns.printable.message
  if (type === 'date' && !isDay(value)) return inputPatterns.date.message
  if (type === 'country' && !country.test(value)) return inputPatterns.country.message
  return undefined
}
