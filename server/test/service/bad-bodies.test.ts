// Refused bodies: broken or hostile JSON, other types, encodings. A refused request writes nothing.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { badBodies } from '../support/bad-bodies.ts'
import { expectProblem, operationsOf } from '../support/operations.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
const offering = await corridor.offering()

const { operations, everything } = operationsOf(() => ({ corridor, offering }))

describe.each(operations)('$name', (operation) => {
  test.each(Object.entries(badBodies))(
    'refuses %s, writes nothing, and then accepts a right body under the same key',
    async (_kind, bad) => {
      const [path, right, idempotencyKey] = [
        await operation.path(),
        await operation.body(),
        randomUUID(),
      ]
      const before = await everything()
      for (const { what, send, expected } of bad) {
        expectProblem(
          await corridor.call('POST', path, { idempotencyKey, ...send(right) }),
          expected,
          what,
        )
      }
      expect(await everything()).toEqual(before)
      const accepted = await corridor.call('POST', path, { idempotencyKey, body: right })
      expect(accepted.status, accepted.text).toBe(operation.success)
      expect(accepted.headers.get('idempotent-replayed')).toBeNull()
    },
  )

  test.each([
    { 'content-type': 'application/json; charset=utf-8' },
    { 'content-type': 'Application/JSON;charset="UTF-8"' },
    { 'content-encoding': 'identity' },
    { accept: 'application/*' },
    { accept: 'application/problem+json, application/json' },
    { accept: 'text/html, */*;q=0.1' },
    { accept: 'APPLICATION/JSON; Q=0.5' },
  ])('answers a request with the headers %j', async (headers) => {
    const reply = await corridor.call('POST', await operation.path(), {
      body: await operation.body(),
      headers,
    })
    expect(reply.status, reply.text).toBe(operation.success)
  })
})

test('the time for a hostile body grows no faster than its size', async () => {
  const startedAt = performance.now()
  for (const rawBody of [
    '"' + '\\"'.repeat(32_000),
    '{"a":"' + '\\\\"'.repeat(21_000),
    '['.repeat(65_000),
    '"'.repeat(65_001),
    '{"a":"' + 'x'.repeat(65_000) + '\\',
  ]) {
    expect(
      (await corridor.call('POST', `${corridor.organization}/quotes`, { rawBody })).status,
    ).toBe(400)
  }
  // Quadratic time would be minutes.
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})
