// Every operation of the operator API refuses each wrong body, field and query parameter, and changes nothing. The requests
// are made from operator-openapi.json, so that a new operation is tested without a line here.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation, Schema } from '../fuzz/description.ts'
import { forFile } from '../support/for-file.ts'
import { badBodies } from '../support/bad-bodies.ts'
import { expectProblem } from '../support/operations.ts'
import {
  operatorOperations,
  operatorWorld,
  pathOf,
  textIn,
} from '../support/operator-operations.ts'
import type { Reply } from '../support/service.ts'
import { meaninglessBodies, rightValue, wrongValues, type TextOf } from '../support/wrong-values.ts'

const world = await forFile(operatorWorld())

const text: TextOf = (name, schema) => textIn(world.ids, name, schema)
type Body = Record<string, unknown>
const bodyOf = (schema: Schema): Body => Object.assign({}, rightValue(schema, text))

const withBody = operatorOperations.flatMap((operation) =>
  operation.body === undefined ? [] : [{ ...operation, body: operation.body }],
)

/** The refusal names the field at fault, or the field that it is in. */
function expectFault(reply: Reply<unknown>, pointer: string, what: string): void {
  const { errors = [] } = reply.problem
  expect([400, 422], `${what}: ${reply.text}`).toContain(reply.status)
  expect(errors.length, `${what}: ${reply.text}`).toBeGreaterThan(0)
  for (const fault of errors)
    expect(
      fault.pointer.startsWith(pointer) || pointer.startsWith(fault.pointer),
      `${what}: ${reply.text}`,
    ).toBe(true)
}

/** What must not change. The first request finds a role with the right, which the trail notes. */
async function tableContents(operation: Operation, path: string) {
  await world.send(operation, path, operation.body === undefined ? {} : { body: [] })
  return world.contents()
}

/** The kinds of bad bodies that an operation can refuse. */
const kindsFor = ({ id, body }: Operation) =>
  Object.entries(badBodies).filter(
    ([kind]) =>
      !(kind === 'an unknown field' && body?.additionalProperties !== false) &&
      // Its answer is no JSON.
      !(kind.includes('Accept') && id === 'makeExport'),
  )

describe.each(withBody)('$id', (operation) => {
  test('refuses each body that is none, and changes nothing', async () => {
    const path = pathOf(operation, world.ids)
    const right = bodyOf(operation.body)
    const before = await tableContents(operation, path)
    for (const [kind, bad] of kindsFor(operation))
      for (const { what, send, expected } of bad) {
        const reply = await world.send(operation, path, send(right))
        expectProblem(reply, expected, `${kind}: ${what}: ${reply.text}`)
      }
    expect(await world.contents()).toEqual(before)
  })

  test('refuses each field that is wrong, names it, and changes nothing', async () => {
    const path = pathOf(operation, world.ids)
    const right = bodyOf(operation.body)
    const before = await tableContents(operation, path)
    for (const { what, value, pointer } of wrongValues(operation.body, right, text))
      expectFault(await world.send(operation, path, { body: value }), pointer, what)
    expect(await world.contents()).toEqual(before)
  })

  test('refuses each field that means nothing, and changes nothing', async () => {
    const path = pathOf(operation, world.ids)
    const before = await tableContents(operation, path)
    for (const { what, value } of meaninglessBodies(operation.body, bodyOf(operation.body))) {
      const reply = await world.send(operation, path, { body: value })
      expect([400, 401, 404, 409, 422], `${what}: ${reply.text}`).toContain(reply.status)
    }
    const after = await world.contents()
    // Wrong codes and acts that the state does not allow have entries.
    for (const table of ['public.audit_entries', 'public.audit_heads'])
      before[table] = after[table] ?? ''
    expect(after).toEqual(before)
  })
})

const queries = operatorOperations.flatMap((operation) => {
  const parameters = operation.parameters.filter((one) => one.in === 'query')
  return operation.method === 'GET' ? [{ ...operation, parameters }] : []
})

describe.each(queries)('$id', (operation: Operation) => {
  test('refuses each query parameter that is wrong, and names it', async () => {
    const path = pathOf(operation, world.ids)
    const right = operation.parameters
      .filter(({ required }) => required === true)
      .map(({ name, schema }): [string, string] => [name, text(name, schema)])
    for (const { name, schema } of operation.parameters) {
      const accepted = wrongValues(schema, undefined, text).filter(
        ({ value }) => typeof value === 'string' && value.isWellFormed(),
      )
      // A text that names nothing finds nothing.
      if (schema.format === 'typeid') continue
      const others = right.filter(([field]) => field !== name)
      for (const { value } of accepted) {
        const query = new URLSearchParams([...others, [name, String(value)]])
        const reply = await world.send(operation, `${path}?${query.toString()}`)
        expect(reply.status, `${query.toString()}: ${reply.text}`).toBe(400)
      }
      const twice = new URLSearchParams([...others, [name, '1'], [name, '1']])
      const reply = await world.send(operation, `${path}?${twice.toString()}`)
      expectFault(reply, `?${name}`, twice.toString())
    }
    const unknown = new URLSearchParams([...right, ['no_such_filter', '1']])
    const reply = await world.send(operation, `${path}?${unknown.toString()}`)
    expectFault(reply, '?no_such_filter', unknown.toString())
  })
})

describe('a cursor', () => {
  const copies = {
    approvals: `'subject', 'another'`,
    reconciliations: `'digest', '\\x${'01'.repeat(32)}'`,
    reconciliation_differences: `'key', 'another line'`,
  }
  beforeAll(async () => {
    for (const [table, fields] of Object.entries(copies))
      await world.corridor.database.owner.query(
        `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), ${fields}))).*
           from ${table} t limit 1`,
      )
  })

  test.each([
    ['listApprovals', '', 'status=PENDING'],
    ['listReconciliations', '', 'account=rail:sandbox'],
  ])('of %s is refused with another filter', async (id, one, another) => {
    const operation = operatorOperations.find((listed) => listed.id === id)
    if (operation === undefined) throw new Error(`there is no operation ${id}`)
    const page = (query: string) =>
      world.send<unknown[]>(operation, `${operation.path}?limit=1&${query}`)
    for (const [filter, other] of [
      [one, another],
      [another, one],
    ] as const) {
      const { headers } = await page(filter)
      const cursor = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? ''
      expect((await page(`${filter}&cursor=${cursor}`.replace(/^&/, ''))).status).toBe(200)
      const refused = await page(`${other}&cursor=${cursor}`.replace(/^&/, ''))
      expect(refused.problem.code, refused.text).toBe('invalid_cursor')
    }
  })
})

// Last, since they change what the tests before use.
// The fields of an account depend on its method.
const judgeable = withBody.filter(({ id }) => id !== 'addFundingAccounts')
test.each(judgeable)('the body that faults are put into is right for $id', async (operation) => {
  const path = pathOf(operation, world.ids)
  const reply = await world.send(operation, path, { body: bodyOf(operation.body) })
  if (reply.status >= 400) expect(reply.problem.code, reply.text).not.toBe('invalid_request')
})
