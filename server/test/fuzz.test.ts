// A short fuzz over the description of the API; `npm run fuzz` is the long one.
import { expect, test } from 'vitest'
import { fuzz } from './fuzz/fuzz.ts'
import { testDatabase } from './support/database.ts'

const REQUESTS = 2000

test(
  'whatever is sent: no 5xx, no long answer, no request that keeps the process busy, memory flat',
  { timeout: 240_000 },
  async () => {
    const database = await testDatabase()
    const seed = Date.now() % 1_000_000
    const report = await fuzz({ databaseUrl: database.url, requests: REQUESTS, seed })
    await database.close()
    expect(report.failures, `seed ${seed}`).toEqual([])
    expect(report.requests).toBe(REQUESTS)
    // It goes as far as orders, and is refused in every way.
    for (const operation of ['createOfferings', 'createQuote', 'createOrder', 'getOrder'])
      expect(Object.keys(report.accepted), `seed ${seed}`).toContain(operation)
    expect(Object.keys(report.statuses)).toEqual(
      expect.arrayContaining(['200', '201', '400', '401', '403', '404', '405', '409', '422']),
    )
  },
)
