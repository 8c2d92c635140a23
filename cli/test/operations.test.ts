// How commands follow from the description of the operator API.
import { expect, test } from 'vitest'
import { operationsOf } from '../build/operations.ts'
import { derivedOperations } from '../client/operations.ts'
import { rowsText } from '../client/shown.ts'

const reason = { type: 'string' }
const described = (path: string, method: string, more: object = {}) => {
  const operation = { operationId: 'one', summary: 'Do it', responses: { 200: {} }, ...more }
  const text = JSON.stringify({
    paths: { [`/operator/v1${path}`]: { [method]: operation } },
    components: { schemas: {} },
  })
  const [found] = operationsOf(text)
  if (found === undefined) throw new Error('no operation was found')
  return found
}
const withBody = (properties: object, command?: string) => ({
  requestBody: {
    content: { 'application/json': { schema: { properties, required: ['reason', 'order_id'] } } },
  },
  ...(command === undefined ? {} : { 'x-command': command }),
})

test.each([
  ['/orders', 'get', 'orders list'],
  ['/users', 'post', 'users create'],
  ['/users/{login}', 'patch', 'users change'],
  ['/rails/{rail}', 'get', 'rails show'],
  ['/orders/{order_id}/accept-loss', 'post', 'orders accept-loss'],
  ['/queue/{kind}/{subject}/comments', 'get', 'queue comments'],
  ['/small_amounts/{id}/read', 'post', 'small-amounts read'],
])('the words of %s by %s are its path', (path, method, words) => {
  expect(described(path, method).words).toBe(words)
})

test('fields are options of their name, and a reason is asked for', () => {
  const body = withBody({ order_id: { type: 'string' }, wrong_asset: { type: 'boolean' }, reason })
  const { options, reason: asked } = described('/deposits/{deposit_id}/assign', 'post', body)
  expect(options.map(({ option, kind, isRequired }) => [option, kind, isRequired])).toEqual([
    ['order', 'text', true],
    ['wrong-asset', 'flag', false],
  ])
  expect(asked).toBe('required')
})

test('an endpoint gives a field another option, makes it an argument, or a value a flag', () => {
  const fields = { order_id: { type: 'string' }, state: { enum: ['OPEN'] }, by: {}, reason }
  const usage = 'books keep <by> --to=order_id --open=state:OPEN --reason?'
  const found = described('/books/{book_id}/write-off', 'post', withBody(fields, usage))
  expect(found).toMatchObject({ words: 'books keep', reason: 'optional', noun: 'book or order' })
  expect(found.args.map(({ name }) => name)).toEqual(['by'])
  expect(found.options.map(({ option, value }) => [option, value])).toEqual([
    ['to', undefined],
    ['state', undefined],
    ['open', 'OPEN'],
  ])
})

test('a flag that sets a value says so, and one of the name of its field what the field is about', () => {
  const fields = {
    state: { enum: ['OPEN'], description: 'Its state.' },
    late: { type: 'boolean', description: 'Whether it is late.' },
    reason,
  }
  const usage = 'books list --open=state:OPEN --late=late:true'
  const { options } = described('/books', 'post', withBody(fields, usage))
  expect(options.map(({ option, about }) => [option, about])).toEqual([
    ['state', 'its state'],
    ['open', 'the same as --state OPEN'],
    ['late', 'whether it is late'],
  ])
})

test('an object is read from a file, so that bank details are on no command line', () => {
  const fields = { order_id: { type: 'string' }, details: { type: 'object' }, reason }
  const { options } = described('/deposits/{deposit_id}/return', 'post', withBody(fields))
  expect(options.find(({ option }) => option === 'details')?.kind).toBe('file')
})

test('keys and values of a filter are options of their own', () => {
  const one = { name: 'metadata', in: 'query', schema: { type: 'object' }, description: 'With it.' }
  const { options } = described('/orders', 'get', { parameters: [one], ...ofList({}) })
  expect(options.map(({ option, kind }) => [option, kind])).toEqual([['metadata', 'pairs']])
})

test('a field that a command names and the operation lacks fails the making of the table', () => {
  const make = () => described('/a', 'post', withBody({ reason }, 'a make <nothing>'))
  expect(make).toThrow('no field nothing')
})

const TEXT = { type: 'string' }
const ofList = (items: object) => ({
  responses: {
    200: {
      content: {
        'application/json': { schema: { properties: { data: { type: 'array', items } } } },
      },
    },
  },
})

test('rows of several kinds have the columns that every kind has', () => {
  const kinds = [
    { properties: { kind: TEXT, since: TEXT, rail: TEXT } },
    { properties: { kind: TEXT, since: TEXT } },
  ]
  expect(described('/things', 'get', ofList({ oneOf: kinds })).columns).toEqual(['kind', 'since'])
})

test('a list shows every filled column, and its rows where no field fits into a cell', () => {
  const names = Array.from({ length: 14 }, (_, at) => `field_${at}`)
  const row = Object.fromEntries(names.map((name) => [name, `is ${name}`]))
  expect(rowsText([{ ...row, field_1: null }], names, 'none')).toBe(
    rowsText(
      [row],
      names.filter((name) => name !== 'field_1'),
      'none',
    ),
  )
  expect(rowsText([row], names, 'none')).toContain('is field_13')
  expect(rowsText([{ things: [{ is_late: true }] }], [], 'none')).toBe('things:\nLATE\nyes\n')
})

test('the queue has columns', () => {
  const queue = derivedOperations().find(({ words }) => words === 'queue list')
  expect(queue?.columns).toEqual(expect.arrayContaining(['kind', 'subject', 'since', 'assignee']))
})
