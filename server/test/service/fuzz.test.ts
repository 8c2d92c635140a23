// Short fuzzes over openapi.json and operator-openapi.json. Their choices are the same in every run, so that a clone is
// never red by chance. `npm run fuzz` is the long one, with other choices each time.
import { expect, test } from 'vitest'
import { faultOf, fuzz } from '../fuzz/fuzz.ts'
import { testDatabase } from '../support/database.ts'

const REQUESTS = 2000
const SEED = 20260302

test('no fuzzed request causes a 5xx, an overlong answer, a blocked process or growing memory', async () => {
  const database = await testDatabase()
  const report = await fuzz({ databaseUrl: database.url, requests: REQUESTS, seed: SEED })
  await database.close()
  expect(report.failures).toEqual([])
  expect(report.requests).toBe(REQUESTS)
  // The requests get as far as orders, and every kind of refusal occurs.
  for (const operation of ['createOfferings', 'createQuote', 'createOrder', 'getOrder'])
    expect(Object.keys(report.accepted)).toContain(operation)
  expect(Object.keys(report.statuses)).toEqual(
    expect.arrayContaining(['200', '201', '400', '401', '403', '404', '405', '409', '422']),
  )
})

test('nor does one of the operator API', async () => {
  const database = await testDatabase()
  const report = await fuzz({
    databaseUrl: database.url,
    requests: REQUESTS,
    seed: SEED,
    operators: true,
  })
  await database.close()
  expect(report.failures).toEqual([])
  expect(report.requests).toBe(REQUESTS)
  // Which operations are accepted depends on the seed: 92 to 110, a quarter of which write.
  const accepted = Object.keys(report.accepted)
  expect(accepted.length).toBeGreaterThan(60)
  const writes = accepted.filter((operation) => !/^(get|list|search)/.test(operation))
  expect(writes.length).toBeGreaterThan(10)
  expect(Object.keys(report.statuses)).toEqual(
    expect.arrayContaining(['200', '201', '400', '401', '403', '404', '409']),
  )
})

test('an export without rows is judged as lines of text, not as one object of JSON', () => {
  const faultOfExport = (text: string) =>
    faultOf(
      {
        operation: 'makeExport',
        method: 'POST',
        path: '/operator/v1/exports',
        headers: [],
        body: undefined,
      },
      {
        status: 200,
        headers: new Map([
          ['content-type', 'application/jsonl; charset=utf-8'],
          ['x-request-id', 'req'],
        ]),
        body: Buffer.from(text),
      },
      text,
      true,
    )
  const end = '{"end":true,"lines":0,"as_of":"2026-03-02T00:00:00Z"}\n'
  expect(faultOfExport(end)).toBeUndefined()
  expect(faultOfExport(`{"id":"ord_01jqe8m2x4fv5s0t6w7y8z9abc"}\n${end}`)).toBeUndefined()
})
