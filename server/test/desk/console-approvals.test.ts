// The request of an act that waits for approval, in words: each value has the words of its field and of no other.
import { describe, expect, test } from 'vitest'
import { namesObject, nothingWord, valueWord } from '../../../console/src/operator/value-words.ts'
import { lessOf } from '../../../console/src/parts/sums.ts'
import { operationsIn, type Schema } from '../fuzz/description.ts'

type Field = { name: string; values: readonly string[]; mayBeNull: boolean }

function fieldsOf(schema: Schema, name = ''): Field[] {
  const { enum: values = [], items, anyOf = [], properties = {}, type } = schema
  const inner = [
    ...(items === undefined ? [] : fieldsOf(items, name)),
    ...anyOf.flatMap((one) => fieldsOf(one, name)),
    ...Object.entries(properties).flatMap(([part, one]) => fieldsOf(one, part)),
  ]
  const mayBeNull = type === 'null' || (Array.isArray(type) && type.includes('null'))
  return name === '' ? inner : [{ name, values: values.map(String), mayBeNull }, ...inner]
}

const asked = operationsIn('operator-openapi.json')
  .filter(({ mayWait }) => mayWait)
  .flatMap(({ body = {} }) => fieldsOf(body))
const valuesOf = Map.groupBy(asked, ({ name }) => name)
/** Names of methods are of the customer's pages, too. */
const ELSEWHERE = ['method']

describe('a value of a request that waits', () => {
  const fields = [...valuesOf]
    .map(([name, all]) => ({ name, values: new Set(all.flatMap(({ values }) => values)) }))
    .filter(({ name }) => !ELSEWHERE.includes(name))

  test('has words in both languages wherever the service names all values', () => {
    const chosen = fields.filter(({ values }) => values.size > 0)
    expect(chosen.map(({ name }) => name).toSorted()).toEqual(
      [
        'direction',
        'keys',
        'outcome',
        'period',
        'role',
        'scopes',
        'state',
        'type',
        'what',
      ].toSorted(),
    )
    for (const { name, values } of chosen)
      for (const value of values)
        for (const language of ['en', 'es'] as const)
          expect(valueWord(language, name, value), `${name} ${value} (${language})`).toMatch(/\w/)
  })

  test('never takes the words of another field', () => {
    const all = new Set(fields.flatMap(({ values }) => [...values]))
    for (const { name, values } of fields)
      for (const value of [...all, 'hold', 'OPEN', 'customer', 'constructor', 'toString'])
        if (!values.has(value))
          expect(valueWord('en', name, value), `${name} ${value}`).toBeUndefined()
    expect(valueWord('en', 'role', 'operator')).toBe('operator')
    expect(valueWord('es', 'role', 'operator')).toBe('operador')
    expect(valueWord('en', 'login', 'operator')).toBeUndefined()
  })

  test('is left out only where it names the object, so that a user "operator" keeps the role', () => {
    const left = fields.map(({ name }) => name).filter(namesObject)
    expect(left).toContain('login')
    expect(left.filter((name) => name !== 'login' && !name.endsWith('_id'))).toEqual([])
  })

  test('that is nothing says what nothing means', () => {
    const names = asked.filter(({ mayBeNull }) => mayBeNull).map(({ name }) => name)
    expect([...new Set(names)].toSorted()).toEqual(['assignee', 'enterprise_ids', 'until'])
    for (const name of names) expect(nothingWord('en', name), name).not.toBe('–')
    expect(nothingWord('en', 'enterprise_ids')).toBe('all')
    expect(nothingWord('en', 'assignee')).toBe('nobody')
  })
})

test('the balance after a movement is exact, and may be below zero', () => {
  expect(lessOf('100.00', '0.000001')).toBe('99.999999')
  expect(lessOf('5.00', '7.50')).toBe('-2.50')
})
