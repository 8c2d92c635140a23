// The header Idempotency-Key: required, with a limited form, and tied to one body.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { expectProblem, operationsOf } from '../support/operations.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
const offering = await corridor.offering()

const { creations, offerings, everything, refusedAndForgotten } = operationsOf(() => ({
  corridor,
  offering,
}))

describe.each(creations)('$name', (operation) => {
  const malformed: [string, string][] = [
    ['empty', ''],
    ['256 characters', 'x'.repeat(256)],
    ['a blank inside', 'a b'],
    ['a tab inside', 'a\tb'],
    ['beyond ASCII', 'clé'],
    ['only blanks', '   '],
  ]
  test('requires an Idempotency-Key', () =>
    refusedAndForgotten(operation, (body) => ({ body, idempotencyKey: null }), {
      status: 400,
      code: 'idempotency_key_missing',
    }))

  test.each(malformed)('refuses an Idempotency-Key that is %s', (_what, idempotencyKey) =>
    refusedAndForgotten(operation, (body) => ({ body, idempotencyKey }), {
      status: 400,
      code: 'idempotency_key_invalid',
    }),
  )

  test.each([
    'x',
    '!~',
    'x'.repeat(255),
    '6f1c2f0e-8d0b-4f5e-9f56-0a4f3d1c7b11',
    "'; drop table orders; --".replaceAll(' ', '+'),
  ])('accepts the Idempotency-Key %s', async (key) => {
    const idempotencyKey =
      key.length === 1 ? key : `${operation.name.replaceAll(' ', '')}${key}`.slice(-255)
    const [path, body] = [await operation.path(), await operation.body()]
    expect((await corridor.call('POST', path, { idempotencyKey, body })).status).toBe(201)
    const replayed = await corridor.call('POST', path, { idempotencyKey, body })
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
  })

  test('creates nothing for a used Idempotency-Key with another body', async () => {
    if (operation === offerings) return // It has no fields, so no other valid body exists.
    const [path, idempotencyKey] = [await operation.path(), randomUUID()]
    const [first, other] = [
      await operation.body(),
      { ...(await operation.body()), ...differing[operation.name] },
    ]
    expect((await corridor.call('POST', path, { idempotencyKey, body: first })).status).toBe(201)
    const before = await everything()
    expectProblem(await corridor.call('POST', path, { idempotencyKey, body: other }), {
      status: 422,
      code: 'idempotency_key_reused',
    })
    expect(await everything()).toEqual(before)
  })
})

const differing: Record<string, object> = {
  'Create organization': { name: 'Other' },
  'Create instrument': { alias: 'Other' },
  'Create quote': { payin_amount: '1000.01' },
  'Create order': { external_reference_id: 'other' },
}
