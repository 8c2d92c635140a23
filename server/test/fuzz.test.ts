// Short fuzzes over openapi.json and operator-openapi.json. `npm run fuzz` is the long one.
import { expect, test } from 'vitest'
import { fuzz } from './fuzz/fuzz.ts'
import { testDatabase } from './support/database.ts'

const REQUESTS = 2000

test('no fuzzed request causes a 5xx, an overlong answer, a blocked process or growing memory', async () => {
  const database = await testDatabase()
  const seed = Date.now() % 1_000_000
  const report = await fuzz({ databaseUrl: database.url, requests: REQUESTS, seed })
  await database.close()
  expect(report.failures, `seed ${seed}`).toEqual([])
  expect(report.requests).toBe(REQUESTS)
  // The requests get as far as orders, and every kind of refusal occurs.
  for (const operation of ['createOfferings', 'createQuote', 'createOrder', 'getOrder'])
    expect(Object.keys(report.accepted), `seed ${seed}`).toContain(operation)
  expect(Object.keys(report.statuses)).toEqual(
    expect.arrayContaining(['200', '201', '400', '401', '403', '404', '405', '409', '422']),
  )
})

test('nor does one of the operator API', async () => {
  const database = await testDatabase()
  const seed = Date.now() % 1_000_000
  const report = await fuzz({
    databaseUrl: database.url,
    requests: REQUESTS,
    seed,
    operators: true,
  })
  await database.close()
  expect(report.failures, `seed ${seed}`).toEqual([])
  expect(report.requests).toBe(REQUESTS)
  // Which operations are accepted depends on the seed: 92 to 110, a quarter of which write.
  const accepted = Object.keys(report.accepted)
  expect(accepted.length, `seed ${seed}`).toBeGreaterThan(60)
  const writes = accepted.filter((operation) => !/^(get|list|search)/.test(operation))
  expect(writes.length, `seed ${seed}`).toBeGreaterThan(10)
  expect(Object.keys(report.statuses)).toEqual(
    expect.arrayContaining(['200', '201', '400', '401', '403', '404', '409']),
  )
})
