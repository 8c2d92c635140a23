// Instants are formatted and parsed without Date, so compare with Date.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantAt, toTimestamp } from '../../src/platform/clock.ts'
import { openPool, sqlInstant, type Pool } from '../../src/platform/db/pool.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

// The range in which PostgreSQL writes four digits of the year.
const instants = fc
  .integer({
    min: Date.parse('0001-01-01T00:00:00Z'),
    max: Date.parse('9999-12-31T23:59:59.999Z'),
  })
  .map(instantAt)
const edges = [0, -1, 999, -86_400_000, 86_399_999, Date.parse('2024-02-29T23:59:59.990Z')].map(
  instantAt,
)

let database: TestDatabase
let db: Pool
beforeAll(async () => {
  database = await testDatabase()
  db = openPool({ connectionString: database.url }, { size: 1 })
})
afterAll(async () => {
  await db.end()
  await database.close()
})

test('an instant is formatted like Date.toISOString', () => {
  fc.assert(
    fc.property(instants, (at) => toTimestamp(at) === new Date(at).toISOString()),
    { examples: edges.map((at) => [at]), numRuns: 10_000 },
  )
})

test('an instant survives a round trip through the database', async () => {
  const sent = [...edges, ...fc.sample(instants, 5000)]
  const { rows } = await db.query(
    `select at from unnest($1::timestamptz[]) with ordinality as i (at, place) order by place`,
    [sent.map(sqlInstant)],
  )
  expect(rows.map(({ at }) => at)).toEqual(sent)
})
